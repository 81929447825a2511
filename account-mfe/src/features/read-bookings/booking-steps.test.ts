import { bookingSteps } from './booking-steps.ts';
import { bookingsOf, jobName, type Booking } from './booking.ts';

const booking = {
  status: 'confirmed',
  mechanic: null,
  cancelled_by: null,
  booking_events: [
    {
      id: 1,
      at: '2026-11-20T04:42:00+00:00',
      from_status: null,
      to_status: 'confirmed',
      note: null,
      moved_from: null,
      fee: 0,
    },
  ],
} as unknown as Booking;
const assigned = {
  id: 2,
  at: '2026-11-21T03:01:00+00:00',
  from_status: 'confirmed',
  to_status: 'assigned',
  note: null,
  moved_from: null,
  fee: 0,
};

test('a new booking stands at its first step, and the way ahead is shown', () => {
  expect(bookingSteps(booking, '2026-11-20').map(({ state, label, time }) => [state, label, time])).toEqual([
    ['now', 'Confirmed', '10:12\u00a0am'],
    ['ahead', 'A mechanic is assigned', undefined],
    ['ahead', 'Inspecting', undefined],
    ['ahead', 'In service', undefined],
    ['ahead', 'Ready', undefined],
    ['ahead', 'Service done', undefined],
  ]);
});

test('steps of another day carry it, and the mechanic has a name', () => {
  const events = [...booking.booking_events, assigned];
  const steps = bookingSteps(
    { ...booking, status: 'assigned', mechanic: 'Sagar P.', booking_events: events },
    '2026-11-21',
  );
  expect(steps.map(({ state, label, time }) => [state, label, time])).toEqual([
    ['done', 'Confirmed', 'Fri 20\u00a0Nov, 10:12\u00a0am'],
    ['now', 'Sagar P. is your mechanic', '8:31\u00a0am'],
    ['ahead', 'Inspecting', undefined],
    ['ahead', 'In service', undefined],
    ['ahead', 'Ready', undefined],
    ['ahead', 'Service done', undefined],
  ]);
});

test('a booking that came to the account and a changed fee are no steps of their own', () => {
  const still = { ...assigned, from_status: 'confirmed', to_status: 'confirmed' };
  const events = [...booking.booking_events, still, { ...still, id: 3, fee: 100 }];
  const steps = bookingSteps({ ...booking, booking_events: events }, '2026-11-21');
  expect(steps.slice(1, 4).map(({ label }) => label)).toEqual([
    'Added to your account',
    'Fee changed',
    'A mechanic is assigned',
  ]);
});

test('what is over has nothing ahead, and says who cancelled and why', () => {
  const end = {
    id: 3,
    at: '2026-11-21T03:01:00+00:00',
    from_status: 'confirmed',
    to_status: 'cancelled',
    note: 'Flooded road',
    moved_from: null,
    fee: 0,
  };
  const events = [...booking.booking_events, end];
  const steps = bookingSteps(
    { ...booking, status: 'cancelled', cancelled_by: 'shop', booking_events: events },
    '2026-11-21',
  );
  expect(steps.map(({ state, label, detail }) => [state, label, detail])).toEqual([
    ['done', 'Confirmed', undefined],
    ['done', 'Cancelled by us', 'Flooded road'],
  ]);
});

test('the next view begins with the nearest, the past one with the latest', () => {
  const at = (id: string, status: string, starts_at: string) => ({ id, status, starts_at }) as Booking;
  const all = [
    at('far', 'confirmed', '2026-12-06T04:30:00+00:00'),
    at('old', 'completed', '2026-01-06T04:30:00+00:00'),
    at('near', 'assigned', '2026-11-21T04:30:00+00:00'),
    at('recent', 'cancelled', '2026-10-06T04:30:00+00:00'),
  ];
  expect(bookingsOf(all, 'next').map(({ id }) => id)).toEqual(['near', 'far']);
  expect(bookingsOf(all, 'past').map(({ id }) => id)).toEqual(['recent', 'old']);
});

test('the job is named by its package', () => {
  const item = (name: string, package_type: string) => ({ name, package_type }) as Booking['booking_items'][number];
  expect(jobName({ booking_items: [item('Foam wash', 'addon'), item('General Service', 'primary')] })).toBe(
    'General Service',
  );
  expect(jobName({ booking_items: [item('Puncture', 'addon')] })).toBe('Puncture');
});
