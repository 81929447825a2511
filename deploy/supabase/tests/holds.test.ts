import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { after, before, beforeEach, test } from 'node:test';
import { openDatabase, rejected, rejectionOf, rpc } from './open-database.ts';
import type { Actor, JsonObject, TestDatabase } from './open-database.ts';
import { bookingRequest, cart, mondayMorning } from './booking-request.ts';

let db: TestDatabase;
before(async () => {
  db = await openDatabase();
});
beforeEach(() =>
  db.sql.unsafe('delete from public.service_bookings; delete from private.slot_holds').then(() => undefined),
);
after(() => db.close());

/** Monday 23 November 2026 at a clock time in Pune. */
const at = (time: string): string => `2026-11-23T${time}+05:30`;

function call(name: string, args: JsonObject, when = mondayMorning, as: Actor = 'anon'): Promise<JsonObject> {
  return db.keep({ as, at: when }, (tx) => rpc(tx, name, args));
}

function hold(request_id: string, changes: JsonObject = {}, when = mondayMorning): Promise<JsonObject> {
  const wish = { mode: 'doorstep', date: '2026-11-24', start: '11:00', model: 'royal-enfield/classic-350' };
  return call('hold_slot', { request_id, ...wish, items: cart('oil-change'), ...changes }, when);
}

function book(request_id: string, changes: JsonObject = {}, when = mondayMorning): Promise<JsonObject> {
  return call('create_booking', { request: bookingRequest({ request_id, ...changes }) }, when);
}

/** Fills the other two places of Tuesday 11 am. */
async function leaveOnePlace(): Promise<void> {
  await book(randomUUID());
  await book(randomUUID());
}

/** Free places of Tuesday's windows, as seen by another visitor or the owner of a hold. */
async function free(when = mondayMorning, request_id: string | null = null): Promise<number[]> {
  const list = await call('list_slots', { mode: 'doorstep', from_date: '2026-11-24', days: 1, request_id }, when);
  return (list['days'] as { windows: { free: number }[] }[])[0]?.windows.map((window) => window.free) ?? [];
}

test('a hold keeps a place for ten minutes, and its owner still sees it as free', async () => {
  const mine = randomUUID();
  const held = await hold(mine);
  assert.deepEqual(held, {
    date: '2026-11-24',
    start: '11:00',
    end: '13:00',
    free_until: '2026-11-24T03:30:00+00:00',
    expires_at: '2026-11-23T02:40:00+00:00',
    seconds_left: 600,
    can_extend: true,
  });
  assert.deepEqual(await free(), [3, 2, 3, 3]);
  assert.deepEqual(await free(mondayMorning, mine), [3, 3, 3, 3]);
  assert.deepEqual(await free(at('08:09:59')), [3, 2, 3, 3]);
});

test('an expired hold frees its place for the next visitor', async () => {
  await leaveOnePlace();
  const mine = randomUUID();
  await hold(mine);
  assert.equal(await rejectionOf(book(randomUUID(), {}, at('08:09:59'))), 'PT409 slot_taken');
  assert.deepEqual(await free(at('08:10:00')), [3, 1, 3, 3]);
  assert.equal((await book(randomUUID(), {}, at('08:10:00')))['status'], 'confirmed');
  assert.equal(await rejectionOf(book(mine, {}, at('08:10:01'))), 'PT409 slot_taken');
});

test('a long job holds all its windows', async () => {
  await hold(randomUUID(), { items: cart('general-service') });
  assert.deepEqual(await free(), [3, 2, 2, 3]);
});

test('a pickup holds one place, in its first window only', async () => {
  const args = { mode: 'pickup', model: 'ktm/390-duke', items: cart('comprehensive-service'), start: '09:00' };
  await hold(randomUUID(), args);
  const rows = await db.sql`select window_start::text, mode from public.booking_places where held_until is not null`;
  assert.deepEqual(
    rows.map((row) => Object.values(row)),
    [['09:00:00', 'pickup']],
  );
});

test('only the booking of the same request can take the held place', async () => {
  await leaveOnePlace();
  const mine = randomUUID();
  await hold(mine);
  assert.equal(await rejectionOf(book(randomUUID())), 'PT409 slot_taken');
  assert.equal(await rejectionOf(hold(randomUUID())), 'PT409 slot_taken');
  assert.equal((await book(mine))['booking_time'], '11:00');
  const [row] = await db.sql`
    select count(*)::int as places, count(held_until)::int as held from public.booking_places`;
  assert.deepEqual([row?.['places'], row?.['held']], [3, 0]);
});

