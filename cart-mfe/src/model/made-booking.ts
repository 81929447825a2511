import type { BookingReceipt } from '@twostroke/shared/api/bookings';

/**
 * The booking that was just made, until its page takes it. In memory alone: the state of a navigation stays in the
 * browser, and this has the address and the handover code.
 */
let made: BookingReceipt | null = null;

export function keepMade(receipt: BookingReceipt): void {
  made = receipt;
}

/** What the link opens, as it was answered when it was made; once, since it changes. Null for any other link. */
export function takeMade(token: string): NonNullable<BookingReceipt['booking']> | null {
  if (made?.manage_token !== token) return null;
  const { booking = null } = made;
  made = null;
  return booking;
}
