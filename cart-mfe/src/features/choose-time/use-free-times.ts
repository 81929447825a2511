import { toAppError } from '@twostroke/shared/client';
import { alternativesOf, type FreeSlot } from '@twostroke/shared/api/slots';
import { useSlotDays, type SlotDays } from '@twostroke/shared/api/use-slot-days';
import type { ValidationError } from '@twostroke/shared/domain/booking-form';
import { useState } from 'react';
import { explain, messages } from '../../messages.ts';
import type { BookingDraft, ChosenSlot, HeldTime } from '../../model/booking-draft.ts';
import { holdForDraft } from '../../model/hold-for-draft.ts';
import { chosenSlot, jobKey, type Job } from '../../model/job.ts';
import { pickSlot, type PickedSlot } from './pick-slot.ts';

/** What happened at one job: at another place the times are others. */
interface Answers {
  job: string | null;
  choice: { date: string; start: string | null } | null;
  /** The nearest free times, when the chosen one was taken at that moment. */
  gone: FreeSlot[] | null;
  /** Why the server rejected the time. */
  unfit: ValidationError | null;
}

export interface TimeChoice extends SlotDays, PickedSlot {
  choose: (date: string, start: string | null) => void;
  /** Holds a window and continues. */
  take: (slot: Omit<FreeSlot, 'free'>) => Promise<void>;
  holding: boolean;
  gone: FreeSlot[] | null;
  unfit: ValidationError | null;
  /** Why one can't continue yet; null when a window is chosen or the times are not loaded. */
  missing: ValidationError | null;
}

/**
 * The free times of a job and the choice among them: the first free one until another is chosen.
 * @param job null while the place is not known
 * @param onTaken its hold is null when the time could not be held: it can still be booked
 */
export function useFreeTimes(
  job: Job | null,
  draft: BookingDraft,
  onTaken: (slot: ChosenSlot, hold: HeldTime | null) => void,
): TimeChoice {
  const key = job && jobKey(job);
  const slotDays = useSlotDays(job && { ...job, request_id: draft.requestId });
  const { calendar, days } = slotDays;
  const [holding, setHolding] = useState(false);
  const [stored, setStored] = useState<Answers>(none(key));
  const { choice, gone, unfit } = stored.job === key ? stored : none(key);
  const change = (part: Partial<Answers>): void =>
    setStored((before) => ({ ...(before.job === key ? before : none(key)), ...part }));

  const firstFree = calendar.status === 'ready' ? calendar.data.first_free : null;
  const picked = pickSlot(days, choice, draft.slot, firstFree);

  async function take(slot: Omit<FreeSlot, 'free'>): Promise<void> {
    if (holding || !job) return;
    const chosen = chosenSlot(slot, job);
    setHolding(true);
    change({ gone: null, unfit: null });
    try {
      onTaken(chosen, await holdForDraft(draft, job, chosen));
    } catch (thrown) {
      const error = toAppError(thrown);
      const rejection = error.code === 'invalid' && error.hint?.startsWith('time');
      if (error.hint === 'slot_taken') change({ gone: alternativesOf(error) });
      else if (rejection) change({ unfit: { field: 'time', message: explain(error) } });
      // A hold is optional: without it the customer continues.
      else onTaken(chosen, null);
      if (error.hint === 'slot_taken' || rejection) calendar.reload();
    }
    setHolding(false);
  }

  return {
    ...slotDays,
    ...picked,
    choose: (date, start) => change({ choice: { date, start } }),
    take,
    holding,
    gone,
    unfit,
    missing: calendar.status === 'ready' ? missingIn(picked) : null,
  };
}

function none(job: string | null): Answers {
  return { job, choice: null, gone: null, unfit: null };
}

function missingIn({ day, window }: PickedSlot): ValidationError | null {
  if (day && window) return null;
  return day ? { field: 'time', message: messages.time } : { field: 'date', message: messages.date };
}
