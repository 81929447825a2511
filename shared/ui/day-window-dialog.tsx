import type { ArrivalWindow, SlotCalendar, SlotDay } from '@twostroke/shared/contracts/answers/slots';
import { formatDay, formatWindow } from '@twostroke/shared/domain/calendar';
import { freeOnDay } from '@twostroke/shared/domain/slot-words';
import { useId, useState, type ReactNode } from 'react';
import { Button } from './button.tsx';
import { ChooseDay } from './choose-day.tsx';
import { ChooseWindow } from './choose-window.tsx';
import { Dialog } from './dialog.tsx';
import { FormProblem } from './form-problem.tsx';
import { PriceButton } from './price-button.tsx';
import { SkeletonCard } from './skeleton.tsx';
import { Stack } from './stack.tsx';
import type { PriceChange } from './use-price-change.tsx';
import { useSubmit, type FieldErrors } from './use-submit.tsx';

/** A window of a day. */
export interface DayWindow {
  /** YYYY-MM-DD */
  date: string;
  /** HH:MM */
  start: string;
  end: string;
}

export interface DayWindowWords {
  title: string;
  /** On the button, and as the error, while no window is chosen. */
  required: string;
  /** On the button. @param time "Thu 26 Nov, 11 am – 1 pm" */
  button: (time: string) => string;
  /** On the button once the price has changed: the chosen time stands above. @param price "₹100" */
  atPrice: (price: string) => string;
  busy: string;
  /** Closes the dialog. */
  keep: string;
}

/** Free times, as `useSlotDays` of shared/api reads them. */
export interface DayWindowTimes {
  calendar: { reload: () => void } & (
    | { status: 'idle' | 'loading' }
    | { status: 'failed'; error: unknown }
    | { status: 'ready'; data: Pick<SlotCalendar, 'today' | 'minutes' | 'windows' | 'two_day'> }
  );
  days: readonly SlotDay[];
  hasMore: boolean;
  more: () => void;
  loadingMore: boolean;
  moreError: unknown;
}

export interface DayWindowDialogProps {
  open: boolean;
  onClose: () => void;
  words: DayWindowWords;
  /** What the window is for. */
  intro: string;
  times: DayWindowTimes;
  /** A sentence for the error that the times could not be loaded with. */
  explainTimes: (error: unknown) => string;
  /** Above the windows of a day. */
  legend: (date: string) => string;
  /** The window that is not offered: the booking has it. */
  own?: Pick<DayWindow, 'date' | 'start'> | undefined;
  /** The day that is shown first instead of the first free one, and the window that is chosen there when it is free. */
  asked?: Pick<DayWindow, 'date' | 'start'> | null;
  /** What it costs, as `movePrice` says it, and whether that has changed. */
  price: PriceChange & { words: string };
  /** Takes the window. Returns a sentence when it was rejected, null when it succeeded. */
  take: (time: DayWindow, data: FormData) => Promise<string | null>;
  /** Further fields, with their validation errors. */
  children?: (errors: FieldErrors) => ReactNode;
  /** Validates these fields. */
  check?: (data: FormData) => FieldErrors;
}

/**
 * A dialog to choose a day and a window, as in the booking. The windows of the first free day are shown, but none is
 * chosen unless it was asked for; the button says what it does with the chosen one.
 */
export function DayWindowDialog(props: DayWindowDialogProps) {
  const {
    open,
    onClose,
    words,
    intro,
    times,
    explainTimes,
    legend,
    own,
    asked = null,
    price,
    take,
    children,
    check,
  } = props;
  const { calendar } = times;
  const formId = useId();
  const [choice, setChoice] = useState<{ date: string; start: string | null } | null>(asked);
  const days = times.days.map((day) => withoutOwn(day, own));
  const day = (choice && days.find(({ date }) => date === choice.date)) ?? days.find((each) => freeOnDay(each) > 0);
  const chosen = day?.windows.find(({ start, why }) => why === null && start === choice?.start);
  const time: DayWindow | null = day && chosen ? { date: day.date, start: chosen.start, end: chosen.end } : null;
  const { busy, errors, problem, onSubmit } = useSubmit({
    check: (data) => ({ ...check?.(data), time: time ? undefined : words.required }),
    send: async (data) => {
      const rejection = time && (await take(time, data));
      // It may have been taken by somebody else.
      if (rejection) calendar.reload();
      else setChoice(null);
      return rejection;
    },
  });
  function close(): void {
    setChoice(null);
    onClose();
  }
  return (
    <Dialog
      open={open}
      onClose={close}
      title={words.title}
      foot={
        <Stack gap="s">
          <FormProblem sentence={problem} />
          <PriceButton form={formId} wide change={time ? price : unchanged} busy={busy} busyLabel={words.busy}>
            {time ? label(words, inWords(time), price) : words.required}
          </PriceButton>
          <Button variant="line" wide onClick={close}>
            {words.keep}
          </Button>
        </Stack>
      }
    >
      <form id={formId} onSubmit={onSubmit} noValidate>
        <Stack>
          <p>{intro}</p>
          {children?.(errors)}
          {calendar.status === 'failed' && <FormProblem sentence={explainTimes(calendar.error)} />}
          {(calendar.status === 'idle' || calendar.status === 'loading') && (
            <SkeletonCard lines={4} label="Loading the free times" />
          )}
          {calendar.status === 'ready' && (
            <>
              <Stack gap="s" start>
                <ChooseDay
                  days={days}
                  today={calendar.data.today}
                  chosen={day?.date ?? null}
                  onChoose={(date) => setChoice({ date, start: null })}
                />
                {times.moreError !== null && <FormProblem sentence={explainTimes(times.moreError)} />}
                {times.hasMore && (
                  <Button variant="quiet" small onClick={times.more} busy={times.loadingMore} busyLabel="Loading">
                    Show the next seven days
                  </Button>
                )}
              </Stack>
              {day ? (
                <ChooseWindow
                  legend={legend(day.date)}
                  day={day}
                  calendar={calendar.data}
                  own={own?.date === day.date ? own.start : null}
                  chosen={chosen?.start ?? null}
                  onChoose={(start) => setChoice({ date: day.date, start })}
                  error={time ? undefined : errors.time}
                />
              ) : (
                <p>Nothing is free on these days.</p>
              )}
            </>
          )}
        </Stack>
      </form>
    </Dialog>
  );
}

/** Without a chosen time there is nothing to accept. */
const unchanged = { was: null, isNew: false };

function label(words: DayWindowWords, time: string, price: DayWindowDialogProps['price']): string {
  return price.was === null ? words.button(time) : words.atPrice(price.words);
}

/** "Thu 26 Nov, 11 am – 1 pm" */
function inWords({ date, start, end }: DayWindow): string {
  return `${formatDay(date)}, ${formatWindow(start, end)}`;
}

/** Its own window offers a booking nothing. */
function withoutOwn(day: SlotDay, own: DayWindowDialogProps['own']): SlotDay {
  if (own?.date !== day.date) return day;
  const taken = (window: ArrivalWindow): ArrivalWindow => ({ ...window, free: 0, why: window.why ?? 'full' });
  return { ...day, windows: day.windows.map((window) => (window.start === own.start ? taken(window) : window)) };
}
