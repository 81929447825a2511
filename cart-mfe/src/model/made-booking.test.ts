import { receipt, token } from '../testing/booking-fixtures.ts';
import { forgetMade, keepMade, madeBooking } from './made-booking.ts';

const booking = { number: receipt.number };

test('reading the new booking does not forget it: React may begin the page again before it shows', () => {
  keepMade({ ...receipt, booking } as never);
  expect(madeBooking(token)).toEqual(booking);
  expect(madeBooking(token)).toEqual(booking);
  expect(madeBooking('another')).toBeNull();
  forgetMade();
  expect(madeBooking(token)).toBeNull();
});
