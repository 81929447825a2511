import type { ArrivalWindow, SlotCalendar, SlotDay, UnavailableReason } from '../contracts/answers/slots.ts';
import type { ServiceMode } from './booking-form.ts';
import { formatDay, formatTime, formatWindow, nearDay } from './calendar.ts';
import { formatJobTime } from './duration.ts';

const ends: Record<UnavailableReason, string> = {
  full: 'full',
  past: 'over',
  weather: 'rain',
  too_soon: 'too soon',
  too_long: 'too late',
  closed: 'closed',
};

/** At the right end of a window that can't be booked. */
export function unavailableLabel(why: UnavailableReason): string {
  return ends[why];
}

/** Under a window: when the bike is ready, or why it can't start here. */
export function windowNote(
  window: ArrivalWindow,
  day: SlotDay,
  job: Pick<SlotCalendar, 'minutes' | 'windows' | 'two_day'>,
): string | null {
  if (window.why === 'too_long') return `your service needs ${formatJobTime(job)}, more than is left of the day`;
  if (window.why === 'too_soon') return 'we need more time to get ready';
  if (window.why) return null;
  if (job.two_day) return 'ready two working days later';
  const last = day.windows[day.windows.indexOf(window) + job.windows - 1];
  return last ? `ready by about ${formatTime(last.end)}` : null;
}

/** Places left on a day. */
export function freeOnDay(day: SlotDay): number {
  return day.windows.reduce((sum, { free }) => sum + free, 0);
}

/** Why a whole day can't be booked; null when it can. */
export function unavailableDayNote(day: SlotDay): string | null {
  if (day.closed !== null) return day.closed || 'Closed on this day';
  if (freeOnDay(day) > 0) return null;
  const reasons = new Set(day.windows.map(({ why }) => why));
  for (const why of ['weather', 'full', 'too_soon', 'too_long', 'past', 'closed'] as const)
    if (reasons.has(why)) return ends[why];
  return 'closed';
}

/** The same in a word that fits into a cell. */
export function unavailableDayWord(day: SlotDay): string {
  if (day.closed !== null) return 'Shut';
  const why = unavailableDayNote(day) ?? '';
  return ends.too_soon === why || ends.too_long === why ? '–' : why.charAt(0).toUpperCase() + why.slice(1);
}

/** What differs from other days: "10 am – 4 pm", "Diwali", the remark of the shop. */
export function dayRemark(day: SlotDay): string | null {
  if (day.closed !== null) return day.closed || null;
  return day.note ?? (freeOnDay(day) > 0 ? shortDay(day) : null);
}

/** Hours of a day that starts late or ends early: "until 4 pm", "10 am – 4 pm". */
function shortDay({ windows }: SlotDay): string | null {
  const first = windows[0];
  const last = windows.at(-1);
  if (!first || !last || (first.start <= '09:00' && last.end >= '18:00')) return null;
  return first.start <= '09:00' ? `until ${formatTime(last.end)}` : formatWindow(first.start, last.end);
}

/** What a screen reader says after the day: "tomorrow, 3 places, 10 am – 4 pm". */
export function spokenDay(day: SlotDay, today: string): string {
  const free = freeOnDay(day);
  const places = unavailableDayNote(day) ?? (free === 1 ? '1 place left' : `${free} places`);
  const remark = day.closed === null ? dayRemark(day) : null;
  return [nearDay(day.date, today), places, remark].filter(Boolean).join(', ');
}

/** Whether only other bookings make the window unavailable. */
export function isFull(day: SlotDay): boolean {
  return day.closed === null && freeOnDay(day) === 0 && day.windows.some(({ why }) => why === 'full');
}

/** Above the windows: "Sat 21 Nov, we reach your gate between". */
export function windowsLegend(date: string, mode: ServiceMode): string {
  const what = {
    doorstep: 'we reach your gate between',
    pickup: 'pickup between',
    workshop: 'come between',
  };
  return `${formatDay(date)}, ${what[mode]}`;
}
