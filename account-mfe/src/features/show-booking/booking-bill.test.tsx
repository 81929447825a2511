import { buildPayment } from '@twostroke/shared/testing/build-payment';
import type { BookingPayment } from '@twostroke/shared/api/payments';
import { render, screen } from '@testing-library/react';
import type { ListedBooking } from '../../model/booking.ts';
import { booking as row } from '../../testing/my-bookings-fixtures.ts';
import { BookingBill } from './booking-bill.tsx';

const bulb = { id: 'bulb', name: 'Bulb', reason: 'Dark', price: 90, minutes: 0, status: 'approved' };
const facts: object = { ...row, items: row.booking_items, extra_work: [bulb], events: [] };
const booking = facts as ListedBooking;

const show = (part: Partial<ListedBooking>, payment?: object): void =>
  void render(
    <BookingBill booking={{ ...booking, ...part, ...(payment && { payment: payment as BookingPayment }) }} />,
  );
const valueOf = (label: string): string | null | undefined => screen.getByText(label).nextSibling?.textContent;

test('the price of a cancelled booking is what was agreed, with its extra work', () => {
  show({ status: 'cancelled' }, buildPayment({ due: 0, work: 2138, total: 0 }));
  expect(screen.getByText('Agreed price')).toBeTruthy();
  expect(valueOf('Extra work')).toBe('₹90');
  expect(valueOf('Total, GST included')).toBe('₹2,138');
});

test('the database decides the price: lines are not added up', () => {
  show({}, buildPayment({ work: 2100, total: 2100 }));
  expect(valueOf('Extra work')).toBe('₹52');
  expect(valueOf('Total, GST included')).toBe('₹2,100');
});

test('the fee of a diagnosis is shown as taken off the repair', () => {
  show({}, buildPayment({ work: 3748, total: 3748, fee_off: 299 }));
  expect(valueOf('Extra work')).toBe('₹1,999');
  expect(valueOf('The fee, off the repair')).toBe('-₹299');
  expect(valueOf('Total, GST included')).toBe('₹3,748');
});

test('without the payment it shows the price when booked, and no total', () => {
  show({});
  expect(valueOf('Price when booked, GST included')).toBe('₹2,048');
  expect(screen.queryByText('Total, GST included')).toBeNull();
});

test('without the payment a bill is shown as it was billed', () => {
  show({ status: 'completed', final_price: 2447 });
  expect(valueOf('Extra work')).toBe('₹399');
  expect(valueOf('Total, GST included')).toBe('₹2,447');
});
