import { addDays, formatTime, weekdayOf } from '@twostroke/shared/domain/calendar';
import { formatDuration } from '@twostroke/shared/domain/duration';
import { bikeOf, type PlannedJob } from '../../model/board-job.ts';

/** A job of the week as a stroke. Times are HH:MM:SS. */
export interface WeekJob extends PlannedJob {
  minutes: number;
  bike_name: string;
  customer_name: string;
  areas: { name: string } | null;
  estimated_price: number;
  /** The bill; null before there is one. */
  final_price: number | null;
}

/** A job on the axis of its day, in minutes after midnight. */
export interface Stroke {
  job: WeekJob;
  from: number;
  until: number;
}

/** Monday of the week of a day. */
export function mondayOf(date: string): string {
  return addDays(date, -((weekdayOf(date) + 6) % 7));
}

export function daysOf(monday: string): string[] {
  return Array.from({ length: 7 }, (_, index) => addDays(monday, index));
}

/** '09:30:00' is 570. */
export function minutesOf(time: string): number {
  const [hours = 0, minutes = 0] = time.split(':').map(Number);
  return hours * 60 + minutes;
}

/** The length of a day's arrival windows together. @param closesAt of a day that closes earlier than usual */
export function minutesOpen(windows: readonly { starts: string; ends: string }[], closesAt: string | null): number {
  const close = closesAt === null ? Infinity : minutesOf(closesAt);
  return windows.reduce(
    (sum, { starts, ends }) => sum + Math.max(0, Math.min(minutesOf(ends), close) - minutesOf(starts)),
    0,
  );
}

/** The jobs of one person and day, one after the other: two of one window do not overlap. */
export function strokesOf(jobs: readonly WeekJob[]): Stroke[] {
  let free = 0;
  return [...jobs]
    .sort((a, b) => a.booking_time.localeCompare(b.booking_time))
    .map((job) => {
      const from = Math.max(free, minutesOf(job.booking_time));
      free = from + job.minutes;
      return { job, from, until: free };
    });
}

/** "11 am, General Service, 1 h 45 min". */
export function jobWords({ booking_time, service, minutes }: WeekJob): string {
  return [formatTime(booking_time), service ?? 'Service', formatDuration(minutes)].join(', ');
}

/** The figures at the end of the plate. */
export function tailOf(job: WeekJob): string {
  return bikeOf(job).slice(-4);
}
