import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { after, before, beforeEach, test } from 'node:test';
import { addStaff } from './add-staff.ts';
import { bookingRequest, cart, mondayMorning } from './booking-request.ts';
import { openDatabase, rejectionOf, rpc } from './open-database.ts';
import type { Actor, JsonObject, TestDatabase } from './open-database.ts';
import { clearPayments } from './payment-events.ts';

let db: TestDatabase;
let desk: { user: string };
let otherDesk: { user: string };
/** Staff of other duties. */
let others: { user: string }[];
let customer: { user: string };

before(async () => {
  db = await openDatabase();
  desk = await addStaff(db, 'desk');
  otherDesk = await addStaff(db, 'owner');
  others = [await addStaff(db, 'foreman'), await addStaff(db, 'mechanic'), await addStaff(db, 'accountant')];
  customer = { user: await db.addUser('customer@example.com') };
});
beforeEach(async () => {
  await clearPayments(db.sql);
  await db.sql`delete from private.slot_holds`;
  await db.sql`update auth.users set phone = null, phone_confirmed_at = null`;
});
after(() => db.close());

const call = (as: Actor, name: string, args: JsonObject, at = mondayMorning): Promise<JsonObject> =>
  db.keep({ as, at }, (tx) => rpc(tx, name, args));
const book = (changes: JsonObject = {}, as: Actor = desk): Promise<JsonObject> =>
  call(as, 'create_booking', { request: bookingRequest({ on_behalf: 'phone', ...changes }) });
const hold = (request_id: string, start: string, at = mondayMorning, as = desk): Promise<JsonObject> => {
  const job = { mode: 'doorstep', date: '2026-11-24', items: cart('oil-change'), model: 'royal-enfield/classic-350' };
  return call(as, 'hold_for_caller', { ...job, request_id, start }, at);
};
async function row(id: unknown): Promise<JsonObject> {
  const [booking = {}] = await db.sql<JsonObject[]>`select * from public.service_bookings where id = ${String(id)}`;
  return booking;
}
/** Free places of Tuesday's windows at the gate. */
async function free(at = mondayMorning): Promise<number[]> {
  const list = await call('anon', 'list_slots', { mode: 'doorstep', from_date: '2026-11-24', days: 1 }, at);
  return (list['days'] as { windows: { free: number }[] }[])[0]?.windows.map((window) => window.free) ?? [];
}

test('a booking for a caller belongs to nobody of the shop, and staff get neither its link nor its code', async () => {
  const booked = await book();
  assert.equal(booked['manage_token'], '');
  const { user_id, origin } = await row(booked['id']);
  assert.deepEqual([user_id, origin], [null, 'phone']);
  const seen = await call(desk, 'get_booking', { booking: booked['id'] });
  assert.equal(seen['handover_code'], null);
  const [event] =
    await db.sql`select actor, actor_id from public.booking_events where booking_id = ${String(booked['id'])}`;
  assert.deepEqual({ ...event }, { actor: 'admin', actor_id: desk.user });
});

test('the caller gets the confirmation with the link that shows the handover code', async () => {
  const booked = await book();
  const [message] = await db.keep(
    { at: mondayMorning },
    (tx) => tx<{ message: JsonObject }[]>`
      select private.message_to_send(c.message, c.attempt) as message from private.claim_messages(9) c
      where c.kind = 'confirmation' and c.channel = 'sms'`,
  );
  assert.equal(message?.message['recipient'], '+919000000012');
  const own = await call('anon', 'get_booking', { manage_token: message?.message['manage_token'] });
  assert.equal(own['id'], booked['id']);
  assert.match(String(own['handover_code']), /^\d{4}$/);
});

test('the account that has confirmed the number gets the booking, and sees its code there', async () => {
  await db.sql`update auth.users set phone = '919000000012', phone_confirmed_at = now() where id = ${customer.user}`;
  const booked = await book({ on_behalf: 'walk_in', mode: 'workshop' });
  assert.equal((await row(booked['id']))['user_id'], customer.user);
  assert.match(String((await call(customer, 'get_booking', { booking: booked['id'] }))['handover_code']), /^\d{4}$/);
});

