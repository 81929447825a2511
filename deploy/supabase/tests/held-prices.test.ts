import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { after, before, beforeEach, test } from 'node:test';
import { addStaff } from './add-staff.ts';
import { bookingRequest, cart, mondayMorning } from './booking-request.ts';
import { openDatabase, rpc } from './open-database.ts';
import type { Actor, DbError, JsonObject, TestDatabase } from './open-database.ts';
import { clearPayments } from './payment-events.ts';

/* The oil change of a Classic 350 costs ₹999 when its time is held. Then every price rises by ₹100. */

let db: TestDatabase;
let customer: { user: string };
let stranger: { user: string };
let desk: { user: string };
before(async () => {
  db = await openDatabase();
  customer = { user: await db.addUser('asha@example.com') };
  stranger = { user: await db.addUser('stranger@example.com') };
  desk = await addStaff(db, 'desk');
  await db.sql`create table private.prices_before as table public.package_prices`;
});
beforeEach(async () => {
  await clearPayments(db.sql);
  await db.sql`delete from private.slot_holds`;
  await db.sql`
    update public.package_prices p set price = b.price from private.prices_before b
    where (b.package_slug, b.price_class) = (p.package_slug, p.price_class)`;
});
after(() => db.close());

const at = (time: string): string => `2026-11-23T${time}+05:30`;
const job = { mode: 'doorstep', model: 'royal-enfield/classic-350', items: cart('oil-change') };
const call = (name: string, args: JsonObject, when: string, as: Actor): Promise<JsonObject> =>
  db.keep({ as, at: when }, (tx) => rpc(tx, name, args));

function hold(request_id: string, changes: JsonObject = {}, when = mondayMorning, as: Actor = 'anon') {
  return call('hold_slot', { request_id, ...job, date: '2026-11-24', start: '11:00', ...changes }, when, as);
}

/** Holds a time, and raises the prices afterwards. */
async function holdBeforeRise(changes: JsonObject = {}, as: Actor = 'anon'): Promise<string> {
  const request_id = randomUUID();
  await hold(request_id, changes, mondayMorning, as);
  await rise();
  return request_id;
}

const rise = () => db.sql`update public.package_prices set price = price + 100`;

async function quoted(request_id: string, changes: JsonObject = {}, when = at('08:05:00'), as: Actor = 'anon') {
  return (await call('quote', { ...job, request_id, ...changes }, when, as))['total'];
}

/** What the booking is charged, or the total of the quote with which it is refused. */
async function charged(request_id: string, changes: JsonObject = {}, when = at('08:05:00'), as: Actor = 'anon') {
  const request = bookingRequest({ request_id, ...changes });
  try {
    return (await call('create_booking', { request }, when, as))['estimated_price'];
  } catch (error) {
    const { hint, detail } = error as DbError;
    return `${hint} ${(JSON.parse(detail ?? '{}') as { total: number }).total}`;
  }
}

test('a booking is charged what its hold was quoted, and so is every quote until then', async () => {
  const mine = await holdBeforeRise();
  assert.equal(await quoted(mine), 999);
  assert.equal(await quoted(randomUUID()), 1099, 'others read the new price');
  assert.equal(await charged(randomUUID(), { time: '14:00' }), 'price_changed 1099');
  assert.equal(await charged(mine), 999);
  const [line] = await db.sql`
    select i.unit_price, i.price from public.booking_items i
    join public.service_bookings b on b.id = i.booking_id where b.estimated_price = 999`;
  assert.deepEqual({ ...line }, { unit_price: 999, price: 999 });
  assert.equal(await quoted(mine), 1099, 'the booking has used up the hold');
});

test('a lower price between hold and booking changes nothing either, and no figure of the browser counts', async () => {
  const mine = randomUUID();
  await hold(mine);
  await db.sql`update public.package_prices set price = price - 100`;
  assert.equal(await charged(mine, { expected_total: 899 }), 'price_changed 999');
  assert.equal(await charged(mine, { expected_total: 1 }), 'price_changed 999');
  assert.equal(await charged(mine), 999);
});

