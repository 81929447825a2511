import assert from 'node:assert/strict';
import { after, before, beforeEach, test } from 'node:test';
import { mondayMorning, proveNumber } from './booking-request.ts';
import { openDatabase, rejected } from './open-database.ts';
import type { JsonObject, TestDatabase } from './open-database.ts';
import { later, payingCustomers, phoneOf } from './paying-customers.ts';
import type { PayableBooking } from './paying-customers.ts';
import { clearPayments } from './payment-events.ts';
import { readEvents } from './read-events.ts';
import { isWholeSuite } from './whole-suite.ts';

/* Payments captured after the deadline of their booking. */

/** How often concurrent calls meet: each time in another order. */
const rounds = isWholeSuite ? 12 : 4;

let db: TestDatabase;
let proof: string;
before(async () => {
  db = await openDatabase({ connections: 12 });
  proof = await proveNumber(db.sql);
  await proveNumber(db.sql, `+91${phoneOf(1)}`, proof);
  await db.sql`update public.shop set payment_provider = 'local'`;
});
beforeEach(() => clearPayments(db.sql));
after(() => db.close());

const { call, book, online, read, places, order, event } = payingCustomers(() => db);

test('a late payment restores the booking while its window is free, even if that is too soon for others', async () => {
  // At 8:15, 11 o'clock is two hours and 45 minutes away; at 9:05 it is too soon to book.
  const booking = await book({ payment: 'online', date: '2026-11-23' });
  const id = await order(booking);
  await db.keep({ at: later(20) }, (tx) => tx`select private.expire_unpaid_bookings()`);
  assert.deepEqual(await places(booking).then((rows) => rows.length), 0);
  await event('payment.captured', id, {}, later(65));
  assert.equal((await rejected(book({ date: '2026-11-23' }, later(65)))).hint, 'time_too_soon');
  const { status, payment } = await read(booking, later(65));
  assert.deepEqual([status, payment.status, payment.refunds], ['confirmed', 'paid', []]);
  assert.equal((await places(booking)).length, 1);
  const [row] = await db.sql`select closed_at from public.service_bookings where id = ${booking.id}`;
  assert.equal(row?.['closed_at'], null);
});

test('a late payment for a taken or past window is refunded in the same transaction, visibly to the customer', async () => {
  const booking = await online();
  const id = await order(booking);
  await Promise.all([book({}, later(16)), book({}, later(16)), book({}, later(16))]);
  await event('payment.captured', id, {}, later(17));
  const { status, payment } = await read(booking, later(17));
  assert.deepEqual([status, payment.status, payment.paid, payment.due], ['expired', 'refund_due', 0, 0]);
  assert.deepEqual(
    payment.refunds.map((refund) => [refund.amount_paise, refund.reason, refund.status]),
    [[99_900, 'paid_late', 'asked']],
  );
  const other = await book({ payment: 'online', date: '2026-11-23' });
  const late = await order(other);
  await event('payment.captured', late, {}, later(60 * 5));
  assert.deepEqual((await read(other, later(60 * 5))).payment.refunds.length, 1);
});

/** With the coupon of a number's first booking. */
const first = (changes: JsonObject = {}, at = mondayMorning): Promise<PayableBooking> =>
  book({ coupon: 'FIRST100', expected_total: 899, proof, ...changes }, at);
/** Final status, discount and refund reason of each booking. */
const ends = async (...bookings: PayableBooking[]): Promise<unknown[]> =>
  Promise.all(
    bookings.map(async (booking) => {
      const { status, payment, discount } = (await read(booking, later(30))) as Awaited<ReturnType<typeof read>> &
        JsonObject;
      return [status, discount, payment.paid, payment.refunds.map(({ amount_paise }) => amount_paise)];
    }),
  );

