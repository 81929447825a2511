import { explainError } from '@twostroke/shared/data';
import { tickChecklist, type JobCardLine, type Tick } from '@twostroke/shared/data/bookings';
import { useRef, useState } from 'react';
import type { BookingDetail } from './read-booking.ts';

export interface LiveChecklist {
  /** As they are, with the ticks that are on their way. */
  lines: JobCardLine[];
  /** Shows a tick at once and saves it; takes it back and answers a sentence when it could not be saved. */
  tick: (tick: Tick) => Promise<string | null>;
}

/** The job card of a booking, ticked one after the other. */
export function useChecklist({ id, booking_checklist: read }: BookingDetail): LiveChecklist {
  const [saved, setSaved] = useState({ read, lines: read });
  const [underWay, setUnderWay] = useState<readonly Tick[]>([]);
  // One at a time: each answer has all lines, and the last one is the newest.
  const before = useRef<Promise<unknown>>(Promise.resolve());
  // The board is live: what it read anew holds.
  if (saved.read !== read) setSaved({ read, lines: read });

  function tick(asked: Tick): Promise<string | null> {
    setUnderWay((ticks) => [...ticks, asked]);
    const done = before.current.then(() => save(asked));
    before.current = done;
    return done;
  }

  async function save(asked: Tick): Promise<string | null> {
    try {
      const lines = await tickChecklist(id, asked);
      setSaved((known) => ({ ...known, lines }));
      return null;
    } catch (thrown) {
      return `This was not saved. ${explainError(thrown)}`;
    } finally {
      setUnderWay((ticks) => ticks.filter((other) => other !== asked));
    }
  }

  return { lines: saved.lines.map((line) => underWay.reduce(withTick, line)), tick };
}

function withTick(line: JobCardLine, { lines, done, not_needed }: Tick): JobCardLine {
  if (!lines.includes(line.line)) return line;
  return { ...line, done_at: done ? new Date().toISOString() : null, not_needed: not_needed ?? null };
}
