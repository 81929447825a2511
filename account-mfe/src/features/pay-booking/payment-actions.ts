import { toAppError, type AppError } from '@twostroke/shared/client';
import type { BookingKey } from '@twostroke/shared/api/bookings';
import {
  claimPayment,
  payAfterService,
  startOnlinePayment,
  startUpiPayment,
  type UpiRequest,
} from '@twostroke/shared/api/payments';

/**
 * What a customer's page does about a booking's payment. Each returns why it was rejected, and null (or the requested
 * value) when it succeeded.
 */
export function paymentActions(key: BookingKey & { booking: string }) {
  return {
    startUpi: (): Promise<UpiRequest | AppError> => startUpiPayment(key).catch(toAppError),
    claimUpi: (reference: string) => rejectionOf(claimPayment(reference, key.manage_token)),
    /** Leaves the site for the gateway's page, which returns to the booking. */
    payOnline: () => rejectionOf(startOnlinePayment(key).then(({ checkout }) => window.location.assign(checkout))),
    payAfterService: () => rejectionOf(payAfterService(key)),
  };
}

export type PaymentActions = ReturnType<typeof paymentActions>;

function rejectionOf(work: Promise<unknown>): Promise<AppError | null> {
  return work.then(() => null, toAppError);
}
