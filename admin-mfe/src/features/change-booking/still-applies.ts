import type { StaffChange } from './change.ts';
import { canPromise } from './promise.ts';
import { refundByHand, upiToCheck } from './money-to-do.ts';
import type { AdminBooking } from './read-booking.ts';

/** Whether a change still applies: another person, the customer or the gateway may have made it meanwhile. */
export function stillApplies(change: StaffChange, booking: AdminBooking): boolean {
  const { payment, number_proven } = booking;
  if (change === 'promise') return canPromise(booking);
  if (change === 'number') return !number_proven;
  if (change === 'upi_seen' || change === 'upi_missing') return upiToCheck(payment) !== undefined;
  if (change === 'late') return payment.late_credit;
  return change !== 'given_back' || refundByHand(payment) !== undefined;
}
