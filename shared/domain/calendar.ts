/*
 * Days and times of the shop, as the strings the database uses: 'YYYY-MM-DD' and 'HH:MM' (or 'HH:MM:SS').
 * The shop is in one zone, Asia/Kolkata; the browser's zone is never used.
 */
const weekdays = ['Sun', 'Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat'] as const;
const months = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec'] as const;
const nbsp = '\u00a0';
/** Keeps both sides of a dash on one line. */
const wordJoiner = '\u2060';

/** Noon in UTC of that day: far from every change of day. @throws RangeError when it is not a date */
function dayOf(date: string): Date {
  const day = new Date(`${date}T12:00:00Z`);
  if (Number.isNaN(day.getTime())) throw new RangeError(`not a date: ${date}`);
  return day;
}

/** Day of the week, Sunday is 0, as in the table of business hours. */
export function weekdayOf(date: string): number {
  return dayOf(date).getUTCDay();
}

export const dayNames = ['Sunday', 'Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday'];

/** '2026-11-21' is "Saturday". */
export function dayName(date: string): string {
  return dayNames[weekdayOf(date)] ?? '';
}

/** `addDays('2026-11-30', 1)` is '2026-12-01'. */
export function addDays(date: string, days: number): string {
  const day = dayOf(date);
  day.setUTCDate(day.getUTCDate() + days);
  return day.toISOString().slice(0, 10);
}

/** '2026-11-21' is "Sat 21 Nov". */
export function formatDay(date: string): string {
  const day = dayOf(date);
  return `${weekdays[day.getUTCDay()]} ${day.getUTCDate()}${nbsp}${months[day.getUTCMonth()]}`;
}

/** '2026-11-20' is "20 Nov 2026": for lasting documents such as an invoice. */
export function formatDate(date: string): string {
  const day = dayOf(date);
  return `${day.getUTCDate()}${nbsp}${months[day.getUTCMonth()]} ${day.getUTCFullYear()}`;
}

/** "today" or "tomorrow" when it is, else null. */
export function nearDay(date: string, today: string): 'today' | 'tomorrow' | null {
  if (date === today) return 'today';
  return date === addDays(today, 1) ? 'tomorrow' : null;
}

interface ClockTime {
  /** '2:30', '9'; noon is '12' with the half 'noon'. */
  figure: string;
  half: 'am' | 'pm' | 'noon';
}

function clockTime(time: string): ClockTime {
  const [hours, minutes] = minutesOf(time);
  const figure = `${hours % 12 || 12}${minutes > 0 ? `:${String(minutes).padStart(2, '0')}` : ''}`;
  if (hours === 12 && minutes === 0) return { figure, half: 'noon' };
  return { figure, half: hours < 12 ? 'am' : 'pm' };
}

function minutesOf(time: string): [hours: number, minutes: number] {
  const parts = /^(\d{2}):(\d{2})/.exec(time);
  if (!parts) throw new RangeError(`not a time: ${time}`);
  return [Number(parts[1]), Number(parts[2])];
}

/** '14:30' is "2:30 pm", '09:00' is "9 am", '12:00' is "12 noon". */
export function formatTime(time: string): string {
  const { figure, half } = clockTime(time);
  return `${figure}${nbsp}${half}`;
}

/** '11:00' to '13:00' is "11 am – 1 pm", '09:00' to '11:00' is "9–11 am". */
export function formatWindow(start: string, end: string): string {
  const from = clockTime(start);
  const until = clockTime(end);
  if (from.half === until.half) return `${from.figure}–${wordJoiner}${until.figure}${nbsp}${until.half}`;
  return `${formatTime(start)} – ${formatTime(end)}`;
}

/** The same for a row under "between": "9 and 11 am", "11 am and 1 pm". */
export function formatWindowInWords(start: string, end: string): string {
  const from = clockTime(start);
  const until = clockTime(end);
  return `${from.half === until.half ? from.figure : formatTime(start)} and ${formatTime(end)}`;
}

/** Asia/Kolkata is this far ahead of UTC, all year. `Intl`, which knows all zones, is slow to start on a phone. */
const SHOP_AHEAD_MS = 330 * 60_000;

/**
 * Day and time at the shop of an instant.
 * @param instant ISO 8601 with a zone, as the database sends it
 * @throws RangeError when it is not an instant
 */
export function atShop(instant: string | Date): { date: string; time: string } {
  const shopClock = new Date(new Date(instant).getTime() + SHOP_AHEAD_MS).toISOString();
  return { date: shopClock.slice(0, 10), time: shopClock.slice(11, 16) };
}

/** An instant for people: "Fri 20 Nov, 10:12 am", in the shop's time. */
export function formatInstant(instant: string | Date): string {
  const { date, time } = atShop(instant);
  return `${formatDay(date)}, ${formatTime(time)}`;
}
