import type { BookingReceipt } from '@twostroke/shared/api/bookings';

/**
 * The booking that was just made, until its page takes it. In memory alone: the state of a navigation stays in the
 * browser, and this has the address and the handover code.
 */
let made: BookingReceipt | null = null;

export function keepMade(receipt: BookingReceipt): void {
  made = receipt;
}

/** What the link opens, as it was answered when it was made. Null for any other link. */
export function madeBooking(token: string): NonNullable<BookingReceipt['booking']> | null {
  return made?.manage_token === token ? (made.booking ?? null) : null;
}

/** Its page has it: from then on it may change. */
export function forgetMade(): void {
  made = null;
}