test('a number that an account only claims does not link it', async () => {
  await db.sql`update auth.users set phone = '919000000012' where id = ${customer.user}`;
  assert.equal((await row((await book())['id']))['user_id'], null);
});

test('the staff member owns nothing, even when the number is theirs', async () => {
  await db.sql`update auth.users set phone = '919000000012', phone_confirmed_at = now() where id = ${desk.user}`;
  assert.equal((await row((await book())['id']))['user_id'], null);
});

test('only staff book on behalf of others, and only by phone or at the counter', async () => {
  for (const as of ['anon', customer, ...others] as const)
    assert.equal(await rejectionOf(book({}, as)), 'PT403 forbidden');
  for (const on_behalf of ['web', 'mail', '', null])
    assert.equal(await rejectionOf(book({ on_behalf })), 'PT422 on_behalf');
  assert.equal(await rejectionOf(book({ payment: 'online' })), 'PT422 payment');
});

test('repeating the request tells nobody the link', async () => {
  const request_id = randomUUID();
  const { id } = await book({ request_id });
  const again = await book({ request_id }, otherDesk);
  assert.deepEqual([again['id'], again['repeated'], again['manage_token']], [id, true, '']);
  for (const as of ['anon', customer, desk] as const) {
    const plain = call(as, 'create_booking', { request: bookingRequest({ request_id }) });
    assert.equal(await rejectionOf(plain), 'PT409 request_used');
  }
  const web = randomUUID();
  await call('anon', 'create_booking', { request: bookingRequest({ request_id: web }) });
  assert.equal(await rejectionOf(book({ request_id: web })), 'PT409 request_used');
});

test('the request id that staff read in a booking of the site does not open its link', async () => {
  const { id } = await call('anon', 'create_booking', { request: bookingRequest() });
  const [read] = await db.keep(
    { as: desk, at: mondayMorning },
    (tx) => tx<{ request_id: string }[]>`
    select request_id from public.service_bookings where id = ${String(id)}`,
  );
  const request = bookingRequest({ request_id: read?.request_id, time: '14:00' });
  assert.notEqual((await call('anon', 'create_booking', { request }))['id'], id);
});

test('no limit of customers counts what the desk books and holds', async () => {
  await db.sql`update private.limits set max_value = 1 where name in ('open_bookings', 'open_holds', 'holds_an_hour')`;
  try {
    await book();
    await book({ time: '14:00' });
    for (const start of ['09:00', '14:00', '16:00']) await hold(randomUUID(), start);
  } finally {
    await db.sql`update private.limits set max_value = 10000 where name = 'open_bookings'`;
    await db.sql`update private.limits set max_value = 2 where name = 'open_holds'`;
    await db.sql`update private.limits set max_value = 30 where name = 'holds_an_hour'`;
  }
});

test('a staff member holds one window: the next one replaces it, whatever page it was held on', async () => {
  await hold(randomUUID(), '09:00');
  await hold(randomUUID(), '11:00');
  assert.deepEqual(await free(), [3, 2, 3, 3]);
  await hold(randomUUID(), '14:00', mondayMorning, otherDesk);
  assert.deepEqual(await free(), [3, 2, 2, 3]);
});

test('a hold for a caller ends 30 minutes after the last call, or when it is released', async () => {
  const request_id = randomUUID();
  const held = await hold(request_id, '11:00');
  assert.equal(held['seconds_left'], 1800);
  await hold(request_id, '11:00', '2026-11-23T08:20:00+05:30');
  assert.deepEqual(await free('2026-11-23T08:49:59+05:30'), [3, 2, 3, 3]);
  assert.deepEqual(await free('2026-11-23T08:50:00+05:30'), [3, 3, 3, 3]);
  await hold(request_id, '11:00', '2026-11-23T09:00:00+05:30');
  await call(desk, 'release_hold', { request_id }, '2026-11-23T09:01:00+05:30');
  assert.deepEqual(await free('2026-11-23T09:01:00+05:30'), [3, 3, 3, 3]);
});

test('the held window is the one that is booked, although two others took the rest', async () => {
  const request_id = randomUUID();
  await hold(request_id, '11:00');
  await call('anon', 'create_booking', { request: bookingRequest() });
  await call('anon', 'create_booking', { request: bookingRequest() });
  assert.equal(await rejectionOf(book({ request_id: randomUUID() })), 'PT409 slot_taken');
  assert.equal((await book({ request_id }))['status'], 'confirmed');
});

