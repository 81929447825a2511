import type { OfficeFinds } from '@twostroke/shared/contracts/answers/caller';
import type { BoardJob } from '../../model/board-job.ts';
import type { FoundBooking } from './find-in-office.ts';

/** As many as the database answers. */
const most = 8;

/** A job of the board as the search shows it. */
export function foundJob({ id, number, status, customer_name, phone, ...job }: BoardJob): FoundBooking {
  const { model: bike_name, vehicle_number, mode, booking_date, booking_time, window_end, service: work, amount } = job;
  const when = { booking_date, booking_time, window_end };
  return { id, number, status, customer_name, phone, bike_name, vehicle_number, mode, ...when, work, amount };
}

/** Plates, numbers and phones are the same with and without spaces. */
const plain = (text: string): string => text.toLowerCase().replaceAll(/[\s.+-]/g, '');

/** The bookings among these with a query in their name, number, phone or plate: what can be found without a network. */
export function findOnPage(bookings: readonly FoundBooking[], query: string): OfficeFinds {
  const wanted = plain(query);
  const unique = [...new Map(bookings.map((booking) => [booking.id, booking])).values()];
  const found = unique.filter(({ customer_name, number, phone, vehicle_number }) =>
    [customer_name, number, phone, vehicle_number].some((text) => text !== null && plain(text).includes(wanted)),
  );
  return { bookings: found.slice(0, most), customers: [], more: found.length > most };
}
