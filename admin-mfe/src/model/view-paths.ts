import type { ServiceMode } from '@twostroke/shared/domain/booking-form';
import { paths } from '@twostroke/shared/contracts/paths';

/** What a request asks for: the page for callers opens with it filled in, and the booking closes the request. */
export interface CallerWish {
  phone: string;
  name?: string;
  /** `brand/model` */
  model?: string;
  /** Slug of the package. */
  job?: string | undefined;
  mode?: ServiceMode;
  /** In their own words. */
  words?: string;
  /** The place that is held for them. Times are HH:MM. */
  offered?: { mode: ServiceMode; date: string; start: string; end: string };
  answers: { callback: string } | { waiting: string };
}

/** Where the desk books for a caller; a CallerWish, or a phone alone, goes with it as the state of the address. */
export const callerPath = `${paths.admin()}?view=caller`;

/** The invoice of a booking, to read and print. */
export function invoicePath(booking: string): string {
  return `${paths.admin()}?view=invoice&booking=${booking}`;
}

/** The vouchers of what was paid before there is an invoice. */
export function vouchersPath(booking: string): string {
  return `${invoicePath(booking)}&papers=vouchers`;
}
