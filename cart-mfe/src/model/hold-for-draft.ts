import { holdSlot, type FreeSlot, type SlotHold } from '@twostroke/shared/api/slots';
import { parsePhone } from '@twostroke/shared/domain/phone';
import type { BookingDraft, HeldTime } from './booking-draft.ts';
import type { Job } from './job.ts';
import { numberProof } from './number-proof.ts';

/**
 * Keeps a time for the booking that this draft becomes.
 * @throws AppError as holdSlot
 */
export async function holdForDraft(
  draft: BookingDraft,
  job: Job,
  slot: Pick<FreeSlot, 'date' | 'start'>,
): Promise<HeldTime> {
  const phone = parsePhone(draft.details.phone);
  const request = { ...job, request_id: draft.requestId, date: slot.date, start: slot.start };
  const proof = phone ? numberProof() : undefined;
  return heldTime(await holdSlot({ ...request, ...(phone ? { phone } : {}), ...(proof ? { proof } : {}) }));
}

/** By this phone's clock, which may be wrong: only the remaining time is reliable. */
export function heldTime({ seconds_left, can_extend }: SlotHold): HeldTime {
  return { until: Date.now() + seconds_left * 1000, canExtend: can_extend };
}
