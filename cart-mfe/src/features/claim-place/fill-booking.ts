import { releaseHold } from '@twostroke/shared/api/slots';
import type { PlaceOffer, WaitlistedJob } from '@twostroke/shared/api/waitlist';
import { formatPhone } from '@twostroke/shared/domain/phone';
import { cartAtom, store, vehicleAtom } from '@twostroke/shared/state';
import { draftAtom, updateDraft } from '../../booking/draft-store.ts';
import { heldTime } from '../../booking/hold-for-draft.ts';
import { jobKey, type Job } from '../../booking/job.ts';

/** Puts bike, services and place of meeting where the steps of a booking read them. */
export function fillCart({ vehicle, items, mode }: WaitlistedJob): Job {
  store.set(vehicleAtom, vehicle);
  store.set(cartAtom, { vehicle, items });
  return { model: vehicle.modelId, items: items.map(({ id, quantity }) => ({ id, quantity })), mode };
}

/** Makes the offered place the booking that is being written: under its request id, with its time held. */
export function takeOffer(offer: PlaceOffer): void {
  const before = store.get(draftAtom);
  const isKnown = before.requestId === offer.request_id;
  if (before.hold && !isKnown) releaseHold(before.requestId).catch(() => undefined); // it expires anyway
  const { date, start, end, name, email } = offer;
  const phone = formatPhone(offer.phone).replace('\u00a0', ' ');
  const job = fillCart(offer);
  updateDraft({
    requestId: offer.request_id,
    mode: offer.mode,
    slot: { date, start, end, job: jobKey(job) },
    hold: { ...heldTime(offer.hold), offered: true },
    // Opened again: keeps what was typed since.
    ...(!isKnown && { details: { ...before.details, name, phone, email: email ?? before.details.email } }),
    agreedTotal: null,
  });
}
