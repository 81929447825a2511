import assert from 'node:assert/strict';
import { after, before, beforeEach, test } from 'node:test';
import { bookingRequest, mondayMorning } from './booking-request.ts';
import { openDatabase, rejected, rejectionOf, rpc } from './open-database.ts';
import type { Actor, JsonObject, TestDatabase } from './open-database.ts';
import { clearPayments } from './payment-events.ts';
import { readEvents } from './read-events.ts';
import { checkInFor } from './workshop.ts';

let db: TestDatabase;
let admin: Actor;
let owner: Actor;
let stranger: Actor;
let booking: JsonObject;

/** The window starts on Tuesday at 11; until 9 everything is free. */
const inTime = '2026-11-24T09:00:00+05:30';
const late = '2026-11-24T09:00:01+05:30';
/** From then on a no-show may be recorded. */
const waited = '2026-11-24T11:15:00+05:30';
const waiver = 'He was in hospital';

before(async () => {
  db = await openDatabase();
  owner = { user: await db.addUser('owner@example.com') };
  stranger = { user: await db.addUser('stranger@example.com') };
  admin = { user: await db.addUser('admin@example.com') };
  await db.sql`select public.make_owner(${admin.user})`;
});
beforeEach(async () => {
  await clearPayments(db.sql);
  await db.sql`delete from public.weather_days`;
  booking = await book();
});
after(() => db.close());

function call(as: Actor, at: string, name: string, args: JsonObject): Promise<JsonObject> {
  return db.keep({ as, at }, (tx) => rpc(tx, name, args));
}
const book = (changes: JsonObject = {}, as: Actor = owner): Promise<JsonObject> =>
  call(as, mondayMorning, 'create_booking', { request: bookingRequest(changes) });
const cancel = (changes: JsonObject = {}, at = late, as = admin): Promise<JsonObject> =>
  call(as, at, 'cancel_booking', { booking: booking['id'], cause: 'customer', reason: 'He is ill', ...changes });
const move = (changes: JsonObject = {}, at = late, as = admin): Promise<JsonObject> =>
  call(as, at, 'reschedule_booking', { booking: booking['id'], date: '2026-11-25', start: '14:00', ...changes });

/** The rejection names the required fee. */
async function asked(work: Promise<unknown>): Promise<unknown> {
  const error = await rejected(work);
  assert.deepEqual([error.code, error.hint], ['PT409', 'fee_changed']);
  return (JSON.parse(error.detail ?? '') as JsonObject)['fee'];
}

async function go(...statuses: string[]): Promise<void> {
  for (const to_status of statuses) {
    await checkInFor(to_status, db.sql);
    await call(admin, inTime, 'set_booking_status', { booking: booking['id'], to_status, mechanic: 'Sagar' });
  }
}

/** Uses up the number's free late cancellation by cancelling another booking late. */
async function firstTimeUsed(): Promise<void> {
  const earlier = await book();
  await call(owner, late, 'cancel_booking', { booking: earlier['id'] });
}

/** The events of the booking, the latest last. */
async function events(): Promise<unknown[][]> {
  const rows = await readEvents(db.sql, booking['id']);
  return rows.slice(1).map(({ actor, to_status, words, fee }) => [actor, to_status, words, fee]);
}

async function counters(): Promise<unknown[]> {
  const [row] = await db.sql`
    select moves, late_moves, late_cancelled, fee from public.service_bookings where id = ${String(booking['id'])}`;
  return Object.values(row ?? {});
}

/* Cancelling --------------------------------------------------------------------------------------------------- */

test("staff cancel for a customer on the customer's terms: free in time, the first late one free, then 100 rupees", async () => {
  assert.deepEqual([(await cancel({}, inTime))['fee'], await counters()], [0, [0, 0, false, 0]]);
  booking = await book();
  const done = await cancel();
  assert.deepEqual([done['fee'], done['cancelled_by']], [0, 'customer']);
  assert.deepEqual(await counters(), [0, 0, true, 0]);
  booking = await book();
  assert.equal(await asked(cancel()), 100);
  assert.equal(await asked(cancel({ expected_fee: 200 })), 100);
  assert.equal((await cancel({ expected_fee: 100 }))['fee'], 100);
  assert.deepEqual(await events(), [['admin', 'cancelled', 'He is ill', 100]]);
  assert.deepEqual(await cancel(), await cancel({ expected_fee: 100 }), 'repeating it changes nothing');
});

