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
import { textOf, useSubmit, type Faults } from './use-submit.tsx';

export interface MoveTime {
  /** YYYY-MM-DD */
  date: string;
  /** HH:MM */
  start: string;
  end: string;
  free: number;
}

export interface MoveDialogProps {
  open: boolean;
  onClose: () => void;
  /** "General Service, Sat 21 Nov, 11 am – 1 pm" */
  what: string;
  /** What it costs, as a sentence. */
  terms: string;
  /** A visit to the gate becomes a pickup, also at the time it has now. */
  pickup?: boolean;
  /** The time it has now, which is not offered when it is only moved. */
  current: { date: string; start: string };
  /** YYYY-MM-DD, the first day to ask for. */
  today: string;
  /** Free times of seven days; rejects when they can not be loaded. */
  load: (fromDate: string) => Promise<MoveTime[]>;
  /** A sentence for what `load` was rejected with; a general one when left out. */
  explainLoad?: (thrown: unknown) => string;
  /** Moves it. Answers a sentence when that was refused, null when it is done. */
  move: (time: MoveTime, data: FormData) => Promise<string | null>;
  /** More to say than the time: its fields, with what is wrong with them. */
  children?: (faults: Faults) => ReactNode;
  /** Checks these fields. */
  check?: (data: FormData) => Faults;
}

const moveWords = { title: 'Move to another time', button: 'Move it', busy: 'Moving', keep: 'Keep the time' };
const pickupWords = {
  title: 'Have it picked up',
  button: 'Have it picked up',
  busy: 'Booking the pickup',
  keep: 'Keep it as it is',
};
const loadFailed = () => 'We could not load the free times. Your booking is safe. Close this and try again.';

/** Another time for a booking: the free ones as one list, seven days at a time. */
export function MoveDialog(props: MoveDialogProps) {
  const { open, onClose, what, terms, pickup = false, current, today, load, explainLoad = loadFailed } = props;
  const { move, children, check } = props;
  const words = pickup ? pickupWords : moveWords;
  const formId = useId();
  const [weeks, setWeeks] = useState(1);
  const [times, setTimes] = useState<readonly MoveTime[] | null>(null);
  const [failed, setFailed] = useState<string | null>(null);
  const { date: nowDate, start: nowStart } = current;
  const ask = useEffectEvent(load);
  const explain = useEffectEvent(explainLoad);
  useEffect(() => {
    if (!open) return undefined;
    let current = true;
    const starts = Array.from({ length: weeks }, (_, week) => addDays(today, 7 * week));
    Promise.all(starts.map((start) => ask(start))).then(
      (found) => {
        if (!current) return;
        setTimes(found.flat().filter(({ date, start }) => pickup || date !== nowDate || start !== nowStart));
        setFailed(null);
      },
      (thrown: unknown) => {
        if (current) setFailed(explain(thrown));
      },
    );
    return () => {
      current = false;
    };
  }, [open, weeks, today, pickup, nowDate, nowStart]);
  const chosenIn = (data: FormData): MoveTime | undefined =>
    times?.find(({ date, start }) => `${date} ${start}` === textOf(data, 'move-time'));
  const { busy, faults, problem, onSubmit } = useSubmit({
    check: (data) => ({ ...check?.(data), 'move-time': chosenIn(data) ? undefined : 'Choose a new time' }),
    send: async (data) => {
      const time = chosenIn(data);
      return time ? move(time, data) : null;
    },
  });
  return (
    <Dialog
      open={open}
      onClose={onClose}
      title={words.title}
      foot={
        <Row>
          <Button type="submit" form={formId} busy={busy} busyLabel={words.busy}>
            {words.button}
          </Button>
          <Button variant="line" onClick={onClose}>
            {words.keep}
          </Button>
        </Row>
      }
    >
      <form id={formId} onSubmit={onSubmit} noValidate>
        <Stack>
          <p>
            Now: {what}. {terms}
          </p>
          <FormProblem sentence={failed ?? problem} />
          {children?.(faults)}
          {times === null && failed === null && <SkeletonCard lines={4} label="Loading the free times" />}
          {times && times.length > 0 && (
            <Choices legend="Free times" dense error={faults['move-time']}>
              {times.map(({ date, start, end, free }) => (
                <Choice
                  key={`${date} ${start}`}
                  name="move-time"
                  value={`${date} ${start}`}
                  title={formatDay(date)}
                  note={formatWindow(start, end)}
                  end={free === 1 ? '1 place' : `${free} places`}
                />
              ))}
            </Choices>
          )}
          {times?.length === 0 && <p>Nothing is free on these days.</p>}
          {times && weeks < 4 && (
            <Button variant="quiet" onClick={() => setWeeks(weeks + 1)}>
              Show the next seven days
            </Button>
          )}
        </Stack>
      </form>
    </Dialog>
  );
}
