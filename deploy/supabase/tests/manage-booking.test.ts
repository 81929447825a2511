import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { after, before, beforeEach, test } from 'node:test';
import { openDatabase, refused, rpc } from './open-database.ts';
import type { Actor, Json, TestDatabase } from './open-database.ts';
import { bookingRequest, mondayMorning } from './booking-request.ts';

let db: TestDatabase;
let owner: Actor;
let stranger: Actor;
let admin: Actor;
let guestBooking: Json;
let ownedBooking: Json;

before(async () => {
  db = await openDatabase();
  owner = { user: await db.addUser('owner@example.com') };
  stranger = { user: await db.addUser('stranger@example.com') };
  admin = { user: await db.addUser('admin@example.com') };
  await db.sql`insert into public.user_roles values (${admin.user}, 'admin')`;
});
beforeEach(async () => {
  await db.sql`delete from public.service_bookings`;
  guestBooking = await call('anon', mondayMorning, 'create_booking', { request: bookingRequest() });
  ownedBooking = await call(owner, mondayMorning, 'create_booking', { request: bookingRequest() });
});
after(() => db.close());

function call(as: Actor, at: string, name: string, args: Json): Promise<Json> {
  return db.keep({ as, at }, (tx) => rpc(tx, name, args));
}

async function code(work: Promise<unknown>): Promise<string> {
  const error = await refused(work);
  return `${error.code} ${error.hint}`;
}

async function placesTaken(): Promise<number> {
  const [row] = await db.sql<{ taken: number }[]>`select count(*)::int as taken from public.booking_places`;
  return row?.taken ?? -1;
}

/** The window starts on Tuesday at 11; a customer may cancel until 9. */
const inTime = '2026-11-24T09:00:00+05:30';
const tooLate = '2026-11-24T09:00:01+05:30';

test('the manage token opens the booking with items, events and the shop, and not the request id', async () => {
  const booking = await call('anon', inTime, 'get_booking', { manage_token: guestBooking['manage_token'] });
  assert.equal(booking['id'], guestBooking['id']);
  assert.deepEqual(
    [booking['booking_time'], booking['window_end'], booking['area_name']],
    ['11:00', '13:00', 'Kondhwa'],
  );
  assert.deepEqual([booking['can_cancel'], booking['cancel_until']], [true, '2026-11-24T03:30:00+00:00']);
  assert.equal((booking['items'] as Json[])[0]?.['item_id'], 'oil-change');
  assert.equal((booking['events'] as Json[])[0]?.['to_status'], 'confirmed');
  assert.equal((booking['shop'] as Json)['phone'], '+919000000010');
  assert.equal('request_id' in booking || 'user_id' in booking, false);
});

test('any other token opens nothing', async () => {
  for (const manage_token of ['', 'x', 'f'.repeat(64), String(guestBooking['id']), null]) {
    assert.equal(await code(call('anon', inTime, 'get_booking', { manage_token })), 'PT404 not_found');
  }
});

test('the token lives until 30 days after completion, and then no longer', async () => {
  const booking = guestBooking['id'];
  await call(admin, '2026-11-24T12:00:00+05:30', 'set_booking_status', { booking, to_status: 'assigned' });
  await call(admin, '2026-11-24T13:00:00+05:30', 'set_booking_status', { booking, to_status: 'completed' });
  const manage_token = guestBooking['manage_token'];
  const seen = await call('anon', '2026-12-24T12:59:00+05:30', 'get_booking', { manage_token });
  assert.deepEqual([seen['status'], seen['can_cancel']], ['completed', false]);
  assert.equal(
    await code(call('anon', '2026-12-24T13:01:00+05:30', 'get_booking', { manage_token })),
    'PT404 not_found',
  );
});

test('a guest cancels with the token, twice without harm, and the place is free again', async () => {
  assert.equal(await placesTaken(), 2);
  const args = { booking: guestBooking['id'], manage_token: guestBooking['manage_token'], reason: '  Out of  town ' };
  const cancelled = await call('anon', inTime, 'cancel_booking', args);
  assert.deepEqual(
    [cancelled['status'], cancelled['cancelled_by'], cancelled['cancel_reason']],
    ['cancelled', 'customer', 'Out of town'],
  );
  assert.equal(await placesTaken(), 1);
  assert.deepEqual(await call('anon', tooLate, 'cancel_booking', args), cancelled);
  const [events] =
    await db.sql`select count(*)::int as n from public.booking_events where booking_id = ${String(args.booking)}`;
  assert.equal(events?.['n'], 2);
});

test('inside two hours the customer is told to call', async () => {
  const error = await refused(call(owner, tooLate, 'cancel_booking', { booking: ownedBooking['id'] }));
  assert.deepEqual([error.code, error.hint], ['PT409', 'too_late']);
  assert.equal(error.message, 'It is less than 2 hours to your time. Please call us on 90000 00010.');
  assert.equal(await placesTaken(), 2);
});