test('the shop cancels free of charge, and an admin can override a fee with a note', async () => {
  await go('assigned', 'on_the_way');
  const reason = 'Van broke down';
  assert.equal((await call(admin, inTime, 'cancel_booking', { booking: booking['id'], reason }))['fee'], 0);
  booking = await book({}, 'anon');
  await go('assigned');
  await call(admin, waited, 'set_booking_status', { booking: booking['id'], to_status: 'no_show' });
  const fee = (args: JsonObject, as: Actor = admin): Promise<JsonObject> =>
    call(as, inTime, 'set_booking_fee', { booking: booking['id'], ...args });
  assert.equal((await fee({ fee: 0, note: 'Was in hospital' }))['fee'], 0);
  const event = (await readEvents(db.sql, booking['id'])).at(-1)!;
  assert.deepEqual(
    [event.actor, event.from_status, event.to_status, event.kind, event.words, event.fee],
    ['admin', 'no_show', 'no_show', 'fee_changed', 'Was in hospital', -200],
  );
  assert.equal(await rejectionOf(fee({ fee: 0, note: ' ' })), 'PT422 fee_note');
  assert.equal(await rejectionOf(fee({ fee: -1, note: 'Why not' })), 'PT422 fee');
  assert.equal(await rejectionOf(fee({ fee: 5, note: 'Mine' }, owner)), 'PT403 forbidden');
  assert.equal((await rejected(fee({ fee: 5, note: 'Mine' }, 'anon'))).code, '42501');
});

test('customers and staff share the one free late cancellation', async () => {
  await cancel();
  booking = await book();
  assert.equal(await asked(call(owner, late, 'cancel_booking', { booking: booking['id'] })), 100);
});

test('with the mechanic on the way or on site it costs 200 rupees, and the rest of a payment is refunded', async () => {
  await call(admin, mondayMorning, 'record_payment', { booking: booking['id'], amount: 999, method: 'cash' });
  await go('assigned', 'on_the_way');
  assert.equal(await asked(cancel({}, inTime)), 200);
  await go('inspecting');
  assert.equal(await asked(cancel({}, inTime)), 200);
  const own = call(owner, inTime, 'cancel_booking', { booking: booking['id'], expected_fee: 200 });
  assert.equal(await rejectionOf(own), 'PT409 not_allowed');
  assert.equal((await cancel({ expected_fee: 200 }, inTime))['fee'], 200);
  const { payment } = (await call(owner, late, 'get_booking', { booking: booking['id'] })) as {
    payment: { paid: number; due: number; refunds: { amount_paise: number }[] };
  };
  assert.deepEqual([payment.paid, payment.due, payment.refunds[0]?.amount_paise], [200, 0, 79_900]);
});

test('with the cause shop or weather cancelling is always free and never counts as late', async () => {
  await go('assigned', 'on_the_way');
  for (const cause of ['shop', 'weather', undefined]) {
    const done = await cancel(cause ? { cause } : { cause: null });
    assert.deepEqual([done['fee'], done['cancelled_by'], await counters()], [0, 'shop', [0, 0, false, 0]]);
    booking = await book();
    await go('assigned', 'on_the_way');
  }
});

test("in weather mode, or after a missed window, the customer's wish is free too", async () => {
  await firstTimeUsed();
  await db.sql`insert into public.weather_days (date, note) values ('2026-11-24', 'Heavy rain')`;
  assert.equal((await cancel())['fee'], 0);
  await db.sql`delete from public.weather_days`;
  booking = await book();
  assert.equal(await asked(cancel({}, '2026-11-24T13:59:00+05:30')), 100);
  assert.equal((await cancel({}, '2026-11-24T14:00:00+05:30'))['fee'], 0);
  assert.deepEqual(await counters(), [0, 0, false, 0]);
});

test('an admin waives the fee that was shown, and the reason is stored', async () => {
  await firstTimeUsed();
  assert.equal(await asked(cancel({ waiver })), 100);
  const done = await cancel({ waiver: `  ${waiver} `, expected_fee: 100 });
  assert.deepEqual([done['status'], done['fee'], done['cancel_reason']], ['cancelled', 0, 'He is ill']);
  assert.deepEqual(await events(), [
    ['admin', 'confirmed', `Fee of ₹100 waived: ${waiver}`, 0],
    ['admin', 'cancelled', 'He is ill', 0],
  ]);
});

test('a late cancellation with a waived fee still uses the free one', async () => {
  await go('assigned', 'on_the_way');
  await cancel({ waiver, expected_fee: 200 });
  assert.deepEqual(await counters(), [0, 0, true, 0]);
  booking = await book();
  assert.equal(await asked(cancel()), 100);
});

test('a waiver needs a fee and a reason, and the cause must be a known one', async () => {
  assert.equal(await rejectionOf(cancel({ waiver })), 'PT422 nothing_to_waive');
  assert.equal(await rejectionOf(cancel({ waiver, cause: 'shop' })), 'PT422 nothing_to_waive');
  await firstTimeUsed();
  for (const short of ['', '  x ', 'w'.repeat(301)])
    assert.equal(await rejectionOf(cancel({ waiver: short, expected_fee: 100 })), 'PT422 waiver');
  assert.equal(await rejectionOf(cancel({ cause: 'holiday' })), 'PT422 cause');
  assert.equal(await rejectionOf(move({ cause: 'holiday' })), 'PT422 cause');
  assert.deepEqual(await events(), []);
});