test('the owner of a hold can book its window even when it is too soon for others', async () => {
  const mine = randomUUID();
  const today = { date: '2026-11-23' };
  await hold(mine, today, at('08:55:00'));
  assert.equal(await rejectionOf(book(randomUUID(), today, at('09:01:00'))), 'PT422 time_too_soon');
  assert.equal((await book(mine, today, at('09:01:00')))['booking_date'], '2026-11-23');
  const late = randomUUID();
  await hold(late, { ...today, start: '14:00' }, at('11:55:00'));
  assert.equal(await rejectionOf(book(late, { ...today, time: '14:00' }, at('12:05:00'))), 'PT422 time_too_soon');
});

test('holding another window replaces the hold, and a rejected one keeps it', async () => {
  const mine = randomUUID();
  await hold(mine);
  await hold(mine, { start: '14:00' }, at('08:05:00'));
  assert.deepEqual(await free(at('08:05:00')), [3, 3, 2, 3]);
  for (let i = 0; i < 3; i += 1) await book(randomUUID(), { time: '16:00' });
  assert.equal(await rejectionOf(hold(mine, { start: '16:00' }, at('08:06:00'))), 'PT409 slot_taken');
  assert.deepEqual(await free(at('08:06:00')), [3, 3, 2, 0]);
});

test('a hold can move to a window that overlaps the held one', async () => {
  await leaveOnePlace();
  const mine = randomUUID();
  await hold(mine, { start: '09:00', items: cart('general-service') });
  await hold(mine, { start: '11:00', items: cart('general-service') });
  assert.deepEqual(await free(), [3, 0, 2, 3]);
});

test('holding the same window again returns the remaining time and does not restart it', async () => {
  const mine = randomUUID();
  await hold(mine);
  assert.equal((await hold(mine, {}, at('08:04:30')))['seconds_left'], 330);
  const again = await hold(mine, {}, at('08:10:00'));
  assert.equal(again['seconds_left'], 600);
});

test('a hold can be extended once by five minutes', async () => {
  const mine = randomUUID();
  await hold(mine);
  const longer = await call('extend_hold', { request_id: mine }, at('08:09:00'));
  assert.deepEqual([longer['seconds_left'], longer['can_extend']], [360, false]);
  assert.deepEqual(await free(at('08:14:59')), [3, 2, 3, 3]);
  assert.deepEqual(await free(at('08:15:00')), [3, 3, 3, 3]);
  assert.equal(await rejectionOf(call('extend_hold', { request_id: mine }, at('08:10:00'))), 'PT409 extended');
  const error = await rejected(call('extend_hold', { request_id: mine }, at('08:15:00')));
  assert.deepEqual([error.code, error.hint], ['PT409', 'hold_over']);
  const { alternatives } = JSON.parse(error.detail ?? '') as { alternatives: JsonObject[] };
  assert.deepEqual(
    alternatives.map(({ date, start }) => `${String(date)} ${String(start)}`),
    ['2026-11-24 09:00', '2026-11-24 11:00', '2026-11-24 14:00', '2026-11-24 16:00'],
  );
});

test('a released place is free at once; releasing it twice changes nothing', async () => {
  const mine = randomUUID();
  await hold(mine);
  assert.deepEqual(await call('release_hold', { request_id: mine }), { released: true });
  assert.deepEqual(await free(), [3, 3, 3, 3]);
  assert.deepEqual(await call('release_hold', { request_id: mine }), { released: false });
  assert.deepEqual(await call('release_hold', { request_id: 'x' }), { released: false });
  assert.equal(await rejectionOf(call('extend_hold', { request_id: mine })), 'PT409 hold_over');
});

test('another browser can neither extend, release nor book the hold', async () => {
  await leaveOnePlace();
  const mine = randomUUID();
  await hold(mine);
  const other = randomUUID();
  assert.equal(await rejectionOf(call('extend_hold', { request_id: other })), 'PT409 hold_over');
  assert.deepEqual(await call('release_hold', { request_id: other }), { released: false });
  assert.equal(await rejectionOf(book(other)), 'PT409 slot_taken');
  assert.deepEqual(await free(mondayMorning, other), [3, 0, 3, 3]);
});

test('a number has at most two holds, across browsers', async () => {
  const phone = '98220 12345';
  const first = randomUUID();
  await hold(first, { phone });
  await hold(randomUUID(), { phone: '+91 98220 12345', start: '14:00' });
  assert.equal(await rejectionOf(hold(randomUUID(), { phone, start: '16:00' })), 'PT429 too_many_holds');
  await hold(first, { phone, start: '16:00' });
  await call('release_hold', { request_id: first });
  await hold(randomUUID(), { phone, start: '16:00' });
  await hold(randomUUID(), { phone, start: '09:00' }, at('08:10:00'));
});

test('a request can be held at most twelve times an hour', async () => {
  const mine = randomUUID();
  for (let i = 0; i < 12; i += 1) await hold(mine, { start: i % 2 === 0 ? '11:00' : '14:00' });
  assert.equal(await rejectionOf(hold(mine, { start: '16:00' })), 'PT429 too_many_tries');
  assert.equal((await hold(mine, { start: '16:00' }, at('09:00:01')))['start'], '16:00');
});

