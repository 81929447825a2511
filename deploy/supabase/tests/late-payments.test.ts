import assert from 'node:assert/strict';
import { after, before, beforeEach, test } from 'node:test';
import { mondayMorning } from './booking-request.ts';
import { openDatabase, refused } from './open-database.ts';
import type { Json, TestDatabase } from './open-database.ts';
import { later, payingCustomers, phoneOf } from './paying-customers.ts';
import type { Booked } from './paying-customers.ts';
import { clearPayments } from './payment-events.ts';

/* Money that comes when the time that was kept for it is over. */
let db: TestDatabase;
before(async () => {
  db = await openDatabase({ connections: 12 });
  await db.sql`update public.shop set payment_provider = 'local'`;
});
beforeEach(() => clearPayments(db.sql));
after(() => db.close());

const { call, book, online, read, places, order, event } = payingCustomers(() => db);

test('paid late while the time is free: the booking happens, though it would be too soon for others', async () => {
  // At a quarter past eight 11 o'clock has two hours and three quarters; at five past nine it is too soon to book.
  const booking = await book({ payment: 'online', date: '2026-11-23' });
  const id = await order(booking);
  await db.keep({ at: later(20) }, (tx) => tx`select private.expire_unpaid()`);
  assert.deepEqual(await places(booking).then((rows) => rows.length), 0);
  await event('payment.captured', id, {}, later(65));
  assert.equal((await refused(book({ date: '2026-11-23' }, later(65)))).hint, 'time_too_soon');
  const { status, payment } = await read(booking, later(65));
  assert.deepEqual([status, payment.status, payment.refunds], ['confirmed', 'paid', []]);
  assert.equal((await places(booking)).length, 1);
  const [row] = await db.sql`select closed_at from public.service_bookings where id = ${booking.id}`;
  assert.equal(row?.['closed_at'], null);
});

test('paid late when the time is taken or over: a refund in the same breath, and the customer sees it', async () => {
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
const first = (changes: Json = {}, at = mondayMorning): Promise<Booked> =>
  book({ coupon: 'FIRST100', expected_total: 899, ...changes }, at);
/** The way bookings have ended, with what they took off and why their money goes back. */
const ends = async (...bookings: Booked[]): Promise<unknown[]> =>
  Promise.all(
    bookings.map(async (booking) => {
      const { status, payment, discount } = (await read(booking, later(30))) as Awaited<ReturnType<typeof read>> & Json;
      return [status, discount, payment.paid, payment.refunds.map(({ amount_paise }) => amount_paise)];
    }),
  );

test('paid late when its first-booking coupon has gone to another booking: the money goes back and the reason stays', async () => {
  for (const written of [false, true]) {
    await clearPayments(db.sql);
    const slow = await first({ payment: 'online' });
    const id = await order(slow);
    // Expired in writing, or the coupon would not be given again.
    await db.keep({ at: later(16) }, (tx) => tx`select private.expire_unpaid()`);
    const quick = await first({ date: '2026-11-25' }, later(16));
    if (!written) await db.sql`update public.service_bookings set status = 'pending_payment' where id = ${slow.id}`;
    await event('payment.captured', id, {}, later(20));
    assert.deepEqual(await ends(slow, quick), [
      ['expired', 100, 0, [89_900]],
      ['confirmed', 100, 0, []],
    ]);
    assert.equal((await places(slow)).length, 0);
    const notes = (await read(slow, later(20))).events.map(({ note }) => note).join(' | ');
    assert.match(notes, /too late: FIRST100 was used for another booking of this number by then/);
    // Once more is given back once more.
    await event('payment.captured', id, { payment: 'pay_again' }, later(21));
    assert.deepEqual(await ends(slow), [['expired', 100, 0, [89_900, 89_900]]]);
  }
});

test('paid late, a first-booking coupon holds while no other booking of the number has used one', async () => {
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
    await db.keep({ at: later(16) }, (tx) => tx`select private.expire_unpaid()`);
    await other(later(17));
    await event('payment.captured', id, {}, later(40));
    assert.deepEqual(await ends(slow), [['confirmed', 100, 899, []]], name);
  }
});

test('two bookings with a first-booking coupon that are paid late at once: one happens, one is given back', async () => {
  for (let round = 0; round < 5; round += 1) {
    await clearPayments(db.sql);
    const one = await first({ payment: 'online' });
    const orders = [await order(one)];
    await db.keep({ at: later(16) }, (tx) => tx`select private.expire_unpaid()`);
    const two = await first({ payment: 'online', date: '2026-11-25' }, later(16));
    orders.push(await order(two, later(17)));
    await db.keep({ at: later(40) }, (tx) => tx`select private.expire_unpaid()`);
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

test('a late payment and a new first booking of the number at once: one discount, and neither waits for ever', async () => {
  for (let round = 0; round < 12; round += 1) {
    await clearPayments(db.sql);
    const slow = await first({ payment: 'online' });
    const id = await order(slow);
    await db.keep({ at: later(16) }, (tx) => tx`select private.expire_unpaid()`);
    // The same day and number: both locks of the one are wanted by the other.
    const [quick] = await Promise.allSettled([first({}, later(17)), event('payment.captured', id, {}, later(17))]);
    if (quick.status === 'rejected') assert.equal((quick.reason as { hint?: string }).hint, 'price_changed');
    const rows = await db.sql<{ id: string }[]>`
      select id from public.service_bookings where status = 'confirmed' and discount = 100`;
    assert.equal(rows.length, 1);
    assert.equal(rows[0]?.id === slow.id, quick.status === 'rejected');
  }
});

test('paid late, a booking happens though its number has as many to come as it may make by now', async () => {
  await db.sql`update private.limits set most = 1 where name = 'open_bookings'`;
  try {
    const slow = await online();
    const id = await order(slow);
    await db.keep({ at: later(16) }, (tx) => tx`select private.expire_unpaid()`);
    await book({ date: '2026-11-25' }, later(16));
    assert.equal((await refused(book({ date: '2026-11-26' }, later(16)))).hint, 'too_many_open');
    await event('payment.captured', id, {}, later(20));
    assert.deepEqual(await ends(slow), [['confirmed', 0, 999, []]]);
  } finally {
    await db.sql`update private.limits set most = 10000 where name = 'open_bookings'`;
  }
});
