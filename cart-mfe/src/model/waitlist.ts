import { dataOfRejection } from '@twostroke/shared/api/data-of-rejection';
import { AppError, callRpc } from '@twostroke/shared/client';
import type { EndedOffer, WaitlistEntry, PlaceOffer } from '@twostroke/shared/contracts/answers/waitlist';
import type { WaitlistRequest } from '@twostroke/shared/contracts/functions';

export type {
  EndedOffer,
  WaitlistEntry,
  PlaceOffer,
  WaitlistedJob,
} from '@twostroke/shared/contracts/answers/waitlist';
export type { WaitlistRequest } from '@twostroke/shared/contracts/functions';

/** The waitlist for a full window, and the place that is offered to the first in line. */

/** What is safe while the page of an offered place can't be loaded. */
export const offerIsSafe = 'The place is kept for you until the time in our message.';

/**
 * Joins the waitlist of a full window.
 * @throws AppError `invalid` (hint: the field or email_needed), `conflict` with hint free or in_line, `rate_limited`
 */
export async function joinWaitlist(request: WaitlistRequest): Promise<WaitlistEntry> {
  return callRpc('join_waitlist', { request });
}

/** @throws AppError `not_found` */
export async function leaveWaitlist(token: string): Promise<void> {
  await callRpc('leave_waitlist', { token });
}

/**
 * The place that a link offers. The token travels in the body, never in an address.
 * @throws AppError `not_found` for an unknown token, `conflict` with hint claimed or offer_over (`endedOffer`)
 */
export async function getOffer(token: string): Promise<PlaceOffer> {
  if (!/^[0-9a-f]{64}$/.test(token)) throw new AppError('not_found', 'We do not know this link.');
  return callRpc('get_offer', { token });
}

/** The job and free times of an expired offer; null when they can't be read. */
export function endedOffer(error: AppError): EndedOffer | null {
  return dataOfRejection(error, 'offer_over');
}
