import type { JobCardLine } from '@twostroke/shared/api/bookings';

let count = 0;
/** The last answer to a tick, by booking: all lines of its job card. */
const answers = new Map<string, { count: number; lines: JobCardLine[] }>();

/** How many ticks this tab has saved. A reading keeps it: what was saved since may be missing in it. */
export const ticksSaved = (): number => count;

/** Keeps the answer to a tick. */
export function keepTicks(booking: string, lines: JobCardLine[]): void {
  count += 1;
  answers.set(booking, { count, lines });
}

/** The lines of the last answer, when a reading was begun before it. */
export function newerTicks(booking: string, ticksRead: number): JobCardLine[] | undefined {
  const answer = answers.get(booking);
  return answer && answer.count > ticksRead ? answer.lines : undefined;
}
