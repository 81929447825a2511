import type { BookingKey } from '@twostroke/shared/api/bookings';
import {
  claimPayment,
  payAfterService,
  startOnlinePayment,
  startUpiPayment,
  type UpiRequest,
} from '@twostroke/shared/api/payments';
import { explain } from '../../messages.ts';

/**
 * What a customer's page does about a booking's payment. Each returns a sentence when it was rejected, and null (or the
 * requested value) when it succeeded.
 */
export function paymentActions(key: BookingKey & { booking: string }) {
  return {
    startUpi: (): Promise<UpiRequest | string> => startUpiPayment(key).catch(explain),
    claimUpi: (reference: string) => rejectionMessageOf(claimPayment(reference, key.manage_token)),
    /** Leaves the site for the gateway's page, which returns to the booking. */
    payOnline: () =>
      rejectionMessageOf(startOnlinePayment(key).then(({ checkout }) => window.location.assign(checkout))),
    payAfterService: () => rejectionMessageOf(payAfterService(key)),
  };
}

function rejectionMessageOf(work: Promise<unknown>): Promise<string | null> {
  return work.then(() => null, explain);
}
