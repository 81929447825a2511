import { releaseHold } from '@twostroke/shared/api/slots';
import type { PlaceOffer, WaitlistedJob } from '../../model/waitlist.ts';
import { formatPhone } from '@twostroke/shared/domain/phone';
import { cartAtom, store, vehicleAtom } from '@twostroke/shared/state';
import { draftAtom, updateDraft } from '../../model/draft-store.ts';
import { heldTime } from '../../model/hold-for-draft.ts';
import { chosenSlot, type Job } from '../../model/job.ts';

/** Stores bike and services where the booking steps read them. Returns the job. */
export function fillCart({ vehicle, items, mode }: WaitlistedJob): Job {
  store.set(vehicleAtom, vehicle);
  store.set(cartAtom, { vehicle, items });
  return { model: vehicle.modelId, items: items.map(({ id, quantity }) => ({ id, quantity })), mode };
}

/** Turns the offered place into the booking draft, with its request id and its held time. */
export function takeOffer(offer: PlaceOffer): void {
  const before = store.get(draftAtom);
  const isKnown = before.requestId === offer.request_id;
  if (before.hold && !isKnown) releaseHold(before.requestId).catch(() => undefined); // it expires anyway
  const { name, email } = offer;
  const phone = formatPhone(offer.phone).replace('\u00a0', ' ');
  const job = fillCart(offer);
  updateDraft({
    requestId: offer.request_id,
    mode: offer.mode,
    slot: chosenSlot(offer.hold, job),
    hold: { ...heldTime(offer.hold), offered: true },
    // When the link is opened again, what was typed since then stays.
    ...(!isKnown && { details: { ...before.details, name, phone, email: email ?? before.details.email } }),
    agreedTotal: null,
  });
}
