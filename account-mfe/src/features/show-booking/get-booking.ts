import { AppError } from '@twostroke/shared/client';
import { getBooking, type BookingDetails } from '@twostroke/shared/api/bookings';

const TOKEN = /^[0-9a-f]{64}$/;

/**
 * The booking a link opens. The token travels in the body, never in an address.
 * @throws AppError `not_found` for a token that opens nothing
 */
export function getBookingOfLink(token: string): Promise<BookingDetails> {
  if (!TOKEN.test(token)) return Promise.reject(new AppError('not_found', 'We could not find this booking.'));
  return getBooking({ manage_token: token });
}
