import { addDays, formatDay, formatTime } from './calendar.ts';

/** Hours before the arrival window until which a customer cancels free and without calling. */
const FREE_HOURS = 2;

/** Until when a booking is free to cancel, as a clock time: "9 am on Sat 21 Nov". @param start 'HH:MM' */
export function freeToCancelUntil(date: string, start: string): string {
  const [hours = 0, minutes = 0] = start.split(':').map(Number);
  const hour = hours - FREE_HOURS;
  const day = hour < 0 ? addDays(date, -1) : date;
  const time = `${String((hour + 24) % 24).padStart(2, '0')}:${String(minutes).padStart(2, '0')}`;
  return `${formatTime(time)} on ${formatDay(day)}`;
}
