import { alertBody, alertLogRow, alertTitle, type NewBooking } from './booking-alert.ts';

const booking: NewBooking = {
  id: '4f9c21ab-1111-4222-8333-444455556666',
  created_at: '2026-11-20T04:42:00+00:00',
  booking_date: '2026-11-21',
  booking_time: '11:00:00',
  vehicle_number: 'MH12ZZ0042',
  estimated_price: 12048,
  final_price: null,
};

test('the alert has the number and the estimated price as plain numbers', () => {
  expect(alertTitle).toBe('New Booking Received!');
  expect(alertBody(booking)).toBe('Booking #4f9c21ab - Total: ₹12048');
});

test('without an estimate it has the final price', () => {
  expect(alertBody({ ...booking, estimated_price: null, final_price: 899 })).toBe('Booking #4f9c21ab - Total: ₹899');
});

test('an estimate of 0 is an estimate', () => {
  expect(alertBody({ ...booking, estimated_price: 0, final_price: 899 })).toBe('Booking #4f9c21ab - Total: ₹0');
});

test('the log row contains the alert and its data', () => {
  expect(alertLogRow('admin-1', booking)).toEqual({
    user_id: 'admin-1',
    order_id: booking.id,
    type: 'new_booking',
    title: 'New Booking Received!',
    body: 'Booking #4f9c21ab - Total: ₹12048',
    data: {
      booking_id: booking.id,
      booking_date: '2026-11-21',
      booking_time: '11:00:00',
      vehicle_number: 'MH12ZZ0042',
      amount: 12048,
      url: `/admin?booking=${booking.id}`,
    },
  });
});