test('a late payment is refunded with the reason when another booking used its first-booking coupon', async () => {
  for (const written of [false, true]) {
    await clearPayments(db.sql);
    const slow = await first({ payment: 'online' });
    const id = await order(slow);
    // Marked as expired in the table, or the coupon would not be available again.
    await db.keep({ at: later(16) }, (tx) => tx`select private.expire_unpaid_bookings()`);
    const quick = await first({ date: '2026-11-25' }, later(16));
    if (!written) await db.sql`update public.service_bookings set status = 'pending_payment' where id = ${slow.id}`;
    await event('payment.captured', id, {}, later(20));
    assert.deepEqual(await ends(slow, quick), [
      ['expired', 100, 0, [89_900]],
      ['confirmed', 100, 0, []],
    ]);
    assert.equal((await places(slow)).length, 0);
    const told = (await readEvents(db.sql, slow.id)).map(({ words }) => words).join(' | ');
    assert.match(told, /too late: FIRST100 was used for another booking of this number by then/);
    // Once more is given back once more.
    await event('payment.captured', id, { payment: 'pay_again' }, later(21));
    assert.deepEqual(await ends(slow), [['expired', 100, 0, [89_900, 89_900]]]);
  }
});

test('a late payment keeps its first-booking coupon while no other booking of the number used one', async () => {
  const others: [string, (at: string) => Promise<unknown>][] = [
    ['a booking at the full price', (at) => book({ date: '2026-11-25' }, at)],
    ['another number', (at) => first({ date: '2026-11-25', phone: phoneOf(1) }, at)],
    ['another coupon', (at) => book({ date: '2026-11-25', coupon: 'WEEKDAY10', expected_total: 900 }, at)],
    [
      'a booking that was cancelled',
      async (at) => {
        const { id, manage_token } = await first({ date: '2026-11-25' }, at);
        await call('cancel_booking', { booking: id, manage_token }, 'anon', at);
      },
    ],
    ['a booking that was not paid in time either', () => first({ payment: 'online', date: '2026-11-25' }, later(16))],
  ];
  for (const [name, other] of others) {
    await clearPayments(db.sql);
    const slow = await first({ payment: 'online' });
    const id = await order(slow);
    await db.keep({ at: later(16) }, (tx) => tx`select private.expire_unpaid_bookings()`);
    await other(later(17));
    await event('payment.captured', id, {}, later(40));
    assert.deepEqual(await ends(slow), [['confirmed', 100, 899, []]], name);
  }
});

test('of two concurrent late payments with a first-booking coupon one is restored and one refunded', async () => {
  for (let round = 0; round < rounds; round += 1) {
    await clearPayments(db.sql);
    const one = await first({ payment: 'online' });
    const orders = [await order(one)];
    await db.keep({ at: later(16) }, (tx) => tx`select private.expire_unpaid_bookings()`);
    const two = await first({ payment: 'online', date: '2026-11-25' }, later(16));
    orders.push(await order(two, later(17)));
    await db.keep({ at: later(40) }, (tx) => tx`select private.expire_unpaid_bookings()`);
    await Promise.all(orders.map((id) => event('payment.captured', id, {}, later(41))));
    const both = await ends(one, two);
    assert.deepEqual(
      both.sort((a, b) => String(a).localeCompare(String(b))),
      [
        ['confirmed', 100, 899, []],
        ['expired', 100, 0, [89_900]],
      ],
    );
  }
});

test('a late payment and a concurrent first booking of the number get one discount, without a deadlock', async () => {
  for (let round = 0; round < rounds; round += 1) {
    await clearPayments(db.sql);
    const slow = await first({ payment: 'online' });
    const id = await order(slow);
    await db.keep({ at: later(16) }, (tx) => tx`select private.expire_unpaid_bookings()`);
    // The same day and number: both transactions need the same two locks.
    const [quick] = await Promise.allSettled([first({}, later(17)), event('payment.captured', id, {}, later(17))]);
    if (quick.status === 'rejected') assert.equal((quick.reason as { hint?: string }).hint, 'price_changed');
    const rows = await db.sql<{ id: string }[]>`
      select id from public.service_bookings where status = 'confirmed' and discount = 100`;
    assert.equal(rows.length, 1);
    assert.equal(rows[0]?.id === slow.id, quick.status === 'rejected');
  }
});

