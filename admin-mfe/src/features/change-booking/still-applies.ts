import type { StaffChange } from './change.ts';
import { refundByHand, upiToCheck } from './money-to-do.ts';
import type { AdminBooking } from './read-booking.ts';

/** Whether a change still applies: another person, the customer or the gateway may have made it meanwhile. */
export function stillApplies(change: StaffChange, { payment, number_proven }: AdminBooking): boolean {
  if (change === 'number') return !number_proven;
  if (change === 'upi_seen' || change === 'upi_missing') return upiToCheck(payment) !== undefined;
  if (change === 'late') return payment.late_credit;
  return change !== 'given_back' || refundByHand(payment) !== undefined;
}