test('only an admin can set a cause or waive a fee; strangers get not found', async () => {
  const guest = await book({}, 'anon');
  const { id, manage_token } = guest;
  for (const said of [{ cause: 'shop' }, { cause: 'customer' }, { waiver }, { waiver: '' }]) {
    const none = { cause: null, ...said };
    assert.equal(await rejectionOf(cancel(none, late, owner)), 'PT403 shop_only');
    assert.equal(await rejectionOf(move(none, late, owner)), 'PT403 shop_only');
    assert.equal(await rejectionOf(cancel(none, late, stranger)), 'PT404 not_found');
    assert.equal(await rejectionOf(move(none, late, stranger)), 'PT404 not_found');
    assert.equal(await rejectionOf(cancel({ ...none, booking: id }, late, 'anon')), 'PT404 not_found');
    assert.equal(await rejectionOf(cancel({ ...none, booking: id, manage_token }, late, 'anon')), 'PT403 shop_only');
    assert.equal(await rejectionOf(move({ ...none, booking: id, manage_token }, late, 'anon')), 'PT403 shop_only');
  }
  assert.deepEqual(await events(), []);
});

test('an admin who cancels their own booking pays as a customer unless a cause is given', async () => {
  await firstTimeUsed();
  booking = await book({}, admin);
  assert.equal(await asked(cancel({ cause: null })), 100);
  assert.equal((await cancel({ cause: 'shop' }))['cancelled_by'], 'shop');
});

/* Moving ------------------------------------------------------------------------------------------------------- */

test('a move by staff for a customer has the same count and fee, but no limit', async () => {
  await move({}, inTime);
  await move({ start: '16:00' }, inTime);
  assert.deepEqual(await counters(), [2, 0, false, 0]);
  assert.equal(await rejectionOf(move({}, inTime, owner)), 'PT409 moved_often');
  await move({ cause: 'customer' }, inTime);
  assert.deepEqual(await counters(), [3, 0, false, 0]);
  assert.deepEqual((await events()).at(-1), ['admin', 'confirmed', 'The customer asked for it', 0]);

  booking = await book();
  await move({ date: '2026-11-24', start: '16:00', note: 'Said so on the phone' });
  assert.deepEqual(await counters(), [1, 1, false, 0]);
  assert.deepEqual((await events()).at(-1)?.[2], 'The customer asked for it. Said so on the phone');
});

test('moving with the mechanic on the way costs 100 rupees, shown first, unless waived or caused by the shop', async () => {
  await go('assigned', 'on_the_way');
  assert.equal(await asked(move()), 100);
  const moved = await move({ expected_fee: 100 });
  assert.deepEqual([moved['status'], moved['fee'], await counters()], ['assigned', 100, [1, 1, false, 100]]);

  booking = await book();
  await go('assigned', 'on_the_way');
  assert.equal(await asked(move({ waiver })), 100);
  await move({ waiver, expected_fee: 100 });
  assert.deepEqual(
    [await counters(), (await events()).slice(-2)],
    [
      [1, 1, false, 0],
      [
        ['admin', 'on_the_way', `Fee of ₹100 waived: ${waiver}`, 0],
        ['admin', 'assigned', 'The customer asked for it', 0],
      ],
    ],
  );

  for (const [cause, said] of [
    ['shop', ['For our own reasons', 'We were late, ₹100 credit']],
    ['weather', ['Rain or a closed road']],
  ] as const) {
    booking = await book();
    await go('assigned', 'on_the_way');
    await move({ cause, start: '16:00' });
    assert.deepEqual(await counters(), [0, 0, false, 0]);
    assert.deepEqual(
      (await events()).slice(-said.length).map(([, , words]) => words),
      said,
    );
  }
});

test('a coupon that is not valid on the new day is dropped only when the customer causes the move', async () => {
  const saturday = { date: '2026-11-28' };
  booking = await book({ coupon: 'WEEKDAY10', expected_total: 900 });
  assert.equal(await rejectionOf(move(saturday)), 'PT409 day_price_changed');
  assert.equal((await move({ ...saturday, cause: 'shop' }))['estimated_price'], 900);
  booking = await book({ coupon: 'WEEKDAY10', expected_total: 900 });
  await db.sql`insert into public.weather_days (date, note) values ('2026-11-24', 'Heavy rain')`;
  assert.equal((await move(saturday, late, owner))['estimated_price'], 900);
});
