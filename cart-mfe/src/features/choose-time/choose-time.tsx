import type { FreeSlot } from '@twostroke/shared/api/slots';
import { formatDay, formatWindow } from '@twostroke/shared/domain/calendar';
import { windowsLegend } from '@twostroke/shared/domain/slot-words';
import { Button } from '@twostroke/shared/ui/button';
import { ChooseDay } from '@twostroke/shared/ui/choose-day';
import { ChooseWindow } from '@twostroke/shared/ui/choose-window';
import { FormProblem } from '@twostroke/shared/ui/form-problem';
import { Hold } from '@twostroke/shared/ui/hold';
import { Note } from '@twostroke/shared/ui/note';
import { SkeletonCard } from '@twostroke/shared/ui/skeleton';
import { Stack } from '@twostroke/shared/ui/stack';
import type { ServiceMode } from '@twostroke/shared/domain/booking-form';
import type { ShopRules } from '../../model/booking-facts.ts';
import { DraftLoadProblem } from '../../parts/draft-load-problem.tsx';
import { SlotTaken } from '../../parts/slot-taken.tsx';
import { FullWindows } from './full-windows.tsx';
import type { TimeChoice } from './use-free-times.ts';

export interface ChooseTimeProps {
  times: TimeChoice;
  mode: ServiceMode;
  rules: ShopRules;
  errorOf: (field: string) => string | undefined;
  /** The customer wants to join the waitlist of a full window. */
  onWait: (wanted: Pick<FreeSlot, 'date' | 'start' | 'end'>) => void;
}

/** A day and an arrival window, in one view. */
export function ChooseTime({ times, mode, rules, errorOf, onWait }: ChooseTimeProps) {
  const { calendar, days, day, window, choose } = times;
  if (calendar.status === 'failed')
    return <DraftLoadProblem what="the free times" error={calendar.error} onRetry={calendar.reload} />;
  if (calendar.status !== 'ready') return <SkeletonCard lines={7} label="Loading the free times" />;
  const { first_free, today } = calendar.data;
  return (
    <>
      {calendar.error && (
        <Note tone="warn" role="status">
          <p>These are the free times we knew last. We could not ask again.</p>
        </Note>
      )}
      <Stack gap="s">
        <ChooseDay
          id="date"
          fullToo
          days={days}
          today={today}
          chosen={day?.date ?? null}
          onChoose={(date) => choose(date, null)}
          error={errorOf('date')}
        />
        <FormProblem
          sentence={times.moreError && 'We could not load more days. What you chose is safe. Try again, or call us.'}
        />
        {times.hasMore && (
          <Stack start>
            <Button variant="quiet" small onClick={times.more} busy={times.loadingMore} busyLabel="Loading">
              Show the next seven days
            </Button>
          </Stack>
        )}
      </Stack>
      {day ? (
        <Stack gap="s">
          <ChooseWindow
            id="time"
            legend={windowsLegend(day.date, mode)}
            day={day}
            calendar={calendar.data}
            chosen={window?.start ?? null}
            onChoose={(start) => choose(day.date, start)}
            error={errorOf('time')}
          />
          <FullWindows day={day} onWait={({ start, end }) => onWait({ date: day.date, start, end })} />
        </Stack>
      ) : (
        <Hold>
          {first_free
            ? `First free: ${formatDay(first_free.date)}, ${formatWindow(first_free.start, first_free.end)}. Show more days to take it.`
            : `Nothing is free in the next ${rules.horizon_days} days. Call us and we’ll find a way.`}
        </Hold>
      )}
      {times.gone && <SlotTaken slots={times.gone} onPick={(picked) => void times.take(picked)} withLink={false} />}
    </>
  );
}