test('only owner, token holder and admin can cancel; to others the booking does not exist', async () => {
  const booking = ownedBooking['id'];
  const wrongToken = guestBooking['manage_token'];
  assert.equal(await code(call('anon', inTime, 'cancel_booking', { booking })), 'PT404 not_found');
  assert.equal(
    await code(call('anon', inTime, 'cancel_booking', { booking, manage_token: wrongToken })),
    'PT404 not_found',
  );
  assert.equal(await code(call(stranger, inTime, 'cancel_booking', { booking })), 'PT404 not_found');
  assert.equal(await code(call(admin, inTime, 'cancel_booking', { booking: randomUUID() })), 'PT404 not_found');
  assert.equal((await call(owner, inTime, 'cancel_booking', { booking }))['cancelled_by'], 'customer');
  const byShop = await call(admin, tooLate, 'cancel_booking', { booking: guestBooking['id'], reason: 'Rain' });
  assert.deepEqual([byShop['cancelled_by'], byShop['cancel_reason']], ['shop', 'Rain']);
});

test('an admin takes a booking through its statuses, each with an event', async () => {
  const booking = guestBooking['id'];
  const assigned = await call(admin, inTime, 'set_booking_status', {
    booking,
    to_status: 'assigned',
    mechanic: 'Imran Shaikh',
  });
  assert.deepEqual(
    [assigned['status'], assigned['mechanic'], assigned['final_price']],
    ['assigned', 'Imran Shaikh', null],
  );
  const done = await call(admin, inTime, 'set_booking_status', {
    booking,
    to_status: 'completed',
    note: 'Paid by UPI',
  });
  assert.deepEqual([done['status'], done['mechanic'], done['final_price']], ['completed', 'Imran Shaikh', 999]);
  const events = await db.sql`
    select actor, actor_id, from_status, to_status, note from public.booking_events
    where booking_id = ${String(booking)} order by id`;
  const boss = (admin as { user: string }).user;
  assert.deepEqual(
    events.map((event) => Object.values(event)),
    [
      ['customer', null, null, 'confirmed', null],
      ['admin', boss, 'confirmed', 'assigned', null],
      ['admin', boss, 'assigned', 'completed', 'Paid by UPI'],
    ],
  );
});

test('the bill can differ from the estimate', async () => {
  const booking = guestBooking['id'];
  await call(admin, inTime, 'set_booking_status', { booking, to_status: 'assigned' });
  const done = await call(admin, inTime, 'set_booking_status', { booking, to_status: 'completed', final_price: 1398 });
  assert.equal(done['final_price'], 1398);
});

test('what the table of transitions does not list is refused', async () => {
  const booking = guestBooking['id'];
  const move = (to_status: string | null): Promise<string> =>
    code(call(admin, inTime, 'set_booking_status', { booking, to_status }));
  for (const to of ['completed', 'confirmed', 'in_service', 'nonsense', null])
    assert.equal(await move(to), 'PT409 not_allowed');
  await call(admin, inTime, 'set_booking_status', { booking, to_status: 'cancelled', note: 'Rain' });
  for (const to of ['confirmed', 'assigned', 'completed']) assert.equal(await move(to), 'PT409 not_allowed');
  assert.equal(await placesTaken(), 1);
  const done = ownedBooking['id'];
  await call(admin, inTime, 'set_booking_status', { booking: done, to_status: 'assigned' });
  await call(admin, inTime, 'set_booking_status', { booking: done, to_status: 'completed' });
  assert.equal(await code(call(owner, inTime, 'cancel_booking', { booking: done })), 'PT409 not_allowed');
});

test('nobody else sets a status', async () => {
  const args = { booking: ownedBooking['id'], to_status: 'assigned' };
  assert.equal(await code(call(owner, inTime, 'set_booking_status', args)), 'PT403 forbidden');
  assert.equal(await code(call(stranger, inTime, 'set_booking_status', args)), 'PT403 forbidden');
  assert.equal((await refused(call('anon', inTime, 'set_booking_status', args))).code, '42501');
});

test('wrong words and sums of an admin are refused in words', async () => {
  const args = { booking: guestBooking['id'], to_status: 'assigned' };
  assert.equal(await code(call(admin, inTime, 'set_booking_status', { ...args, mechanic: '#1' })), 'PT422 mechanic');
  assert.equal(
    await code(call(admin, inTime, 'set_booking_status', { ...args, final_price: -1 })),
    'PT422 final_price',
  );
  assert.equal(await code(call(admin, inTime, 'set_booking_status', { ...args, note: 'n'.repeat(501) })), 'PT422 note');
  assert.equal(
    await code(call(admin, inTime, 'set_booking_status', { ...args, booking: randomUUID() })),
    'PT404 not_found',
  );
});
