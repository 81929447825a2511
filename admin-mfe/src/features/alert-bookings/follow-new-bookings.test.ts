import { waitFor } from '@testing-library/react';
import { fakeBackend } from '@twostroke/shared/testing/fake-backend';
import { fakeRealtime, type FakeRealtime } from '@twostroke/shared/testing/fake-realtime';
import type { NewBooking } from './booking-alert.ts';
import { followNewBookings } from './follow-new-bookings.ts';

let mockRealtime: FakeRealtime;
jest.mock('@twostroke/shared/data', () => ({
  ...jest.requireActual<object>('@twostroke/shared/data'),
  loadSupabase: () => mockRealtime.loadSupabase(),
}));

const channel = 'booking-notifications';
let rows: NewBooking[];
let backend: ReturnType<typeof fakeBackend>;
let stop: () => void;

function made(id: string, minute: number): NewBooking {
  return {
    id,
    created_at: `2026-11-20T04:${String(minute).padStart(2, '0')}:00+00:00`,
    booking_date: '2026-11-21',
    booking_time: '11:00:00',
    vehicle_number: null,
    estimated_price: 899,
    final_price: null,
  };
}

/** Answers like PostgREST: newer than `created_at=gt.…`, or the newest first. */
function answer({ query }: { query: URLSearchParams }) {
  const after = query.get('created_at')?.replace(/^gt\./, '');
  const newer = after ? rows.filter((row) => Date.parse(row.created_at) > Date.parse(after)) : [...rows].reverse();
  return { body: newer };
}

async function follow(): Promise<string[]> {
  const told: string[] = [];
  stop = followNewBookings('admin-1', ({ id }) => told.push(id));
  await waitFor(() => expect(mockRealtime.open()).toEqual([channel]));
  return told;
}

/** The reading after a joining has come to its end. */
async function caughtUp(reads: number): Promise<void> {
  await waitFor(() => expect(backend.calls.length).toBe(reads));
  await new Promise(process.nextTick);
}

beforeEach(() => {
  mockRealtime = fakeRealtime();
  rows = [made('old', 1)];
  backend = fakeBackend({ 'GET /rest/v1/service_bookings': answer });
});
afterEach(() => stop());

test('listens to new bookings only, on the channel of the notifications', async () => {
  await follow();
  expect(mockRealtime.wanted(channel)).toEqual(['INSERT']);
});

test('a new booking is told once, however often it comes; what was there at the first start is not', async () => {
  const told = await follow();
  mockRealtime.join(channel);
  await caughtUp(2);
  mockRealtime.emit(channel, 'INSERT', made('new', 5));
  mockRealtime.emit(channel, 'INSERT', made('new', 5));
  expect(told).toEqual(['new']);
});

test('what was missed while the connection was lost is told once after it is back', async () => {
  const told = await follow();
  mockRealtime.join(channel);
  await caughtUp(2);
  mockRealtime.lose(channel);
  rows.push(made('missed-1', 10), made('missed-2', 11));
  mockRealtime.join(channel);
  await waitFor(() => expect(told).toEqual(['missed-1', 'missed-2']));
  mockRealtime.join(channel);
  await caughtUp(4);
  mockRealtime.emit(channel, 'INSERT', made('missed-2', 11));
  expect(told).toEqual(['missed-1', 'missed-2']);
});

test('what was missed is told although the line breaks once more just when it is back', async () => {
  const logged = jest.spyOn(console, 'error').mockImplementation(() => undefined);
  const told = await follow();
  mockRealtime.join(channel);
  await caughtUp(2);
  mockRealtime.lose(channel);
  rows.push(made('missed', 10));
  backend.answer('GET /rest/v1/service_bookings', { status: 503, body: { message: 'not yet' } });
  mockRealtime.join(channel);
  await caughtUp(3);
  expect(told).toEqual([]);
  backend.answer('GET /rest/v1/service_bookings', answer);
  await waitFor(() => expect(told).toEqual(['missed']), { timeout: 4_000 });
  expect(logged).toHaveBeenCalledTimes(1);
});

test('the next start tells what was made while no tab was open', async () => {
  await follow();
  mockRealtime.join(channel);
  await caughtUp(2);
  stop();
  rows.push(made('overnight', 30));
  const told = await follow();
  mockRealtime.join(channel);
  await waitFor(() => expect(told).toEqual(['overnight']));
});

test('a first start on an empty shop tells the first booking, even when it was missed', async () => {
  rows = [];
  const told = await follow();
  rows = [made('first', 2)];
  mockRealtime.join(channel);
  await waitFor(() => expect(told).toEqual(['first']));
});

test('stopping leaves the channel, and nothing is told any more', async () => {
  const told = await follow();
  stop();
  expect(mockRealtime.open()).toEqual([]);
  mockRealtime.emit(channel, 'INSERT', made('late', 7));
  expect(told).toEqual([]);
});

test('when the bookings cannot be read it listens all the same', async () => {
  const logged = jest.spyOn(console, 'error').mockImplementation(() => undefined);
  fakeBackend({ 'GET /rest/v1/service_bookings': { status: 500, body: { message: 'broken' } } });
  const told = await follow();
  expect(logged).toHaveBeenCalled();
  mockRealtime.emit(channel, 'INSERT', made('new', 5));
  expect(told).toEqual(['new']);
});
