import type { WindowPlaces } from '@twostroke/shared/api/slots';
import type { ServiceMode } from '@twostroke/shared/domain/booking-form';
import type { BookingStatus } from '@twostroke/shared/domain/database-enum';
import type { AdminBookingRow } from '../../model/booking-row.ts';

/** Times are `HH:MM:SS`. */
export type Window = Pick<WindowPlaces, 'starts' | 'ends'>;

/** A customer on the waitlist of a full window. */
export interface WaitlistedCustomer {
  id: string;
  mode: ServiceMode;
  booking_time: string;
  customer_name: string;
  /** Null while the duty of the reader does not show it. */
  phone: string | null;
  bike_name: string;
  /** `brand/model` */
  model_id: string;
  /** What it waits with, the package first. */
  items: { id: string }[];
  /** How often the desk called and nobody answered, and when last. */
  tries: number;
  tried_at: string | null;
  /** ISO instant until which a place is offered; null while there is no offer. */
  offer_ends_at: string | null;
}

export interface BoardCell extends Window {
  used: number;
  places: number;
  bookings: AdminBookingRow[];
  /** In the order of the waitlist. */
  waiting: WaitlistedCustomer[];
}

export interface BoardRow {
  mode: ServiceMode;
  cells: BoardCell[];
}

const modes: readonly ServiceMode[] = ['doorstep', 'pickup', 'workshop'];

/** The statuses before the mechanic arrives. */
const ahead: readonly BookingStatus[] = ['confirmed', 'assigned', 'on_the_way'];

/** A day as a table: one row per mode, one column per arrival window. */
export function boardOf(day: {
  bookings: readonly AdminBookingRow[];
  /** By window, the earliest first. */
  places: readonly WindowPlaces[];
  waiting: readonly WaitlistedCustomer[];
}): { windows: Window[]; rows: BoardRow[] } {
  const rows = modes.map((mode) => ({
    mode,
    cells: day.places
      .filter((window) => window.mode === mode)
      .map(({ starts, ends, places, taken }) => ({
        starts,
        ends,
        places,
        used: taken,
        bookings: day.bookings.filter((booking) => booking.mode === mode && booking.booking_time === starts),
        waiting: day.waiting.filter((one) => one.mode === mode && one.booking_time === starts),
      })),
  }));
  return { windows: rows[0]?.cells ?? [], rows };
}

/** Doorstep visits that are still to come. @param now `HH:MM` at the shop when the day is today, else null */
export function gateVisits(bookings: readonly AdminBookingRow[], now: string | null): number {
  return bookings.filter(
    ({ mode, status, window_end }) =>
      mode === 'doorstep' && ahead.includes(status) && (now === null || now < window_end.slice(0, 5)),
  ).length;
}
