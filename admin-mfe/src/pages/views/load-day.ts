import { importOnline } from '@twostroke/shared/client';
import { atShop } from '@twostroke/shared/domain/calendar';
import { readCallbacks, type StoredCallback } from '../../features/call-back/callbacks.ts';
import { loadSheet } from '../../features/change-booking/load-sheet.ts';
import { readBooking, type AdminBooking } from '../../features/change-booking/read-booking.ts';
import { readTransitions, type Transition } from '../../features/change-booking/steps.ts';
import { readColleagues, whoWorks } from '../../model/colleagues.ts';
import { readChanged, readDay, type Day } from '../../features/read-day/read-day.ts';
import { dateOf } from './date-of.ts';

export interface DayData {
  /** `YYYY-MM-DD` at the shop. */
  today: string;
  /** `HH:MM` at the shop when this was read. */
  readAt: string;
  day: Day;
  callbacks: StoredCallback[];
  /** The people who can be assigned a job. */
  mechanics: string[];
  /** The transitions for admins. */
  transitions: Transition[];
  /** The booking in the address: undefined for none, null for one that does not exist. */
  booking: AdminBooking | null | undefined;
}

/** Reads the day and the booking named in the address. @throws AppError */
export async function loadDay(searchParams: URLSearchParams): Promise<DayData> {
  const { date: today, time: readAt } = atShop(new Date());
  const id = searchParams.get('booking');
  const [day, callbacks, transitions, booking, colleagues] = await Promise.all([
    readDay(dateOf(searchParams.get('date')) ?? today),
    readCallbacks(),
    readTransitions(),
    id ? readBooking(id) : undefined,
    readColleagues(),
    id ? importOnline(loadSheet) : undefined,
  ]);
  const mechanics = whoWorks(colleagues);
  return { today, readAt, day, callbacks, mechanics, transitions, booking };
}

/** Reads the bookings that have changed, and what depends on them: the other cards stay as they are. @throws AppError */
export async function loadChanged(before: DayData, ids: readonly string[]): Promise<DayData> {
  const { date: today, time: readAt } = atShop(new Date());
  const open = before.booking?.id;
  const [day, callbacks, booking] = await Promise.all([
    readChanged(before.day, ids),
    readCallbacks(),
    open !== undefined && ids.includes(open) ? readBooking(open) : before.booking,
  ]);
  return { ...before, today, readAt, day, callbacks, booking };
}
