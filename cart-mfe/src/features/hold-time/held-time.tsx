import { toAppError } from '@twostroke/shared/client';
import { extendHold } from '@twostroke/shared/api/slots';
import { atShop, formatDay, formatTime, formatWindow } from '@twostroke/shared/domain/calendar';
import { Button } from '@twostroke/shared/ui/button';
import { FormProblem } from '@twostroke/shared/ui/form-problem';
import { Hold } from '@twostroke/shared/ui/hold';
import { LiveRegion } from '@twostroke/shared/ui/live-region';
import { Stack } from '@twostroke/shared/ui/stack';
import { useState } from 'react';
import type { BookingDraft, ChosenSlot, HeldTime as Held } from '../../model/booking-draft.ts';
import { heldTime } from '../../model/hold-for-draft.ts';
import type { Job } from '../../model/job.ts';
import { ExpiredHold } from './expired-hold.tsx';
import { useMinutesLeft } from '@twostroke/shared/ui/use-minutes-left';
import { wordsOfRejection } from '../../messages.ts';
import styles from './hold-time.module.css';
import { useKeptPlace } from './use-kept-place.ts';

/** Minutes before its end from which the hold warns and offers more time. */
const SOON = 5;

export interface HeldTimeProps {
  draft: BookingDraft & { slot: ChosenSlot; hold: Held };
  job: Job;
  /** Minutes by which the hold can be extended, once. */
  extensionMinutes: number;
  /** Called when the hold was extended, or another time is held. */
  onHeld: (slot: ChosenSlot, hold: Held) => void;
}

/** Until when the time is held; after its end the free windows. Typed input is kept in any case. */
export function HeldTime({ draft, job, extensionMinutes, onHeld }: HeldTimeProps) {
  const { slot, hold, requestId } = draft;
  const minutes = useMinutesLeft(hold.until);
  const [asking, setAsking] = useState(false);
  const [problem, setProblem] = useState<string | null>(null);
  const { box: line, keep: keepPlace } = useKeptPlace();
  const words = minutes === 1 ? '1 minute' : `${minutes} minutes`;
  const more = hold.canExtend && minutes <= SOON;

  async function extend(): Promise<void> {
    if (asking) return;
    setAsking(true);
    setProblem(null);
    try {
      keep(slot, heldTime(await extendHold(requestId)));
    } catch (thrown) {
      const error = toAppError(thrown);
      if (error.hint === 'hold_over') onHeld(slot, { until: 0, canExtend: false });
      else if (error.hint === 'extended') onHeld(slot, { ...hold, canExtend: false });
      setProblem(
        wordsOfRejection(error) ?? 'We could not reach our server. What you typed is safe: go on, or try again.',
      );
    }
    setAsking(false);
  }

  // The pressed button had the focus and has been removed.
  function keep(next: ChosenSlot, until: Held): void {
    onHeld(next, until);
    line.current?.focus();
  }

  return (
    <div ref={line} tabIndex={-1}>
      {minutes === 0 ? (
        <ExpiredHold draft={draft} job={job} onHeld={keep} onShown={keepPlace} />
      ) : (
        <Stack gap="s">
          <FormProblem sentence={problem} />
          <div className={styles.line}>
            <Hold>
              <b>
                {formatDay(slot.date)}, <span className={styles.window}>{formatWindow(slot.start, slot.end)}</span>
              </b>
              <span className={styles.until}>Kept until {formatTime(atShop(new Date(hold.until)).time)}</span>
            </Hold>
            {more && (
              <Button variant="line" small busy={asking} busyLabel="Asking" onClick={() => void extend()}>
                {extensionMinutes} minutes longer
              </Button>
            )}
          </div>
        </Stack>
      )}
      <LiveRegion message={countdownMessage(minutes, words, more ? extensionMinutes : null)} />
    </div>
  );
}

/** The announcement for screen readers: it changes only at 5 minutes and at 1 minute. */
function countdownMessage(minutes: number, words: string, more: number | null): string {
  if (minutes > SOON || minutes === 0) return '';
  const left = minutes === 1 ? words : `${SOON} minutes`;
  return `Your time is kept for ${left} more.${more === null ? '' : ` You can keep it ${more} minutes longer.`}`;
}
