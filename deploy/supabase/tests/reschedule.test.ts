import assert from 'node:assert/strict';
import { after, before, beforeEach, test } from 'node:test';
import { openDatabase, rejected, rejectionOf, rpc } from './open-database.ts';
import type { Actor, JsonObject, TestDatabase } from './open-database.ts';
import { bookingRequest, cart, mondayMorning } from './booking-request.ts';

let db: TestDatabase;
let owner: Actor;
let stranger: Actor;
let admin: Actor;
let booking: JsonObject;
before(async () => {
  db = await openDatabase({ connections: 16 });
  owner = { user: await db.addUser('owner@example.com') };
  stranger = { user: await db.addUser('stranger@example.com') };
  admin = { user: await db.addUser('admin@example.com') };
  await db.sql`select public.make_owner(${admin.user})`;
});
beforeEach(async () => {
  await db.sql.unsafe('delete from public.service_bookings; delete from public.weather_days');
  booking = await book({}, owner);
});
after(() => db.close());

function call(as: Actor, at: string, name: string, args: JsonObject): Promise<JsonObject> {
  return db.keep({ as, at }, (tx) => rpc(tx, name, args));
}

function book(changes: JsonObject = {}, as: Actor = 'anon'): Promise<JsonObject> {
  return call(as, mondayMorning, 'create_booking', { request: bookingRequest(changes) });
}

function move(changes: JsonObject, at = mondayMorning, as: Actor = owner): Promise<JsonObject> {
  const wish = { booking: booking['id'], date: '2026-11-25', start: '14:00' };
  return call(as, at, 'reschedule_booking', { ...wish, ...changes });
}

async function places(): Promise<string[]> {
  const rows = await db.sql<{ place: string }[]>`
    select to_char(booking_date, 'DD') || ' ' || to_char(window_start, 'HH24:MI') || ' ' || seat as place
    from public.booking_places order by 1`;
  return rows.map((row) => row.place);
}

/** The window starts on Tuesday at 11; until 9 everything is free. */
const early = '2026-11-24T09:00:00+05:30';
const late = '2026-11-24T09:00:01+05:30';

test('the owner moves a booking: the old place is freed, and one event has the old time', async () => {
  const moved = await move({ note: ' Out of  town ' });
  assert.deepEqual(
    [moved['status'], moved['booking_date'], moved['booking_time'], moved['window_end'], moved['fee']],
    ['confirmed', '2026-11-25', '14:00', '16:00', 0],
  );
  assert.deepEqual(await places(), ['25 14:00 1']);
  const [event] = await db.sql`
    select actor, from_status, to_status, note, moved_from::text, fee from public.booking_events order by id desc limit 1`;
  assert.deepEqual(Object.values(event ?? {}), [
    'customer',
    'confirmed',
    'confirmed',
    'Out of town',
    '2026-11-24 05:30:00+00',
    0,
  ]);
  const [row] = await db.sql`select starts_at::text, ready_date::text from public.service_bookings`;
  assert.deepEqual(Object.values(row ?? {}), ['2026-11-25 08:30:00+00', '2026-11-25']);
});

test('a guest moves it with the token; other callers get not found', async () => {
  const guest = await book();
  const wish = { booking: guest['id'], date: '2026-11-25', start: '14:00' };
  const args = { ...wish, manage_token: guest['manage_token'] };
  assert.equal((await call('anon', mondayMorning, 'reschedule_booking', args))['booking_date'], '2026-11-25');
  assert.equal(await rejectionOf(call('anon', mondayMorning, 'reschedule_booking', wish)), 'PT404 not_found');
  assert.equal(await rejectionOf(call(stranger, mondayMorning, 'reschedule_booking', wish)), 'PT404 not_found');
  assert.equal(await rejectionOf(move({ booking: '00000000-0000-4000-8000-000000000000' })), 'PT404 not_found');
  const wrong = { ...wish, booking: booking['id'], manage_token: guest['manage_token'] };
  assert.equal(await rejectionOf(call('anon', mondayMorning, 'reschedule_booking', wrong)), 'PT404 not_found');
});

test('a full window is rejected with the nearest free ones, and the old place is kept', async () => {
  for (let i = 0; i < 3; i += 1) await book({ date: '2026-11-25', time: '14:00' });
  const error = await rejected(move({}));
  assert.deepEqual([error.code, error.hint], ['PT409', 'slot_taken']);
  assert.equal((JSON.parse(error.detail ?? '') as { alternatives: JsonObject[] }).alternatives.length, 4);
  assert.ok((await places()).includes('24 11:00 1'));
});

test('a long job can move by one window although it overlaps its own place', async () => {
  await book();
  await book();
  await db.sql`delete from public.service_bookings where id = ${String(booking['id'])}`;
  booking = await book({ time: '09:00', items: cart('general-service'), expected_total: 1699 }, owner);
  await move({ date: '2026-11-24', start: '11:00' });
  assert.deepEqual(await places(), ['24 11:00 1', '24 11:00 2', '24 11:00 3', '24 14:00 1']);
});

test('moving to the same window changes nothing and is not counted', async () => {
  for (let i = 0; i < 4; i += 1) await move({ date: '2026-11-24', start: '11:00' });
  const [row] = await db.sql`
    select moves, (select count(*)::int from public.booking_events) as events from public.service_bookings`;
  assert.deepEqual(Object.values(row ?? {}), [0, 1]);
});

