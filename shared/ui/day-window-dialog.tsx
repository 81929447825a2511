import { addDays, formatDay, formatWindow } from '@twostroke/shared/domain/calendar';
import { useEffect, useEffectEvent, useId, useState, type ReactNode } from 'react';
import { Button } from './button.tsx';
import { Choice } from './choice.tsx';
import { Choices } from './choices.tsx';
import { Dialog } from './dialog.tsx';
import { FormProblem } from './form-problem.tsx';
import { Row } from './row.tsx';
import { SkeletonCard } from './skeleton.tsx';
import { Stack } from './stack.tsx';
import { textOf, useSubmit, type FieldErrors } from './use-submit.tsx';

/** A day, a window of it, and how many places it has. */
export interface DayWindow {
  /** YYYY-MM-DD */
  date: string;
  /** HH:MM */
  start: string;
  end: string;
  free: number;
}

export interface DayWindowWords {
  title: string;
  button: string;
  busy: string;
  /** Closes the dialog. */
  keep: string;
  /** Above the windows. */
  legend: string;
  loading: string;
  /** Instead of windows. */
  none: string;
  /** Loads seven days more. */
  more: string;
  /** When none is chosen. */
  required: string;
  /** Beside a window. */
  places: (free: number) => string;
}

export interface DayWindowDialogProps {
  open: boolean;
  onClose: () => void;
  words: DayWindowWords;
  /** What the window is for. */
  intro: string;
  /** The window that is not offered. */
  except?: { date: string; start: string } | undefined;
  /** YYYY-MM-DD, the first day to ask for. */
  today: string;
  /** Free times of seven days, and the last day that can be booked; rejects when they can't be loaded. */
  load: (fromDate: string) => Promise<{ times: DayWindow[]; lastDay: string }>;
  /** A sentence for the error that `load` was rejected with. */
  explainLoad: (thrown: unknown) => string;
  /** Takes the window. Returns a sentence when it was rejected, null when it succeeded. */
  take: (time: DayWindow, data: FormData) => Promise<string | null>;
  /** Further fields, with their validation errors. */
  children?: (errors: FieldErrors) => ReactNode;
  /** Validates these fields. */
  check?: (data: FormData) => FieldErrors;
}

/** A dialog to choose a day and a window: all in one list, seven days at a time. */
export function DayWindowDialog(props: DayWindowDialogProps) {
  const { open, onClose, words, intro, except, today, load, explainLoad, take, children, check } = props;
  const formId = useId();
  const [weeks, setWeeks] = useState(1);
  const [times, setTimes] = useState<readonly DayWindow[] | null>(null);
  const [lastDay, setLastDay] = useState('');
  const [failed, setFailed] = useState<string | null>(null);
  const { date: exceptDate, start: exceptStart } = except ?? {};
  const ask = useEffectEvent(load);
  const explain = useEffectEvent(explainLoad);
  useEffect(() => {
    if (!open) return undefined;
    let current = true;
    const starts = Array.from({ length: weeks }, (_, week) => addDays(today, 7 * week));
    Promise.all(starts.map((start) => ask(start))).then(
      (found) => {
        if (!current) return;
        setLastDay(found[0]?.lastDay ?? '');
        const all = found.flatMap((days) => days.times);
        setTimes(all.filter(({ date, start }) => date !== exceptDate || start !== exceptStart));
        setFailed(null);
      },
      (thrown: unknown) => {
        if (current) setFailed(explain(thrown));
      },
    );
    return () => {
      current = false;
    };
  }, [open, weeks, today, exceptDate, exceptStart]);
  const chosenIn = (data: FormData): DayWindow | undefined =>
    times?.find(({ date, start }) => `${date} ${start}` === textOf(data, 'time'));
  const { busy, errors, problem, onSubmit } = useSubmit({
    check: (data) => ({ ...check?.(data), time: chosenIn(data) ? undefined : words.required }),
    send: async (data) => {
      const time = chosenIn(data);
      return time ? take(time, data) : null;
    },
  });
  return (
    <Dialog
      open={open}
      onClose={onClose}
      title={words.title}
      foot={
        <Stack>
          <FormProblem sentence={problem} />
          <Row>
            <Button type="submit" form={formId} busy={busy} busyLabel={words.busy}>
              {words.button}
            </Button>
            <Button variant="line" onClick={onClose}>
              {words.keep}
            </Button>
          </Row>
        </Stack>
      }
    >
      <form id={formId} onSubmit={onSubmit} noValidate>
        <Stack>
          <p>{intro}</p>
          <FormProblem sentence={failed} />
          {children?.(errors)}
          {times === null && failed === null && <SkeletonCard lines={4} label={words.loading} />}
          {times && times.length > 0 && (
            <Choices legend={words.legend} dense error={errors.time}>
              {times.map(({ date, start, end, free }) => (
                <Choice
                  key={`${date} ${start}`}
                  name="time"
                  value={`${date} ${start}`}
                  title={formatDay(date)}
                  note={formatWindow(start, end)}
                  end={words.places(free)}
                />
              ))}
            </Choices>
          )}
          {times?.length === 0 && <p>{words.none}</p>}
          {times && addDays(today, 7 * weeks) <= lastDay && (
            <Button variant="quiet" onClick={() => setWeeks(weeks + 1)}>
              {words.more}
            </Button>
          )}
        </Stack>
      </form>
    </Dialog>
  );
}