test('other work, another bike and another mode are priced as of today', async () => {
  const mine = await holdBeforeRise();
  const more = cart('oil-change', 'chain-lube');
  const own = Number(await quoted(randomUUID(), { items: more }));
  assert.equal(await charged(mine, { items: more, expected_total: own - 100 }), `price_changed ${own}`);
  assert.equal(await charged(mine, { mode: 'workshop', address: undefined }), 'price_changed 1099');
  const activa = { model: 'honda/activa-6g' };
  assert.equal(await quoted(mine, activa), await quoted(randomUUID(), activa));
  assert.equal(await charged(mine), 999, 'what was tried before costs nothing');
});

test('the coupon comes off the held price', async () => {
  const mine = await holdBeforeRise();
  const coupon = { coupon: 'WEEKDAY10' };
  assert.equal(await quoted(mine, { ...coupon, date: '2026-11-24' }), 900);
  assert.equal(await charged(mine, { ...coupon, expected_total: 900 }), 900);
});

test('the price ends with the hold: expired, released or moved', async () => {
  const expired = await holdBeforeRise();
  assert.equal(await charged(expired, {}, at('08:10:00')), 'price_changed 1099');
  const released = randomUUID();
  await hold(released);
  await rise();
  await call('release_hold', { request_id: released }, at('08:01:00'), 'anon');
  assert.equal(await quoted(released), 1199);
  const moved = randomUUID();
  await hold(moved);
  await rise();
  assert.equal(await quoted(moved), 1199);
  await hold(moved, { start: '14:00' }, at('08:01:00'));
  assert.equal(await quoted(moved), 1299);
});

test('a longer hold and the same hold again keep the price; other work in it is quoted anew', async () => {
  const mine = await holdBeforeRise();
  await hold(mine, {}, at('08:05:00'));
  await call('extend_hold', { request_id: mine }, at('08:09:00'), 'anon');
  assert.equal(await quoted(mine, {}, at('08:14:00')), 999);
  const more = { items: cart('oil-change', 'chain-lube') };
  const today = await quoted(randomUUID(), more);
  await hold(mine, more, at('08:14:00'));
  await rise();
  assert.equal(await quoted(mine, more, at('08:14:30')), today);
  assert.equal(await quoted(mine, {}, at('08:14:30')), 1199, 'the hold is for other work now');
});

test("nobody gets the price of somebody else's hold", async () => {
  const mine = await holdBeforeRise({}, customer);
  for (const as of ['anon', stranger, desk] as const) {
    assert.equal(await quoted(mine, {}, at('08:05:00'), as), 1099);
    assert.equal(await charged(mine, {}, at('08:05:00'), as), 'price_changed 1099');
  }
  assert.equal(await charged(mine, {}, at('08:05:00'), customer), 999);
  const guest = randomUUID();
  await hold(guest, { start: '14:00' });
  await rise();
  assert.equal(await quoted(guest, {}, at('08:05:00'), customer), 1099, 'a guest who signs in keeps the price');
});

test('a hold of the desk for a caller keeps the price as long as it is renewed', async () => {
  const request_id = randomUUID();
  const held = { ...job, request_id, date: '2026-11-24', start: '11:00' };
  await call('hold_for_caller', held, mondayMorning, desk);
  await rise();
  await call('hold_for_caller', held, at('08:25:00'), desk);
  assert.equal(await quoted(request_id, {}, at('08:50:00'), desk), 999);
  assert.equal(await quoted(request_id, {}, at('08:50:00')), 1099);
  assert.equal(await charged(request_id, { on_behalf: 'phone' }, at('08:50:00'), desk), 999);
});

test('places are taken as without a kept price', async () => {
  const mine = await holdBeforeRise();
  await charged(mine);
  const [row] = await db.sql`
    select count(*)::int as places, count(hold_id)::int as held from public.booking_places`;
  assert.deepEqual({ ...row }, { places: 1, held: 0 });
});
