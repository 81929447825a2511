import { paths } from '@twostroke/shared/contracts/paths';
import { redirect } from '@twostroke/shared/router';
import { whenSessionKnown } from '@twostroke/shared/state';
import { getBooking, type BookingDetails } from '@twostroke/shared/data/bookings';
import { isClosed, type Booking } from '../features/read-bookings/booking.ts';
import { readBookings } from '../features/read-bookings/read-bookings.ts';

/** What only the database can say of a booking, as it stands now. */
export type Standing = Pick<BookingDetails, 'terms' | 'payment' | 'handover_code' | 'checklist'>;

export interface MyBookings {
  bookings: Booking[];
  /** What changing a booking costs now, what is paid, the code and the job card, by its id; missing when that could not be read. */
  standings: Record<string, Standing>;
  /** When they were read, ISO 8601: what is today, and what can still be cancelled. */
  readAt: string;
}

export async function loader(): Promise<MyBookings> {
  const session = await whenSessionKnown();
  if (session.status !== 'signed-in') throw redirect(paths.auth(paths.myBookings()));
  const bookings = await readBookings(session.user.id);
  return { bookings, standings: await readStandings(bookings), readAt: new Date().toISOString() };
}

/** The open bookings and the last few that are over. The list is worth showing without them. */
async function readStandings(bookings: readonly Booking[]): Promise<Record<string, Standing>> {
  const open = bookings.filter((booking) => !isClosed(booking)).slice(0, 10);
  const over = bookings.filter(isClosed).slice(0, 5);
  const found = await Promise.allSettled([...open, ...over].map(({ id }) => getBooking({ booking: id })));
  return Object.fromEntries(
    found.flatMap((one) => (one.status === 'fulfilled' ? [[one.value.id, standingOf(one.value)] as const] : [])),
  );
}

function standingOf({ terms, payment, handover_code, checklist }: BookingDetails): Standing {
  return { terms, payment, handover_code, checklist };
}
