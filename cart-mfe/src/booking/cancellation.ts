import { addDays, formatDay, formatTime } from '@twostroke/shared/domain/calendar';

/**
 * Until when a booking is free to cancel, as a clock time: "9 am on Sat 21 Nov".
 * @param start 'HH:MM'
 * @param freeHours the shop's cancel_free_hours, at most 48
 */
export function freeToCancelUntil(date: string, start: string, freeHours: number): string {
  const [hours = 0, minutes = 0] = start.split(':').map(Number);
  const hour = hours - freeHours;
  const day = addDays(date, Math.floor(hour / 24));
  const time = `${String((hour + 48) % 24).padStart(2, '0')}:${String(minutes).padStart(2, '0')}`;
  return `${formatTime(time)} on ${formatDay(day)}`;
}
