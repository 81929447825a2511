import { toAppError } from '@twostroke/shared/client';
import { alternativesOf, type FreeSlot } from '@twostroke/shared/api/slots';
import type { ValidationError } from '@twostroke/shared/domain/booking-form';
import { formatDay, formatWindow } from '@twostroke/shared/domain/calendar';
import { freeUntilWords } from '@twostroke/shared/domain/change-terms';
import { Button } from '@twostroke/shared/ui/button';
import { Dialog } from '@twostroke/shared/ui/dialog';
import { ErrorSummary } from '@twostroke/shared/ui/error-summary';
import { Hold } from '@twostroke/shared/ui/hold';
import { Note } from '@twostroke/shared/ui/note';
import { SkeletonCard } from '@twostroke/shared/ui/skeleton';
import { Stack } from '@twostroke/shared/ui/stack';
import { Text } from '@twostroke/shared/ui/text';
import { useState, type FormEvent, type ReactNode } from 'react';
import { explain, messages } from '../../messages.ts';
import { BackLink } from '../../parts/back-link.tsx';
import type { BookingDraft, ChosenSlot, HeldTime } from '../../model/booking-draft.ts';
import type { ShopRules } from '../../model/booking-facts.ts';
import columns from '../../parts/columns.module.css';
import { holdForDraft } from '../../model/hold-for-draft.ts';
import { chosenSlot, type Job } from '../../model/job.ts';
import { DraftLoadProblem } from '../../parts/draft-load-problem.tsx';
import { SlotTaken } from '../../parts/slot-taken.tsx';
import { ChooseDay } from './choose-day.tsx';
import { ChooseWindow } from './choose-window.tsx';
import { FullWindows } from './full-windows.tsx';
import { pickSlot } from './pick-slot.ts';
import { continueWords } from './slot-words.ts';
import { useSlotDays } from './use-slot-days.ts';

export interface ChooseTimeProps {
  job: Job;
  draft: BookingDraft;
  rules: ShopRules;
  /** The hold is null when the time could not be held: it can still be booked. */
  onDone: (slot: ChosenSlot, hold: HeldTime | null) => void;
  /** The server's rejection, if it is about the time. */
  rejected: ValidationError | null;
  /** The waitlist form for a full window. @param onFree called when the window turns out to have a free place */
  waitlist: (wanted: WantedWindow, onFree: () => void) => ReactNode;
}

type WantedWindow = Pick<FreeSlot, 'date' | 'start' | 'end'>;

/** Step 3: a day and an arrival window. The first free one is chosen until another is. */
export function ChooseTime({ job, draft, rules, onDone, rejected, waitlist }: ChooseTimeProps) {
  const { calendar, days, more, loadingMore, moreError, hasMore } = useSlotDays(job, draft.requestId);
  const [holding, setHolding] = useState(false);
  const [gone, setGone] = useState<FreeSlot[] | null>(null);
  const [unfit, setUnfit] = useState<ValidationError | null>(null);
  const [choice, setChoice] = useState<{ date: string; start: string | null } | null>(null);
  const [attempt, setAttempt] = useState(0);
  const [wanted, setWanted] = useState<WantedWindow | null>(null);

  if (calendar.status === 'failed')
    return (
      <Stack gap="l">
        <DraftLoadProblem what="the free times" error={calendar.error} onRetry={calendar.reload} />
        <Stack start>
          <BackLink to="place">Back to place</BackLink>
        </Stack>
      </Stack>
    );
  if (calendar.status !== 'ready')
    return (
      <div className={columns.even}>
        <SkeletonCard lines={7} label="Loading the free times" />
        <SkeletonCard lines={4} label="Loading the windows" />
      </div>
    );

  const { first_free, today } = calendar.data;
  const { day, window } = pickSlot(days, choice, draft.slot, first_free);
  const missing = day && !window ? messages.time : day ? null : messages.date;
  const shown = attempt > 0 && missing ? { field: day ? 'time' : 'date', message: missing } : (unfit ?? rejected);
  const errors = shown ? [shown] : [];
  const errorOf = (field: string): string | undefined => errors.find((each) => each.field === field)?.message;

  function submit(event: FormEvent): void {
    event.preventDefault();
    setAttempt(attempt + 1);
    if (day && window) void take({ date: day.date, ...window });
  }

  async function take(slot: Omit<FreeSlot, 'free'>): Promise<void> {
    if (holding) return;
    const chosen = chosenSlot(slot, job);
    setHolding(true);
    setGone(null);
    setUnfit(null);
    try {
      onDone(chosen, await holdForDraft(draft, job, chosen));
    } catch (thrown) {
      const error = toAppError(thrown);
      const rejection = error.code === 'invalid' && error.hint?.startsWith('time');
      if (error.hint === 'slot_taken') setGone(alternativesOf(error));
      else if (rejection) setUnfit({ field: 'time', message: explain(error) });
      // A hold is optional: without it the customer continues.
      else onDone(chosen, null);
      if (error.hint === 'slot_taken' || rejection) calendar.reload();
      setHolding(false);
    }
  }

  return (
    <>
      <form onSubmit={submit} noValidate>
        <Stack gap="l">
          <ErrorSummary errors={errors.map(({ field, message }) => ({ fieldId: field, message }))} attempt={attempt} />
          {calendar.error && (
            <Note tone="warn" role="status">
              <p>These are the free times we knew last. We could not ask again.</p>
            </Note>
          )}
          <div className={columns.even}>
            <div>
              <ChooseDay
                days={days}
                today={today}
                chosen={day?.date ?? null}
                onChoose={(date) => setChoice({ date, start: null })}
                error={errorOf('date')}
              />
              {hasMore && (
                <Button variant="quiet" onClick={more} busy={loadingMore} busyLabel="Loading">
                  Show the next seven days
                </Button>
              )}
              {moreError && <Text role="alert">We could not load more days. Try again.</Text>}
            </div>
            <Stack>
              {day ? (
                <>
                  <ChooseWindow
                    day={day}
                    mode={job.mode}
                    calendar={calendar.data}
                    chosen={window?.start ?? null}
                    onChoose={(start) => setChoice({ date: day.date, start })}
                    error={errorOf('time')}
                  />
                  <FullWindows day={day} onWait={({ start, end }) => setWanted({ date: day.date, start, end })} />
                </>
              ) : (
                <Hold>
                  {first_free
                    ? `First free: ${formatDay(first_free.date)}, ${formatWindow(first_free.start, first_free.end)}. Show more days to take it.`
                    : `Nothing is free in the next ${rules.horizon_days} days. Call us and we’ll find a way.`}
                </Hold>
              )}
              {gone && <SlotTaken slots={gone} onPick={(picked) => void take(picked)} withLink={false} />}
              <Button type="submit" wide busy={holding} busyLabel="Keeping it for you">
                {day && window ? continueWords(day.date, window) : 'Continue'}
              </Button>
              {day && window && (
                <Text size="small">
                  Free to cancel or move until <b>{freeUntilWords(window)}</b>.
                </Text>
              )}
              <Stack start>
                <BackLink to="place">Back to place</BackLink>
              </Stack>
            </Stack>
          </div>
        </Stack>
      </form>
      <Dialog open={wanted !== null} onClose={() => setWanted(null)} title="If a place frees up">
        {wanted && waitlist(wanted, calendar.reload)}
      </Dialog>
    </>
  );
}