test('a window that cannot be booked cannot be held', async () => {
  const refusals: [JsonObject, string][] = [
    [{ request_id: 'x' }, 'PT422 request'],
    [{ mode: 'moon' }, 'PT422 mode'],
    [{ date: 'soon' }, 'PT422 date'],
    [{ start: '12' }, 'PT422 time'],
    [{ start: '12:00' }, 'PT422 time'],
    [{ date: '2026-11-22', start: '10:00' }, 'PT422 time_day_past'],
    [{ date: '2027-11-24' }, 'PT422 time_too_far'],
    [{ start: '16:00', items: cart('general-service') }, 'PT422 time_too_long'],
    [{ items: cart('comprehensive-service') }, 'PT422 items_refused'],
    [{ model: 'honda/none' }, 'PT422 model'],
  ];
  for (const [changes, expected] of refusals) assert.equal(await rejectionOf(hold(randomUUID(), changes)), expected);
  const done = randomUUID();
  await book(done);
  assert.equal(await rejectionOf(hold(done)), 'PT409 booked');
});

test('booking another window releases the held one', async () => {
  const mine = randomUUID();
  await hold(mine);
  await book(mine, { time: '14:00' });
  assert.deepEqual(await free(), [3, 3, 2, 3]);
});

test('the next hold deletes old holds', async () => {
  for (const start of ['09:00', '11:00', '14:00']) await hold(randomUUID(), { start });
  await hold(randomUUID(), { date: '2026-11-27' }, '2026-11-25T08:00:00+05:30');
  const [row] = await db.sql`
    select (select count(*)::int from private.slot_holds) as holds,
      (select count(*)::int from public.booking_places) as places`;
  assert.deepEqual([row?.['holds'], row?.['places']], [1, 1]);
});

test('guests can hold half of a window, rounded up; accounts can hold the rest', async () => {
  const first = randomUUID();
  await hold(first, {}, at('08:00:00'));
  // A typed number is not verified, so it counts as a guest.
  await hold(randomUUID(), { phone: '98220 00001' }, at('08:02:00'));
  const error = await rejected(hold(randomUUID(), { phone: '98220 00002' }, at('08:04:00')));
  assert.deepEqual([error.code, error.hint, error.detail], ['PT429', 'held_by_many', '{"retry_after": 360}']);
  // A job that also needs the next window is rejected because of this one.
  const long = { start: '09:00', items: cart('general-service') };
  assert.equal(await rejectionOf(hold(randomUUID(), long, at('08:04:00'))), 'PT429 held_by_many');
  assert.equal((await hold(randomUUID(), { start: '14:00' }, at('08:04:00')))['start'], '14:00');

  const args = { mode: 'doorstep', date: '2026-11-24', start: '11:00', model: 'royal-enfield/classic-350' };
  const user = await db.addUser('asha@example.com');
  const kept = { request_id: randomUUID(), ...args, items: cart('oil-change') };
  assert.equal((await call('hold_slot', kept, at('08:04:00'), { user }))['seconds_left'], 600);
  await call('release_hold', { request_id: kept.request_id }, at('08:04:00'));
  assert.equal((await book(randomUUID(), {}, at('08:04:00')))['status'], 'confirmed');
  // An own hold may be replaced and is not counted.
  await hold(first, { items: cart('general-service') }, at('08:04:00'));
  await call('release_hold', { request_id: first }, at('08:04:00'));
  assert.equal((await hold(randomUUID(), {}, at('08:04:00')))['seconds_left'], 600);
});

test('guests can hold one of two places, and the next one after that hold expires', async () => {
  const pickup = { mode: 'pickup', start: '14:00' };
  await hold(randomUUID(), pickup);
  assert.equal(await rejectionOf(hold(randomUUID(), pickup, at('08:09:59'))), 'PT429 held_by_many');
  assert.equal((await hold(randomUUID(), pickup, at('08:10:00')))['seconds_left'], 600);
});

test('guests cannot fill the calendar with holds, however many browser tokens they use', async () => {
  const windows = async (): Promise<string[]> => {
    const found: string[] = [];
    for (const mode of ['doorstep', 'pickup', 'workshop']) {
      const list = await call('list_slots', { mode, from_date: '2026-11-24', days: 2 });
      for (const day of list['days'] as { date: string; windows: { start: string; free: number }[] }[])
        for (const { start, free: left } of day.windows) if (left > 0) found.push(`${mode} ${day.date} ${start}`);
    }
    return found;
  };
  const before = await windows();
  assert.equal(before.length, 24);
  for (const window of before) {
    const [mode, date, start] = window.split(' ');
    for (let i = 0; i < 5; i += 1) await hold(randomUUID(), { mode, date, start }).catch(() => undefined);
  }
  assert.deepEqual(await windows(), before);
});
