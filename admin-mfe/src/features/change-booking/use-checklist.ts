import { tickChecklist, type JobCardLine, type ChecklistUpdate } from '@twostroke/shared/api/bookings';
import { useState } from 'react';
import { explain } from '../../messages.ts';
import type { AdminBooking } from './read-booking.ts';
import { keepTicks, newerTicks } from './saved-ticks.ts';

export interface LiveChecklist {
  /** The lines, with ticks that are still being saved. */
  lines: JobCardLine[];
  /** Shows a tick at once and saves it; undoes it and returns a sentence when it could not be saved. */
  tick: (tick: ChecklistUpdate) => Promise<string | null>;
}

/**
 * What is being saved of each job card, by booking. One tick at a time: each answer contains all lines, and the last one
 * is the newest.
 */
const saving = new Map<string, Promise<unknown>>();

/** Resolves when no tick of this job card is under way: a step that needs every line ticked must not overtake one. */
export const ticksSettled = (booking: string): Promise<unknown> => saving.get(booking) ?? Promise.resolve();

/** The job card of a booking, with ticks saved in order. */
export function useChecklist({
  id,
  booking_checklist: read,
  ticks_read,
}: Pick<AdminBooking, 'id' | 'booking_checklist' | 'ticks_read'>): LiveChecklist {
  const [saved, setSaved] = useState({ read, lines: newerTicks(id, ticks_read) ?? read });
  const [underWay, setUnderWay] = useState<readonly ChecklistUpdate[]>([]);
  // The board is live: reloaded data replaces the local state, unless a tick was saved while it was read.
  if (saved.read !== read) setSaved({ read, lines: newerTicks(id, ticks_read) ?? read });

  function tick(asked: ChecklistUpdate): Promise<string | null> {
    setUnderWay((ticks) => [...ticks, asked]);
    const done = ticksSettled(id).then(() => save(asked));
    saving.set(id, done);
    void done.then(() => saving.get(id) === done && saving.delete(id));
    return done;
  }

  async function save(asked: ChecklistUpdate): Promise<string | null> {
    try {
      const lines = await tickChecklist(id, asked);
      keepTicks(id, lines);
      setSaved((known) => ({ ...known, lines }));
      return null;
    } catch (thrown) {
      return `This was not saved. ${explain(thrown)}`;
    } finally {
      setUnderWay((ticks) => ticks.filter((other) => other !== asked));
    }
  }

  return { lines: saved.lines.map((line) => underWay.reduce(withTick, line)), tick };
}

function withTick(line: JobCardLine, { lines, done, not_needed }: ChecklistUpdate): JobCardLine {
  if (!lines.includes(line.line)) return line;
  return { ...line, done_at: done ? new Date().toISOString() : null, not_needed: not_needed ?? null };
}
