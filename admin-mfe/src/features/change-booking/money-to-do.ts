import type { BookingPayment, PaymentAttempt, Refund } from '@twostroke/shared/data/payments';
import type { Change } from './change.ts';

/** The UPI payment somebody has to look for: one that was claimed first of all, else one that was begun. */
export function upiToCheck({ payments }: BookingPayment): PaymentAttempt | undefined {
  const ofUpi = payments.filter(({ provider }) => provider === 'upi');
  return ofUpi.find(({ status }) => status === 'claimed') ?? ofUpi.find(({ status }) => status === 'created');
}

/** The refund that no gateway carries out. */
export function refundByHand({ payments, refunds }: BookingPayment): Refund | undefined {
  return refunds.find((refund) => {
    if (refund.status === 'done') return false;
    const provider = payments.find(({ id }) => id === refund.payment_id)?.provider;
    return refund.status === 'failed' || provider === 'upi' || provider === 'desk';
  });
}

/** Whether there is still what a change is about: somebody else, or the gateway, may have settled its money. */
export function isStillToDo(change: Change, payment: BookingPayment): boolean {
  if (change === 'upi_seen' || change === 'upi_missing') return upiToCheck(payment) !== undefined;
  if (change === 'late') return payment.late_credit;
  return change !== 'given_back' || refundByHand(payment) !== undefined;
}
