import { paths } from '@twostroke/shared/contracts/paths';
import { redirect } from '@twostroke/shared/router';
import { whenSessionKnown } from '@twostroke/shared/state';
import { getBooking, type BookingDetails } from '@twostroke/shared/api/bookings';
import { isClosed, type ListedBooking } from '../model/booking.ts';
import { readBookings } from '../features/read-bookings/read-bookings.ts';

export interface MyBookings {
  bookings: ListedBooking[];
  /** Bookings in full by id, with what changing them costs now; missing when they failed to load. */
  details: Record<string, BookingDetails>;
  /** When they were read, ISO 8601; decides what is today and what can still be cancelled. */
  readAt: string;
}

export async function loader(): Promise<MyBookings> {
  const session = await whenSessionKnown();
  if (session.status !== 'signed-in') throw redirect(paths.auth(paths.myBookings()));
  const bookings = await readBookings(session.user.id);
  return { bookings, details: await readDetails(bookings), readAt: new Date().toISOString() };
}

/** The open bookings and the last few that are over. The list is worth showing without them. */
async function readDetails(bookings: readonly ListedBooking[]): Promise<Record<string, BookingDetails>> {
  const open = bookings.filter((booking) => !isClosed(booking)).slice(0, 10);
  const over = bookings.filter(isClosed).slice(0, 5);
  const found = await Promise.allSettled([...open, ...over].map(({ id }) => getBooking({ booking: id })));
  return Object.fromEntries(
    found.flatMap((one) => (one.status === 'fulfilled' ? [[one.value.id, one.value] as const] : [])),
  );
}
