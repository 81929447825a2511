import { explainError } from '@twostroke/shared/data';
import type { BookingKey } from './bookings.ts';
import { claimPayment, payAfterService, startOnlinePayment, startUpiPayment, type UpiRequest } from './payments.ts';

/**
 * What a customer's page does about the money of a booking. Each answers a sentence when it was refused, and null (or
 * what was asked for) when it worked.
 */
export function paymentActions(key: BookingKey & { booking: string }) {
  return {
    startUpi: (): Promise<UpiRequest | string> => startUpiPayment(key).catch(explainError),
    claimUpi: (reference: string) => refusalOf(claimPayment(reference, key.manage_token)),
    /** Leaves the site for the gateway's page, which comes back to the booking. */
    payOnline: () => refusalOf(startOnlinePayment(key).then(({ checkout }) => window.location.assign(checkout))),
    payAfterService: () => refusalOf(payAfterService(key)),
  };
}

function refusalOf(work: Promise<unknown>): Promise<string | null> {
  return work.then(() => null, explainError);
}
