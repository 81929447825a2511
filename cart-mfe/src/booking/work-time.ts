import { formatDuration } from '@twostroke/shared/domain/duration';

/** From this many minutes on, a job is sold as two days: it does not fit into one. */
const TWO_DAY_MINUTES = 600;

/** Working time for people: "1 h 45 min", and "2 days" for an overhaul. */
export function workTime(minutes: number): string {
  return minutes >= TWO_DAY_MINUTES ? '2\u00a0days' : formatDuration(minutes);
}
