import { toAppError, type AppError } from '@twostroke/shared/client';
import type { BookingKey } from '@twostroke/shared/api/bookings';
import {
  claimPayment,
  payAfterService,
  startOnlinePayment,
  startUpiPayment,
  type UpiRequest,
} from '@twostroke/shared/api/payments';
import { endPaying, hasLeftToPay, leaveToPay } from './paying.ts';

/**
 * What a customer's page does about a booking's payment. Each returns why it was rejected, and null (or the requested
 * value) when it succeeded.
 */
export function paymentActions(key: BookingKey & { booking: string }) {
  return {
    startUpi: (): Promise<UpiRequest | AppError> => startUpiPayment(key).catch(toAppError),
    claimUpi: (reference: string) => rejectionOf(claimPayment(reference, key.manage_token)),
    /** Leaves the site for the gateway's page, which returns to the booking. */
    payOnline: () =>
      rejectionOf(
        startOnlinePayment(key).then(({ checkout }) => {
          leaveToPay(key.booking);
          window.location.assign(checkout);
        }),
      ),
    /** Whether this tab has left for the gateway's page to pay this booking. */
    hasLeftToPay: () => hasLeftToPay(key.booking),
    /** The customer is back: forgets that. */
    endPaying: () => endPaying(),
    payAfterService: () => rejectionOf(payAfterService(key)),
  };
}

export type PaymentActions = ReturnType<typeof paymentActions>;

function rejectionOf(work: Promise<unknown>): Promise<AppError | null> {
  return work.then(() => null, toAppError);
}
