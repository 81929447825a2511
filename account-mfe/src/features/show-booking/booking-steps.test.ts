import { bookingSteps, type SteppedBooking } from './booking-steps.ts';
import type { BookingEvent } from '@twostroke/shared/api/event-messages';
import { bookingsOf, type ListedBooking } from '../../model/booking.ts';

const booking: SteppedBooking = {
  status: 'confirmed',
  mechanic: null,
  cancelled_by: null,
  events: [
    {
      at: '2026-11-20T04:42:00+00:00',
      from_status: null,
      to_status: 'confirmed',
      note: null,
      moved_from: null,
      fee: 0,
      actor: 'customer',
      kind: 'status',
      data: {},
    },
  ],
};
const assigned: BookingEvent = {
  at: '2026-11-21T03:01:00+00:00',
  from_status: 'confirmed',
  to_status: 'assigned',
  note: null,
  moved_from: null,
  fee: 0,
  actor: 'admin',
  kind: 'status',
  data: {},
};

test('a new booking is at its first step, and the coming steps are shown', () => {
  expect(bookingSteps(booking, '2026-11-20').map(({ state, label, time }) => [state, label, time])).toEqual([
    ['now', 'Confirmed', '10:12\u00a0am'],
    ['ahead', 'A mechanic is assigned', undefined],
    ['ahead', 'Inspecting', undefined],
    ['ahead', 'In service', undefined],
    ['ahead', 'Ready', undefined],
    ['ahead', 'Completed', undefined],
  ]);
});

test('steps of another day show their date, and the mechanic is named', () => {
  const events = [...booking.events, assigned];
  const steps = bookingSteps({ ...booking, status: 'assigned', mechanic: 'Sagar P.', events: events }, '2026-11-21');
  expect(steps.map(({ state, label, time }) => [state, label, time])).toEqual([
    ['done', 'Confirmed', 'Fri 20\u00a0Nov, 10:12\u00a0am'],
    ['now', 'Sagar P. is your mechanic', '8:31\u00a0am'],
    ['ahead', 'Inspecting', undefined],
    ['ahead', 'In service', undefined],
    ['ahead', 'Ready', undefined],
    ['ahead', 'Completed', undefined],
  ]);
});

test('a step that leaves the status as it was is worded by its kind', () => {
  const still = { ...assigned, from_status: 'confirmed', to_status: 'confirmed' } as const;
  const events: BookingEvent[] = [
    ...booking.events,
    { ...still, kind: 'claimed', data: { by: 'phone' } },
    { ...still, fee: 100, kind: 'fee_changed', note: 'Agreed on the phone' },
    { ...still, kind: 'payment_reported', data: { rupees: 999, reference: 'TS4F9C21AB' } },
    { ...still, kind: 'payment_received', data: { rupees: 999, method: 'upi' } },
    // The kind decides, not how a remark begins.
    { ...still, kind: 'payment_not_found', note: 'Added to the account? Not seen' },
    { ...still, kind: 'moved', data: { to_pickup: true } },
  ];
  const steps = bookingSteps({ ...booking, events }, '2026-11-21');
  expect(steps.slice(1, 8).map(({ label }) => label)).toEqual([
    'Added to your account',
    'Fee changed',
    'You said that ₹999 is paid by UPI, reference TS4F9C21AB',
    'Paid ₹999 by UPI',
    'UPI payment not found: Added to the account? Not seen',
    'Pickup instead of a visit to the gate',
    'A mechanic is assigned',
  ]);
});

test('a cancelled booking has no coming steps and says who cancelled and why', () => {
  const end: BookingEvent = {
    at: '2026-11-21T03:01:00+00:00',
    from_status: 'confirmed',
    to_status: 'cancelled',
    note: 'Flooded road',
    moved_from: null,
    fee: 0,
    actor: 'admin',
    kind: 'status',
    data: {},
  };
  const events = [...booking.events, end];
  const steps = bookingSteps({ ...booking, status: 'cancelled', cancelled_by: 'shop', events: events }, '2026-11-21');
  expect(steps.map(({ state, label, detail }) => [state, label, detail])).toEqual([
    ['done', 'Confirmed', undefined],
    ['done', 'Cancelled by us', 'Flooded road'],
  ]);
});

test('upcoming bookings begin with the nearest, past bookings with the latest', () => {
  const at = (id: string, status: string, starts_at: string) => ({ id, status, starts_at }) as ListedBooking;
  const all = [
    at('far', 'confirmed', '2026-12-06T04:30:00+00:00'),
    at('old', 'completed', '2026-01-06T04:30:00+00:00'),
    at('near', 'assigned', '2026-11-21T04:30:00+00:00'),
    at('recent', 'cancelled', '2026-10-06T04:30:00+00:00'),
  ];
  expect(bookingsOf(all, 'next').map(({ id }) => id)).toEqual(['near', 'far']);
  expect(bookingsOf(all, 'past').map(({ id }) => id)).toEqual(['recent', 'old']);
});
