import type { BookingPayment, PaymentAttempt, Refund } from '@twostroke/shared/api/payments';

/** The UPI payment that staff must check: a claimed one first, else one that was started. */
export function upiToCheck({ payments }: BookingPayment): PaymentAttempt | undefined {
  const ofUpi = payments.filter(({ provider }) => provider === 'upi');
  return ofUpi.find(({ status }) => status === 'claimed') ?? ofUpi.find(({ status }) => status === 'created');
}

/** The first refund that staff must make by hand, because no gateway makes it. */
export function refundByHand({ payments, refunds }: BookingPayment): Refund | undefined {
  return refunds.find((refund) => {
    if (refund.status === 'done') return false;
    const provider = payments.find(({ id }) => id === refund.payment_id)?.provider;
    return refund.status === 'failed' || provider === 'upi' || provider === 'desk';
  });
}
