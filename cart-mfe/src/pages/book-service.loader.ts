import { loadBookingFacts, type BookingFacts } from '../booking/booking-facts.ts';

/** @throws AppError */
export function loader(): Promise<BookingFacts> {
  return loadBookingFacts();
}
