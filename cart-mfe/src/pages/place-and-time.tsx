import type { FreeSlot } from '@twostroke/shared/api/slots';
import type { ValidationError } from '@twostroke/shared/domain/booking-form';
import { freeUntilWords } from '@twostroke/shared/domain/change-terms';
import { haptic } from '@twostroke/shared/state';
import { Button } from '@twostroke/shared/ui/button';
import { Dialog } from '@twostroke/shared/ui/dialog';
import { ErrorSummary } from '@twostroke/shared/ui/error-summary';
import { Hold } from '@twostroke/shared/ui/hold';
import { pin as pinIcon } from '@twostroke/shared/ui/icons';
import { savesData } from '@twostroke/shared/ui/saves-data';
import { Stack } from '@twostroke/shared/ui/stack';
import { Text } from '@twostroke/shared/ui/text';
import { useState, type FormEvent, type ReactNode } from 'react';
import { ChoosePlace } from '../features/choose-place/choose-place.tsx';
import { usePlace, type Place } from '../features/choose-place/use-place.ts';
import { ChooseTime } from '../features/choose-time/choose-time.tsx';
import { continueWords } from '../features/choose-time/continue-words.ts';
import { useFreeTimes } from '../features/choose-time/use-free-times.ts';
import type { BookingDraft, ChosenSlot, HeldTime } from '../model/booking-draft.ts';
import type { BookingFacts } from '../model/booking-facts.ts';
import type { Job } from '../model/job.ts';
import { BackLink } from '../parts/back-link.tsx';
import columns from '../parts/columns.module.css';

export interface PlaceAndTimeProps {
  facts: BookingFacts;
  job: Job;
  draft: BookingDraft;
  /** The waitlist has offered the time: only the place is asked for. */
  isOffered: boolean;
  onChange: (change: Partial<BookingDraft>) => void;
  onDone: (time?: { slot: ChosenSlot; hold: HeldTime | null }) => void;
  /** The server's rejection, if it is about place or time. */
  rejected: ValidationError | null;
  unservedPin: (pin: string) => ReactNode;
  /** The waitlist form for a full window. @param onFree called when the window turns out to have a free place */
  waitlist: (wanted: WantedWindow, job: Job, onFree: () => void) => ReactNode;
}

type WantedWindow = Pick<FreeSlot, 'date' | 'start' | 'end'>;

/** The step for place and time: the days follow the place, which they depend on. */
export function PlaceAndTime(props: PlaceAndTimeProps) {
  const { facts, job, draft, isOffered, onChange, onDone, rejected, unservedPin, waitlist } = props;
  const [attempt, setAttempt] = useState(0);
  const [wanted, setWanted] = useState<WantedWindow | null>(null);
  const place = usePlace(facts, job, draft.mode, draft.address);
  const timeJob = place.mode && !isOffered ? { ...job, mode: place.mode } : null;
  const times = useFreeTimes(timeJob ?? jobAhead(job, place, isOffered), draft, (slot, hold) => onDone({ slot, hold }));
  const found = [...place.errors, ...(timeJob && times.missing ? [times.missing] : [])];
  const server = times.unfit ?? rejected;
  const errors = attempt > 0 && found.length > 0 ? found : server ? [server] : [];
  const errorOf = (field: string): string | undefined => errors.find((each) => each.field === field)?.message;
  const { day, window } = timeJob ? times : { day: null, window: null };

  function submit(event: FormEvent): void {
    event.preventDefault();
    setAttempt(attempt + 1);
    if (found.length > 0) haptic('refused');
    else if (isOffered) onDone();
    else if (day && window) void times.take({ date: day.date, ...window });
  }

  return (
    <Stack gap="l">
      <ErrorSummary errors={errors.map(({ field, message }) => ({ fieldId: field, message }))} attempt={attempt} />
      <div className={columns.even}>
        <ChoosePlace
          facts={facts}
          place={place}
          address={draft.address}
          form="visit"
          onChange={(change) => {
            // The fields of another place have just appeared: they can't be filled in yet.
            if (change.mode) setAttempt(0);
            onChange(change);
          }}
          errorOf={errorOf}
          unservedPin={unservedPin}
        />
        <form id="visit" onSubmit={submit} noValidate>
          <Stack>
            {timeJob && (
              <ChooseTime times={times} mode={timeJob.mode} rules={facts.shop} errorOf={errorOf} onWait={setWanted} />
            )}
            {!place.mode && <Hold icon={pinIcon}>Choose the place, and the free times show here.</Hold>}
            <Button type="submit" wide busy={times.holding} busyLabel="Keeping it for you">
              {day && window ? continueWords(day.date, window) : 'Continue'}
            </Button>
            {day && window && (
              <Text size="small">
                Free to cancel or move until <b>{freeUntilWords(window)}</b>.
              </Text>
            )}
            <Stack start>
              <BackLink to="services">Back to bike and service</BackLink>
            </Stack>
          </Stack>
        </form>
      </div>
      <Dialog open={wanted !== null} onClose={() => setWanted(null)} title="If a place frees up">
        {wanted && timeJob && waitlist(wanted, timeJob, times.calendar.reload)}
      </Dialog>
    </Stack>
  );
}

/** The workshop needs no address: its free times are asked for while the place is chosen. */
function jobAhead(job: Job, { quotes }: Place, isOffered: boolean): Job | null {
  const isOpen = quotes?.workshop.refusals.length === 0;
  return isOpen && !isOffered && !savesData() ? { ...job, mode: 'workshop' } : null;
}
