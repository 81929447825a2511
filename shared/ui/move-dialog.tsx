import { addDays, formatDay, formatWindow } from '@twostroke/shared/domain/calendar';
import { useEffect, useEffectEvent, useState } from 'react';
import { Button } from './button.tsx';
import { Choice } from './choice.tsx';
import { Choices } from './choices.tsx';
import { Dialog } from './dialog.tsx';
import { FormProblem } from './form-problem.tsx';
import { Row } from './row.tsx';
import { SkeletonCard } from './skeleton.tsx';
import { Stack } from './stack.tsx';
import { textOf, useSubmit } from './use-submit.tsx';

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
  /** The time it has now, which is not offered. */
  current: { date: string; start: string };
  /** YYYY-MM-DD, the first day to ask for. */
  today: string;
  /** Free times of seven days; rejects when they can not be loaded. */
  load: (fromDate: string) => Promise<MoveTime[]>;
  /** Moves it. Answers a sentence when that was refused, null when it is done. */
  move: (time: MoveTime) => Promise<string | null>;
}

/** Another time for a booking: the free ones as one list, seven days at a time. */
export function MoveDialog({ open, onClose, what, terms, current, today, load, move }: MoveDialogProps) {
  const [weeks, setWeeks] = useState(1);
  const [times, setTimes] = useState<readonly MoveTime[] | null>(null);
  const [failed, setFailed] = useState(false);
  const { date: nowDate, start: nowStart } = current;
  const ask = useEffectEvent(load);
  useEffect(() => {
    if (!open) return undefined;
    let current = true;
    const starts = Array.from({ length: weeks }, (_, week) => addDays(today, 7 * week));
    Promise.all(starts.map((start) => ask(start))).then(
      (found) => {
        if (!current) return;
        setTimes(found.flat().filter(({ date, start }) => date !== nowDate || start !== nowStart));
        setFailed(false);
      },
      () => {
        if (current) setFailed(true);
      },
    );
    return () => {
      current = false;
    };
  }, [open, weeks, today, nowDate, nowStart]);
  const chosenIn = (data: FormData): MoveTime | undefined =>
    times?.find(({ date, start }) => `${date} ${start}` === textOf(data, 'move-time'));
  const { busy, faults, problem, onSubmit } = useSubmit({
    check: (data) => ({ 'move-time': chosenIn(data) ? undefined : 'Choose a new time' }),
    send: async (data) => {
      const time = chosenIn(data);
      return time ? move(time) : null;
    },
  });
  return (
    <Dialog
      open={open}
      onClose={onClose}
      title="Move to another time"
      foot={
        <Row>
          <Button type="submit" form="move-form" busy={busy} busyLabel="Moving">
            Move it
          </Button>
          <Button variant="line" onClick={onClose}>
            Keep the time
          </Button>
        </Row>
      }
    >
      <form id="move-form" onSubmit={onSubmit} noValidate>
        <Stack>
          <p>
            Now: {what}. {terms}
          </p>
          <FormProblem
            sentence={
              failed ? 'We could not load the free times. Your booking is safe. Close this and try again.' : problem
            }
          />
          {times === null && !failed && <SkeletonCard lines={4} label="Loading the free times" />}
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