test('neither a customer nor another staff member takes over a hold by its id', async () => {
  const request_id = randomUUID();
  await hold(request_id, '11:00');
  assert.equal(await rejectionOf(hold(request_id, '14:00', mondayMorning, otherDesk)), 'PT422 request');
  const job = { mode: 'doorstep', date: '2026-11-24', items: cart('oil-change'), model: 'royal-enfield/classic-350' };
  assert.equal(await rejectionOf(call('anon', 'hold_slot', { ...job, request_id, start: '14:00' })), 'PT422 request');
  for (const as of [customer, ...others]) {
    const held = call(as, 'hold_for_caller', { ...job, request_id: randomUUID(), start: '14:00' });
    assert.equal(await rejectionOf(held), 'PT403 forbidden');
  }
});

/** A bike of a group of Activas at one society on Tuesday. */
function groupBike(group_id: string, time: string, changes: JsonObject = {}): Promise<JsonObject> {
  const bike = {
    model: 'honda/activa-6g',
    items: cart('general-service'),
    vehicle_number: `MH 12 ZZ 00${time.slice(0, 2)}`,
  };
  return book({ ...bike, group_id, time, expected_total: 899, ...changes });
}

test('SOCIETY5 holds from the third bike of a group on, for the first two as well', async () => {
  const group_id = randomUUID();
  const society = { coupon: 'SOCIETY5' };
  const first = await groupBike(group_id, '09:00');
  const second = await groupBike(group_id, '11:00');
  const quoteOf = (as: Actor): Promise<JsonObject> =>
    call(as, 'quote', { items: cart('general-service'), model: 'honda/activa-6g', coupon: 'SOCIETY5', group_id });
  assert.equal((await quoteOf(desk))['total'], 855);
  for (const as of ['anon', ...others] as const)
    assert.equal((await quoteOf(as))['total'], 899, 'only the desk books groups');
  const third = await groupBike(group_id, '14:00', { ...society, expected_total: 855 });
  for (const { id } of [first, second, third] as { id: string }[]) {
    const { estimated_price, discount, coupon_code } = await row(id);
    assert.deepEqual([estimated_price, discount, coupon_code], [855, 44, 'SOCIETY5']);
  }
  const [event] = await db.sql`
    select data from public.booking_events where booking_id = ${String(first['id'])} and kind = 'group_discount'`;
  assert.deepEqual(event?.['data'], { rupees: 44, coupon: 'SOCIETY5' });
  const history = await call(desk, 'get_booking', { booking: first['id'] });
  assert.equal((history['events'] as JsonObject[]).at(-1)?.['kind'], 'group_discount');
});

test('SOCIETY5 does not hold for two bikes, and cancelled ones do not count', async () => {
  const group_id = randomUUID();
  await groupBike(group_id, '09:00');
  const gone = await groupBike(group_id, '11:00');
  await call(desk, 'cancel_booking', { booking: gone['id'], cause: 'customer' });
  await groupBike(group_id, '14:00', { coupon: 'SOCIETY5', expected_total: 899 });
  assert.equal(
    await rejectionOf(groupBike(randomUUID(), '16:00', { coupon: 'SOCIETY5', expected_total: 855 })),
    'PT409 price_changed',
  );
});

test('the bikes of a group have one customer, place and day', async () => {
  const group_id = randomUUID();
  await groupBike(group_id, '09:00');
  for (const change of [{ phone: '9000000013' }, { date: '2026-11-25' }, { mode: 'pickup', time: '11:00' }])
    assert.equal(await rejectionOf(groupBike(group_id, '11:00', change)), 'PT422 group_id');
  assert.equal(await rejectionOf(groupBike('not-a-uuid', '11:00')), 'PT422 group_id');
});

test('a group id of a customer is ignored', async () => {
  const { id } = await call('anon', 'create_booking', { request: bookingRequest({ group_id: randomUUID() }) });
  assert.deepEqual([(await row(id))['group_id'], (await row(id))['origin']], [null, 'web']);
});
