import { atShop } from '@twostroke/shared/domain/calendar';
import type { BookingStatus } from '@twostroke/shared/domain/database-enum';
import { formatDuration } from '@twostroke/shared/domain/duration';
import type { BoardJob } from './board-job.ts';

/** How long a job is in its status. */
export interface StateTime {
  minutes: number;
  allowed: number;
  isOver: boolean;
  /** "40 min of 1 h 30 min", "25 min over". */
  words: string;
}

const nbsp = '\u00a0';
const dayMinutes = 24 * 60;

/** What staff do when a limit is over. */
const todo: Partial<Record<BookingStatus, string>> = { awaiting_approval: 'call them', ready: 'not fetched' };

/** The time of a job in its status; null where there is no limit. @param now an instant in milliseconds */
export function stateTime(
  job: Pick<BoardJob, 'status' | 'status_since' | 'allowed_minutes'>,
  now: number,
): StateTime | null {
  const allowed = job.allowed_minutes;
  if (allowed === null) return null;
  const minutes = Math.max(0, Math.floor((now - Date.parse(job.status_since)) / 60_000));
  const beyond = minutes - allowed;
  if (beyond <= 0)
    return { minutes, allowed, isOver: false, words: `${formatDuration(minutes)} of ${formatDuration(allowed)}` };
  return {
    minutes,
    allowed,
    isOver: true,
    words: [`${longWords(beyond)} over`, todo[job.status]].filter(Boolean).join(', '),
  };
}

/** Minutes for people, in days from two days on. */
function longWords(minutes: number): string {
  const days = Math.floor(minutes / dayMinutes);
  return days < 2 ? formatDuration(minutes) : `${days}${nbsp}days`;
}

/** Which day in the workshop it is for a bike, the first is 1; null while it is not here. */
export function dayInHouse({ here_since }: Pick<BoardJob, 'here_since'>, today: string): number | null {
  if (here_since === null) return null;
  const came = atShop(here_since).date;
  return 1 + Math.max(0, Math.round((Date.parse(today) - Date.parse(came)) / (dayMinutes * 60_000)));
}
