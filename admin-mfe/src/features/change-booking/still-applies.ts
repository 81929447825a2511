import type { BookingPayment } from '@twostroke/shared/api/payments';
import type { StaffChange } from './change.ts';
import { refundByHand, upiToCheck } from './money-to-do.ts';

/** Whether a change still applies: another person, or the gateway, may have settled the payment. */
export function stillApplies(change: StaffChange, payment: BookingPayment): boolean {
  if (change === 'upi_seen' || change === 'upi_missing') return upiToCheck(payment) !== undefined;
  if (change === 'late') return payment.late_credit;
  return change !== 'given_back' || refundByHand(payment) !== undefined;
}
