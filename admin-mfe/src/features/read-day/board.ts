import { weekdayOf } from '@twostroke/shared/domain/calendar';
import type { BookingRow } from '../../bookings/booking-row.ts';

/** Times are `HH:MM:SS`. */
export interface Window {
  starts: string;
  ends: string;
}

/** Places of a mode; null means every weekday or every window. */
export interface Capacity {
  mode: string;
  weekday: number | null;
  window_start: string | null;
  places: number;
}

export interface TakenPlace {
  mode: string;
  window_start: string;
}

/** Somebody in line for a window that is full. */
export interface Waiting {
  id: string;
  mode: string;
  booking_time: string;
  customer_name: string;
  phone: string;
  bike_name: string;
  /** ISO instant until which a place is held; null while there is none. */
  offer_ends_at: string | null;
}

export interface BoardCell extends Window {
  used: number;
  places: number;
  bookings: BookingRow[];
  /** The first in line first. */
  waiting: Waiting[];
}

export interface BoardRow {
  mode: string;
  cells: BoardCell[];
}

const modes = ['doorstep', 'pickup', 'workshop'] as const;

/** Places of a window: an exception for weekday and window wins, then one for the weekday, then one for the window. */
export function placesOf(capacities: readonly Capacity[], mode: string, weekday: number, starts: string): number {
  const rank = ({ weekday: day, window_start: start }: Capacity): number =>
    (day === null ? 0 : 2) + (start === null ? 0 : 1);
  const fitting = capacities.filter(
    (row) =>
      row.mode === mode &&
      (row.weekday === null || row.weekday === weekday) &&
      (row.window_start === null || row.window_start === starts),
  );
  return fitting.sort((a, b) => rank(b) - rank(a))[0]?.places ?? 0;
}

/** A day as a table: one row per way of meeting, one column per arrival window. */
export function boardOf(day: {
  date: string;
  bookings: readonly BookingRow[];
  windows: readonly Window[];
  capacities: readonly Capacity[];
  taken: readonly TakenPlace[];
  waiting: readonly Waiting[];
}): { windows: Window[]; rows: BoardRow[] } {
  const weekday = weekdayOf(day.date);
  const windows = allWindows(day.windows, day.bookings);
  const rows = modes.map((mode) => ({
    mode,
    cells: windows.map((window) => ({
      ...window,
      used: day.taken.filter((place) => place.mode === mode && place.window_start === window.starts).length,
      places: placesOf(day.capacities, mode, weekday, window.starts),
      bookings: day.bookings.filter((booking) => booking.mode === mode && booking.booking_time === window.starts),
      waiting: day.waiting.filter((one) => one.mode === mode && one.booking_time === window.starts),
    })),
  }));
  return { windows, rows };
}

/** Windows of the day, and those of bookings made before the hours were changed. */
function allWindows(windows: readonly Window[], bookings: readonly BookingRow[]): Window[] {
  const all = new Map(windows.map((window) => [window.starts, window]));
  for (const { booking_time: starts, window_end: ends } of bookings)
    if (!all.has(starts)) all.set(starts, { starts, ends });
  return [...all.values()].sort((a, b) => a.starts.localeCompare(b.starts));
}

/** Visits to a gate that are still to come. @param now `HH:MM` at the shop when the day is today, else null */
export function gateVisits(bookings: readonly BookingRow[], now: string | null): number {
  return bookings.filter(
    ({ mode, status, window_end }) =>
      mode === 'doorstep' &&
      ['confirmed', 'assigned', 'on_the_way'].includes(status) &&
      (now === null || now < window_end.slice(0, 5)),
  ).length;
}
