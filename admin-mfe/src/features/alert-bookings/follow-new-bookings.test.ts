/** @jest-environment jsdom */
import { waitFor } from '@testing-library/react';
import { fakeBackend } from '@twostroke/shared/testing/fake-backend';
import { fakeRealtime, type FakeRealtime } from '@twostroke/shared/testing/fake-realtime';
import type { NewBooking } from './booking-alert.ts';
import { followNewBookings } from './follow-new-bookings.ts';

let mockRealtime: FakeRealtime;
jest.mock('@twostroke/shared/client', () => ({
  ...jest.requireActual<object>('@twostroke/shared/client'),
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
  const alerted: string[] = [];
  stop = followNewBookings('admin-1', ({ id }) => alerted.push(id));
  await waitFor(() => expect(mockRealtime.open()).toEqual([channel]));
  return alerted;
}

/** Resolves when the read after a subscription has finished. */
async function caughtUp(reads: number): Promise<void> {
  await waitFor(() => expect(backend.calls.length).toBe(reads));
  await new Promise(process.nextTick);
}

beforeEach(() => {
  mockRealtime = fakeRealtime();
  rows = [made('old', 1)];
  backend = fakeBackend({ 'GET /rest/v1/booking_signals': answer });
});
afterEach(() => stop());

test('subscribes to new bookings only, on the notifications channel', async () => {
  await follow();
  // The bookings themselves, and their signals for duties that don't read them.
  expect(mockRealtime.wanted(channel)).toEqual(['INSERT', 'INSERT']);
});

test('signing out while the newest bookings load leaves no data in the browser', async () => {
  let answerRead: (value: { body: NewBooking[] }) => void = () => undefined;
  backend = fakeBackend({
    'GET /rest/v1/booking_signals': () => new Promise((resolve) => (answerRead = resolve)),
  });
  stop = followNewBookings('admin-1', () => undefined);
  await waitFor(() => expect(backend.calls).toHaveLength(1));
  stop();
  answerRead({ body: rows });
  for (let turn = 0; turn < 20; turn += 1) await new Promise(process.nextTick);
  expect(Object.keys(window.localStorage)).toEqual([]);
});

test('alerts a new booking once, however often it arrives, and none that existed at the first start', async () => {
  const alerted = await follow();
  mockRealtime.join(channel);
  await caughtUp(2);
  mockRealtime.emit(channel, 'INSERT', made('new', 5));
  mockRealtime.emit(channel, 'INSERT', made('new', 5));
  expect(alerted).toEqual(['new']);
});

test('alerts missed bookings once after the connection is back', async () => {
  const alerted = await follow();
  mockRealtime.join(channel);
  await caughtUp(2);
  mockRealtime.lose(channel);
  rows.push(made('missed-1', 10), made('missed-2', 11));
  mockRealtime.join(channel);
  await waitFor(() => expect(alerted).toEqual(['missed-1', 'missed-2']));
  mockRealtime.join(channel);
  await caughtUp(4);
  mockRealtime.emit(channel, 'INSERT', made('missed-2', 11));
  expect(alerted).toEqual(['missed-1', 'missed-2']);
});

test('alerts missed bookings even when the connection is lost again at once', async () => {
  const logged = jest.spyOn(console, 'error').mockImplementation(() => undefined);
  const alerted = await follow();
  mockRealtime.join(channel);
  await caughtUp(2);
  mockRealtime.lose(channel);
  rows.push(made('missed', 10));
  backend.answer('GET /rest/v1/booking_signals', { status: 503, body: { message: 'not yet' } });
  mockRealtime.join(channel);
  await caughtUp(3);
  expect(alerted).toEqual([]);
  backend.answer('GET /rest/v1/booking_signals', answer);
  await waitFor(() => expect(alerted).toEqual(['missed']), { timeout: 4_000 });
  expect(logged).toHaveBeenCalledTimes(1);
});

test('without a network missed bookings wait for it, and nothing is logged as an error', async () => {
  const alerted = await follow();
  mockRealtime.join(channel);
  await caughtUp(2);
  mockRealtime.lose(channel);
  rows.push(made('missed', 10));
  const isOnline = jest.spyOn(navigator, 'onLine', 'get').mockReturnValue(false);
  backend.answer('GET /rest/v1/booking_signals', () => {
    throw new TypeError('Failed to fetch');
  });
  mockRealtime.join(channel);
  await caughtUp(3);
  isOnline.mockReturnValue(true);
  backend.answer('GET /rest/v1/booking_signals', answer);
  mockRealtime.join(channel);
  await waitFor(() => expect(alerted).toEqual(['missed']));
});

test('the next start alerts bookings made while no tab was open', async () => {
  await follow();
  mockRealtime.join(channel);
  await caughtUp(2);
  stop();
  rows.push(made('overnight', 30));
  const alerted = await follow();
  mockRealtime.join(channel);
  await waitFor(() => expect(alerted).toEqual(['overnight']));
});

test('a first start without bookings alerts the first one, even when its event was missed', async () => {
  rows = [];
  const alerted = await follow();
  rows = [made('first', 2)];
  mockRealtime.join(channel);
  await waitFor(() => expect(alerted).toEqual(['first']));
});

test('stopping unsubscribes from the channel and ends the alerts', async () => {
  const alerted = await follow();
  stop();
  expect(mockRealtime.open()).toEqual([]);
  mockRealtime.emit(channel, 'INSERT', made('late', 7));
  expect(alerted).toEqual([]);
});

test('subscribes even when the bookings fail to load', async () => {
  const logged = jest.spyOn(console, 'error').mockImplementation(() => undefined);
  fakeBackend({ 'GET /rest/v1/booking_signals': { status: 500, body: { message: 'broken' } } });
  const alerted = await follow();
  expect(logged).toHaveBeenCalled();
  mockRealtime.emit(channel, 'INSERT', made('new', 5));
  expect(alerted).toEqual(['new']);
});
