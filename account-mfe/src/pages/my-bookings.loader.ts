import { paths } from '@twostroke/shared/contracts/paths';
import { redirect } from '@twostroke/shared/router';
import { whenSessionKnown } from '@twostroke/shared/state';
import { getBooking, type ChangeTerms } from '@twostroke/shared/data/bookings';
import { isClosed, type Booking } from '../features/read-bookings/booking.ts';
import { readBookings } from '../features/read-bookings/read-bookings.ts';

export interface MyBookings {
  bookings: Booking[];
  /** What changing each open booking costs now, by its id; missing when that could not be read. */
  terms: Record<string, ChangeTerms>;
  /** When they were read, ISO 8601: what is today, and what can still be cancelled. */
  readAt: string;
}

export async function loader(): Promise<MyBookings> {
  const session = await whenSessionKnown();
  if (session.status !== 'signed-in') throw redirect(paths.auth(paths.myBookings()));
  const bookings = await readBookings(session.user.id);
  return { bookings, terms: await readTerms(bookings), readAt: new Date().toISOString() };
}

/** The list is worth showing without them. */
async function readTerms(bookings: readonly Booking[]): Promise<Record<string, ChangeTerms>> {
  const open = bookings.filter((booking) => !isClosed(booking)).slice(0, 10);
  const found = await Promise.allSettled(open.map(({ id }) => getBooking({ booking: id })));
  return Object.fromEntries(
    found.flatMap((one) => (one.status === 'fulfilled' ? [[one.value.id, one.value.terms] as const] : [])),
  );
}
