import type { ServiceMode } from '@twostroke/shared/domain/booking-form';
import { formatDay, formatTime, formatWindow } from '@twostroke/shared/domain/calendar';
import { formatJobTime } from '@twostroke/shared/domain/duration';
import type { ArrivalWindow, SlotCalendar, SlotDay, UnavailableReason } from '@twostroke/shared/api/slots';

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

/** "Continue with Sat, 11 am – 1 pm". */
export function continueWords(date: string, window: ArrivalWindow): string {
  return `Continue with ${formatDay(date).slice(0, 3)}, ${formatWindow(window.start, window.end)}`;
}
