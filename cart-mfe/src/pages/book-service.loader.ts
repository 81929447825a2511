import { loadBookingFacts, type BookingFacts } from '../model/booking-facts.ts';

/** @throws AppError */
export function loader(): Promise<BookingFacts> {
  return loadBookingFacts();
}
