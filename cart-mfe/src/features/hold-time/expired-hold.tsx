import { toAppError } from '@twostroke/shared/client';
import { alternativesOf, listSlots, type FreeSlot } from '@twostroke/shared/api/slots';
import { FormProblem } from '@twostroke/shared/ui/form-problem';
import { Note } from '@twostroke/shared/ui/note';
import { Stack } from '@twostroke/shared/ui/stack';
import { useLayoutEffect, useState } from 'react';
import type { BookingDraft, ChosenSlot, HeldTime } from '../../model/booking-draft.ts';
import { holdForDraft } from '../../model/hold-for-draft.ts';
import { chosenSlot, type Job } from '../../model/job.ts';
import { SlotButtons } from '../../parts/slot-buttons.tsx';
import { useQuery } from '@twostroke/shared/api/use-query';
import { wordsOfRejection } from '../../messages.ts';
import styles from './hold-time.module.css';

export interface ExpiredHoldProps {
  draft: BookingDraft & { slot: ChosenSlot };
  job: Job;
  onHeld: (slot: ChosenSlot, hold: HeldTime) => void;
  /** Called when what is shown has changed, before it is painted. */
  onShown: () => void;
}

/** The hold has expired: offers the same window if it is still free, and other ones. */
export function ExpiredHold({ draft, job, onHeld, onShown }: ExpiredHoldProps) {
  const { slot, requestId } = draft;
  const nearest = useQuery(`nearest ${requestId} ${slot.date} ${slot.start}`, async () => {
    const near = { from_date: slot.date, near: slot.start, days: 1, request_id: requestId };
    return (await listSlots({ ...job, ...near })).alternatives;
  });
  const [problem, setProblem] = useState<string | null>(null);
  const slots = nearest.status === 'ready' ? nearest.data : [];
  useLayoutEffect(onShown);
  const stillFree = slots.some(({ date, start }) => date === slot.date && start === slot.start);

  async function take(picked: FreeSlot): Promise<void> {
    setProblem(null);
    try {
      onHeld(chosenSlot(picked, job), await holdForDraft(draft, job, picked));
    } catch (thrown) {
      const error = toAppError(thrown);
      if (error.hint === 'slot_taken') nearest.replace(alternativesOf(error));
      setProblem(
        wordsOfRejection(error) ??
          'We could not reach our server. What you typed is safe: try again, or book without it.',
      );
    }
  }

  return (
    <Stack gap="s">
      <FormProblem sentence={problem} />
      <Note tone="warn" role="status">
        <p>
          <b>Your time is no longer kept.</b> What you typed is safe.{' '}
          {slots.length > 0 && (stillFree ? 'It is still free: take it again, or one near it.' : 'The nearest free:')}
        </p>
        <SlotButtons slots={slots} onPick={(picked) => void take(picked)} className={styles.times} />
      </Note>
    </Stack>
  );
}
