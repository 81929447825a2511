import type { BookingPayment, PaymentAttempt, Refund } from '@twostroke/shared/data/payments';

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

/** Whether there is still what a step of `BookingMoney` is about: somebody else, or the gateway, may have done it. */
export function isStillToDo(step: string, payment: BookingPayment): boolean {
  if (step === 'upi_seen' || step === 'upi_missing') return upiToCheck(payment) !== undefined;
  if (step === 'late') return payment.late_credit;
  return step !== 'given_back' || refundByHand(payment) !== undefined;
}
