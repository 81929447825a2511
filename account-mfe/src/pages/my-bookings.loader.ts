import { paths } from '@twostroke/shared/contracts/paths';
import { redirect } from '@twostroke/shared/router';
import { whenSessionKnown } from '@twostroke/shared/state';
import type { Booking } from '../features/read-bookings/booking.ts';
import { readBookings } from '../features/read-bookings/read-bookings.ts';

export interface MyBookings {
  bookings: Booking[];
  /** When they were read, ISO 8601: what is today, and what can still be cancelled. */
  readAt: string;
}

export async function loader(): Promise<MyBookings> {
  const session = await whenSessionKnown();
  if (session.status !== 'signed-in') throw redirect(paths.auth(paths.myBookings()));
  return { bookings: await readBookings(session.user.id), readAt: new Date().toISOString() };
}