test('a late payment restores the booking even when its number has reached the booking limit', async () => {
  await db.sql`update private.limits set max_value = 1 where name = 'open_bookings'`;
  try {
    const slow = await online();
    const id = await order(slow);
    await db.keep({ at: later(16) }, (tx) => tx`select private.expire_unpaid_bookings()`);
    await book({ date: '2026-11-25' }, later(16));
    assert.equal((await rejected(book({ date: '2026-11-26' }, later(16)))).hint, 'too_many_open');
    await event('payment.captured', id, {}, later(20));
    assert.deepEqual(await ends(slow), [['confirmed', 0, 999, []]]);
  } finally {
    await db.sql`update private.limits set max_value = 10000 where name = 'open_bookings'`;
  }
});

test('an unpaid booking after pay_until is shown as expired, and its places are free', async () => {
  const unpaid = await Promise.all([online(), online(), online()]);
  const full = await rejected(book({}, later(14)));
  assert.equal(full.hint, 'slot_taken');
  const next = await Promise.all([book({}, later(16)), book({}, later(16)), book({}, later(16))]);
  assert.deepEqual(
    next.map(({ status }) => status),
    ['confirmed', 'confirmed', 'confirmed'],
  );
  const [first] = unpaid;
  assert.ok(first);
  const shown = await read(first, later(16));
  assert.deepEqual([shown.status, shown.payment.due], ['expired', 0]);
  const start = { booking: first.id, method: 'online', manage_token: first.manage_token };
  assert.equal((await rejected(call('start_payment', start, 'anon', later(16)))).hint, 'expired');
  const instead = { booking: first.id, manage_token: first.manage_token };
  assert.equal((await rejected(call('pay_after_service', instead, 'anon', later(16)))).hint, 'expired');
  const both = await Promise.all(
    [1, 2].map(() => db.keep({ at: later(16) }, (tx) => tx`select private.expire_unpaid_bookings() as n`)),
  );
  assert.equal(
    both.flat().reduce((sum, row) => sum + Number(row['n']), 0),
    3,
  );
  const { events } = await read(first, later(17));
  const last = events.at(-1);
  assert.deepEqual([last?.actor, last?.from_status, last?.to_status], ['system', 'pending_payment', 'expired']);
});

test('cancelling an unpaid booking is free, even late, and a payment captured afterwards is refunded', async () => {
  // It is 8:10, so a booking for 9 o'clock is within the two hours.
  await db.sql`update public.service_bookings set late_cancelled = true`;
  const booking = await online();
  const id = await order(booking);
  await call('cancel_booking', { booking: booking.id, manage_token: booking.manage_token }, 'anon', later(10));
  await event('payment.captured', id, {}, later(11));
  const { status, payment } = await read(booking, later(11));
  assert.deepEqual(
    [status, payment.refunds[0]?.amount_paise, payment.refunds[0]?.reason],
    ['cancelled', 99_900, 'cancelled'],
  );
  const [row] = await db.sql`select late_cancelled from public.service_bookings where id = ${booking.id}`;
  assert.equal(row?.['late_cancelled'], false);
});

test('expired places are released while others book them, without a deadlock', async () => {
  const long = { items: [{ id: 'general-service', quantity: 1 }], expected_total: 1699 };
  for (let round = 0; round < rounds; round += 1) {
    await clearPayments(db.sql);
    const unpaid: PayableBooking[] = [];
    for (const date of ['2026-11-24', '2026-11-25'])
      for (const time of ['09:00', '09:00', '09:00', '14:00', '14:00', '14:00'])
        unpaid.push(await book({ ...long, date, time, payment: 'online', phone: phoneOf(unpaid.length) }));
    const work: Promise<unknown>[] = [];
    const may = (promise: Promise<unknown>): unknown =>
      work.push(promise.catch((error: { code?: string }) => assert.match(String(error.code), /^PT409/)));
    for (const [index, booking] of unpaid.entries()) {
      const { date, time } = { date: index < 6 ? '2026-11-24' : '2026-11-25', time: index % 6 < 3 ? '09:00' : '14:00' };
      may(book({ ...long, date, time, phone: phoneOf(20 + index) }, later(16)));
      may(db.keep({ at: later(16) }, (tx) => tx`select private.expire_unpaid_bookings()`));
      may(call('cancel_booking', { booking: booking.id, manage_token: booking.manage_token }, 'anon', later(14)));
    }
    await Promise.all(work);
  }
});
