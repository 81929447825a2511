import { paths } from '@twostroke/shared/contracts/paths';

/** Where the desk books for a caller. */
export const callerPath = `${paths.admin()}?view=caller`;

/** The invoice of a booking, to read and print. */
export function invoicePath(booking: string): string {
  return `${paths.admin()}?view=invoice&booking=${booking}`;
}