test('a customer can move twice for free, then only by phone; within two hours once', async () => {
  await move({}, early);
  await move({ start: '16:00' }, early);
  assert.equal(await rejectionOf(move({ start: '14:00' }, early)), 'PT409 moved_often');
  assert.equal((await move({ start: '14:00' }, early, admin))['booking_time'], '14:00');

  booking = await book({}, owner);
  await move({ date: '2026-11-24', start: '14:00' }, late);
  assert.equal(await rejectionOf(move({ start: '16:00' }, '2026-11-24T12:00:01+05:30')), 'PT409 moved_often');
});

test('with the mechanic on the way a move costs 100 rupees, shown first, and the booking is assigned again', async () => {
  for (const to_status of ['assigned', 'on_the_way'])
    await call(admin, late, 'set_booking_status', { booking: booking['id'], to_status });
  const error = await rejected(move({}, late));
  assert.deepEqual([error.hint, error.detail], ['fee_changed', '{"fee": 100}']);
  const moved = await move({ expected_fee: 100 }, late);
  assert.deepEqual([moved['status'], moved['fee']], ['assigned', 100]);
});

test('in weather mode moving is free, however late and however often', async () => {
  await db.sql`insert into public.weather_days (date, note) values ('2026-11-24', 'Heavy rain')`;
  await db.sql`update public.service_bookings set moves = 2, late_moves = 1`;
  assert.equal((await move({}, late))['fee'], 0);
  const [row] = await db.sql`select moves from public.service_bookings`;
  assert.equal(row?.['moves'], 2);
});

test('a booking that is under way or ended cannot be moved', async () => {
  for (const status of ['picked_up', 'inspecting', 'in_service', 'ready', 'completed', 'cancelled', 'no_show']) {
    await db.sql`update public.service_bookings set status = ${status}`;
    assert.equal(await rejectionOf(move({})), 'PT409 cannot_move', status);
    assert.equal(await rejectionOf(move({}, mondayMorning, admin)), 'PT409 cannot_move', status);
  }
});

test('times are validated as for a new booking, but staff may ignore the lead time', async () => {
  assert.equal(await rejectionOf(move({ date: 'x' })), 'PT422 date');
  assert.equal(await rejectionOf(move({ start: 'x' })), 'PT422 time');
  assert.equal(await rejectionOf(move({ start: '12:00' })), 'PT422 time');
  assert.equal(await rejectionOf(move({ date: '2027-11-25' })), 'PT422 time_too_far');
  assert.equal(await rejectionOf(move({ note: 'n'.repeat(501) })), 'PT422 note_too_long');
  const soon = { date: '2026-11-23', start: '11:00' };
  const at = '2026-11-23T10:30:00+05:30';
  assert.equal(await rejectionOf(move(soon, at)), 'PT422 time_too_soon');
  assert.equal((await move(soon, at, admin))['booking_date'], '2026-11-23');
});

test('not even staff can move a booking to a past window of today', async () => {
  const today = '2026-11-23';
  for (const at of ['11:00:00', '12:00:00', '18:30:00'])
    assert.equal(
      await rejectionOf(move({ date: today, start: '11:00' }, `${today}T${at}+05:30`, admin)),
      'PT422 time_past',
      at,
    );
  assert.deepEqual(await places(), ['24 11:00 1']);
  const justBefore = `${today}T10:59:59+05:30`;
  assert.equal((await move({ date: today, start: '11:00' }, justBefore, admin))['booking_date'], today);
});

test('a weekday coupon is dropped on another day after the customer has seen the new price', async () => {
  booking = await book({ coupon: 'WEEKDAY10', expected_total: 900 }, owner);
  assert.equal((await move({ date: '2026-11-26' }))['estimated_price'], 900);
  const saturday = { date: '2026-11-28' };
  const error = await rejected(move(saturday));
  assert.deepEqual([error.code, error.hint], ['PT409', 'day_price_changed']);
  assert.equal((JSON.parse(error.detail ?? '') as JsonObject)['total'], 999);
  assert.equal((await move({ ...saturday, expected_total: 999 }))['estimated_price'], 999);
  const [row] =
    await db.sql`select coupon_code, discount from public.service_bookings where discount = 0 and moves = 2`;
  assert.deepEqual(Object.values(row ?? {}), [null, 0]);
});

test('moving recalculates the days of a two-day job', async () => {
  booking = await book({ mode: 'workshop', items: cart('engine-top-end'), expected_total: 12999 }, owner);
  assert.equal((await move({ date: '2026-11-27' }))['ready_date'], '2026-11-29');
});

test('twenty concurrent moves never exceed capacity, and every booking keeps a place', async () => {
  await db.sql`delete from public.service_bookings`;
  const all: JsonObject[] = [];
  for (const date of ['2026-11-24', '2026-11-25'])
    for (const time of ['09:00', '11:00', '14:00']) for (let i = 0; i < 3; i += 1) all.push(await book({ date, time }));
  const answers = await Promise.allSettled(
    all.map((one, i) =>
      call('anon', mondayMorning, 'reschedule_booking', {
        booking: one['id'],
        manage_token: one['manage_token'],
        date: i < 9 ? '2026-11-25' : '2026-11-24',
        start: ['16:00', '09:00', '11:00', '14:00'][i % 4],
      }),
    ),
  );
  for (const answer of answers)
    if (answer.status === 'rejected')
      assert.equal((answer.reason as { hint?: string }).hint, 'slot_taken', String(answer.reason));
  const taken = await places();
  assert.equal(taken.length, all.length);
  const [row] = await db.sql`
    select count(*)::int as wrong from public.service_bookings b
    where 1 <> (
      select count(*) from public.booking_places p
      where p.booking_id = b.id and p.booking_date = b.booking_date and p.window_start = b.booking_time
    )`;
  assert.equal(row?.['wrong'], 0);
});
