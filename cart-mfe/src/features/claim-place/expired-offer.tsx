import { toAppError } from '@twostroke/shared/client';
import { alternativesOf, type FreeSlot } from '@twostroke/shared/api/slots';
import type { EndedOffer } from '../../model/waitlist.ts';
import { atShop, formatDay, formatTime, formatWindow } from '@twostroke/shared/domain/calendar';
import { useNavigate } from '@twostroke/shared/router';
import { store } from '@twostroke/shared/state';
import { Button } from '@twostroke/shared/ui/button';
import { FormProblem } from '@twostroke/shared/ui/form-problem';
import { Stack } from '@twostroke/shared/ui/stack';
import { useEffect, useRef, useState } from 'react';
import { explain } from '../../messages.ts';
import type { BookingFacts } from '../../model/booking-facts.ts';
import { draftAtom, updateDraft } from '../../model/draft-store.ts';
import { holdForDraft } from '../../model/hold-for-draft.ts';
import { chosenSlot } from '../../model/job.ts';
import { SlotButtons } from '../../parts/slot-buttons.tsx';
import frame from '../../parts/step-frame.module.css';
import { stepPath } from '../../model/steps.ts';
import { fillCart } from './fill-booking.ts';
import { firstOpenStep } from './first-open-step.ts';

export interface ExpiredOfferProps {
  offer: EndedOffer;
  facts: BookingFacts;
}

/** An expired offer: lists the free windows for the same bike and service. */
export function ExpiredOffer({ offer, facts }: ExpiredOfferProps) {
  const navigate = useNavigate();
  const title = useRef<HTMLHeadingElement>(null);
  const [slots, setSlots] = useState(offer.alternatives);
  const [problem, setProblem] = useState<string | null>(null);
  useEffect(() => title.current?.focus({ preventScroll: true }), []);
  const isFree = slots.some(({ date, start }) => date === offer.date && start === offer.start);

  async function take(free: FreeSlot): Promise<void> {
    setProblem(null);
    const job = fillCart(offer);
    const slot = chosenSlot(free, job);
    updateDraft({ mode: offer.mode, slot, hold: null, agreedTotal: null });
    try {
      updateDraft({ hold: await holdForDraft(store.get(draftAtom), job, slot) });
    } catch (thrown) {
      const error = toAppError(thrown);
      if (error.hint === 'slot_taken') {
        setSlots(alternativesOf(error));
        return setProblem(explain(error));
      }
      // A hold is optional: without it the customer continues.
    }
    await navigate(stepPath(firstOpenStep(facts)), { replace: true });
  }

  function allTimes(): void {
    fillCart(offer);
    updateDraft({ mode: offer.mode, slot: null, hold: null, agreedTotal: null });
    void navigate(stepPath('time'), { replace: true });
  }

  return (
    <Stack gap="l">
      <h1 ref={title} tabIndex={-1} className={frame.title}>
        This offer is over
      </h1>
      <p>
        {formatDay(offer.date)}, {formatWindow(offer.start, offer.end)} was kept for you until{' '}
        {formatTime(atShop(offer.ended_at).time)}. {isFree ? 'It is still free: take it, or one near it.' : freeWords()}
      </p>
      <FormProblem sentence={problem} />
      <SlotButtons slots={slots} onPick={(slot) => void take(slot)} />
      <Stack start>
        <Button variant="quiet" onClick={allTimes}>
          All free times
        </Button>
      </Stack>
    </Stack>
  );

  function freeWords(): string {
    return slots.length > 0 ? 'The nearest free:' : 'Nothing near it is free.';
  }
}
