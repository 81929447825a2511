import { atShop } from '@twostroke/shared/domain/calendar';
import type { LoaderFunctionArgs } from '@twostroke/shared/router';
import type { BookingRow } from '../bookings/booking-row.ts';
import { readCallbacks, type CallbackRequest } from '../features/call-back/callbacks.ts';
import { readBooking, type BookingDetail } from '../features/change-booking/read-booking.ts';
import { readTransitions, type Transition } from '../features/change-booking/steps.ts';
import { findBookings, searchText } from '../features/find-booking/find-bookings.ts';
import { readDay, readOpenBookings, type Day } from '../features/read-day/read-day.ts';

export interface AdminData {
  /** `YYYY-MM-DD` at the shop. */
  today: string;
  /** `HH:MM` at the shop when this was read. */
  readAt: string;
  day: Day;
  open: BookingRow[];
  callbacks: CallbackRequest[];
  /** What can follow what, for admins. */
  transitions: Transition[];
  /** What was searched for, and what it found; null without a search. */
  query: string;
  found: BookingRow[] | null;
  /** The booking of the address: undefined when there is none in it, null when it does not exist. */
  booking: BookingDetail | null | undefined;
}

export async function loader({ request }: LoaderFunctionArgs): Promise<AdminData> {
  const { searchParams } = new URL(request.url);
  const { date: today, time: readAt } = atShop(new Date());
  const query = searchParams.get('q')?.trim() ?? '';
  const text = searchText(query);
  const id = searchParams.get('booking');
  const [day, open, callbacks, transitions, found, booking] = await Promise.all([
    readDay(dateOf(searchParams.get('date')) ?? today),
    readOpenBookings(today),
    readCallbacks(),
    readTransitions(),
    query ? (text ? findBookings(text) : []) : null,
    id ? readBooking(id) : undefined,
  ]);
  return { today, readAt, day, open, callbacks, transitions, query, found, booking };
}

/** A date as written in the address, or null when it is none. */
function dateOf(text: string | null): string | null {
  if (!text || !/^20\d\d-\d\d-\d\d$/.test(text)) return null;
  const date = new Date(`${text}T12:00:00Z`);
  return !Number.isNaN(date.getTime()) && date.toISOString().startsWith(text) ? text : null;
}
