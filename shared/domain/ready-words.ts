import { formatDay, formatTime } from './calendar.ts';

/** "Sat 28 Nov", and with a clock time "Sat 28 Nov by 6 pm". @param time HH:MM */
export function readyWords(date: string, time?: string | null): string {
  return time ? `${formatDay(date)} by ${formatTime(time)}` : formatDay(date);
}
