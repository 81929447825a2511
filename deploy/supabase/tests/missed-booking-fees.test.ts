import assert from 'node:assert/strict';
import { test } from 'node:test';
import { bookingRequest, mondayMorning } from './booking-request.ts';
import { rejected, rpc } from './open-database.ts';
import type { JsonObject } from './open-database.ts';
import { clearPayments, orderOf, providerEvent } from './payment-events.ts';
import { openShopWithDues } from './dues-and-credits.ts';
import type { Booked } from './dues-and-credits.ts';

const { db, boss, call, book, read, moneyOf, cancel, shopCancels, cash, miss, missed, complete, dueOf } =
  await openShopWithDues();

test('the no-show fee moves to the next booking of the number', async () => {
  const first = await missed();
  assert.deepEqual(await dueOf(first), [200]);
  const next = await book();
  const [old, now] = [await moneyOf(first), await moneyOf(next)];
  assert.deepEqual([old.due, old.status, old.carried_to], [0, 'nothing_due', next.number]);
  assert.deepEqual([now.due, now.carried.map(({ number, amount }) => [number, amount])], [1199, [[first.number, 200]]]);
  assert.equal((await read(next))['estimated_price'], 999);
  assert.equal((await rejected(cash(first, 1))).hint, 'paid');
  assert.equal((await rejected(call('start_payment', { booking: first.id, method: 'upi' }, boss))).hint, 'paid');
  await cash(next, 1199);
  assert.deepEqual((await moneyOf(next)).status, 'paid');
  // Neither another number nor a third booking pays it.
  const others = [await book({ phone: '90000 00013', date: '2026-11-25' }), await book({ date: '2026-11-25' })];
  assert.deepEqual(await dueOf(...others), [999, 999]);
});

test('the part of a fee that was already paid is not carried', async () => {
  const [whole, part] = [await missed(), await missed()];
  await cash(whole, 200);
  await cash(part, 50);
  const next = await book();
  assert.deepEqual(await dueOf(whole, part, next), [0, 0, 1149]);
  assert.deepEqual((await moneyOf(part)).refunds, []);
  const prepaid = await book({ phone: '90000 00013' });
  await cash(prepaid, 999);
  await miss(prepaid);
  assert.equal((await moneyOf(prepaid)).refunds[0]?.amount_paise, 79_900);
  assert.deepEqual(await dueOf(await book({ phone: '90000 00013' })), [999]);
});

test('a fee under verification is not carried; when staff reject the payment, the next booking carries it', async () => {
  const first = await missed();
  const key = { booking: first.id, manage_token: first.manage_token };
  const { reference, payment } = await call('start_payment', { ...key, method: 'upi' });
  await call('claim_payment', { reference, manage_token: first.manage_token });
  assert.deepEqual(await dueOf(await book()), [999]);
  await call('reject_claim', { payment, note: 'Not found' }, boss);
  assert.deepEqual(await dueOf(await book(), first), [1199, 0]);
});

test('a carried fee that is paid with its own booking afterwards is refunded on the next one', async () => {
  const first = await missed();
  const { payment } = await call('start_payment', { booking: first.id, method: 'upi' }, boss);
  const next = await book();
  await cash(next, 1199);
  await call('confirm_payment', { payment }, boss);
  assert.deepEqual((await moneyOf(first)).refunds, []);
  const money = await moneyOf(next);
  assert.deepEqual([money.paid, money.due, money.refunds[0]?.amount_paise], [999, 0, 20_000]);
});

test('when the next booking ends without service, its own fee and the carried one move on', async () => {
  const first = await missed();
  const second = await book();
  await cash(second, 1199);
  await cancel(second);
  assert.deepEqual(await dueOf(first, second), [200, 0]);
  assert.equal((await moneyOf(second)).refunds[0]?.amount_paise, 119_900);
  const third = await book();
  assert.deepEqual(await dueOf(first, third), [0, 1199]);
  await miss(third);
  assert.deepEqual(await dueOf(first, third), [200, 200]);
  const fourth = await book();
  assert.deepEqual(await dueOf(first, third, fourth), [0, 0, 1399]);
  assert.deepEqual(
    (await moneyOf(fourth)).carried.map(({ number }) => number).sort(),
    [first.number, third.number].sort(),
  );
});

test('a fee carried by an expired booking moves on, or is paid with the expired booking when that is paid late', async () => {
  const later = (minutes: number): string => new Date(Date.parse(mondayMorning) + minutes * 60_000).toISOString();
  const first = await missed();
  const unpaid = await book({ payment: 'online' });
  const order = await orderOf(db, unpaid, mondayMorning);
  assert.equal((await moneyOf(first)).due, 0);
  assert.equal((await moneyOf(first, later(16))).due, 200);
  await providerEvent(db, { kind: 'payment.captured', order }, later(20));
  const paid = await moneyOf(unpaid, later(20));
  assert.deepEqual([paid.paid, paid.due, paid.refunds], [1199, 0, []]);
  assert.equal((await moneyOf(first, later(20))).due, 0);

  await clearPayments(db.sql);
  const again = await missed();
  const slow = await book({ payment: 'online' });
  const slowOrder = await orderOf(db, slow, mondayMorning);
  const quick = await book({}, later(16));
  assert.equal((await moneyOf(quick, later(16))).due, 1199);
  await providerEvent(db, { kind: 'payment.captured', order: slowOrder }, later(20));
  const [late_, taken] = [await moneyOf(slow, later(20)), await moneyOf(quick, later(20))];
  assert.deepEqual([late_.paid, late_.refunds[0]?.amount_paise, taken.due], [999, 20_000, 1199]);
  assert.equal((await moneyOf(again, later(20))).due, 0);
});

test('a fee paid while its carrier was expired is refunded when the carrier is paid late', async () => {
  const later = (minutes: number): string => new Date(Date.parse(mondayMorning) + minutes * 60_000).toISOString();
  const first = await missed();
  const slow = await book({ payment: 'online' });
  const order = await orderOf(db, slow, mondayMorning);
  await db.keep({ at: later(16) }, (tx) => tx`select private.expire_unpaid_bookings()`);
  await call('record_payment', { booking: first.id, amount: 200, method: 'cash' }, boss, later(17));
  await providerEvent(db, { kind: 'payment.captured', order }, later(20));
  const [fee, money] = [await moneyOf(first, later(20)), await moneyOf(slow, later(20))];
  assert.deepEqual([fee.paid, fee.refunds.length], [200, 0]);
  assert.deepEqual([money.paid, money.due, money.refunds[0]?.amount_paise], [999, 0, 20_000]);
});

test('two concurrent bookings carry a fee once and use a credit once', async () => {
  const first = await missed();
  await shopCancels(await book());
  await db.sql`delete from public.booking_places`;
  const dates = ['2026-11-24', '2026-11-25', '2026-11-26', '2026-11-27', '2026-11-28', '2026-11-30'];
  // Staff on several phones: customers wait for each other already, where their bookings are counted.
  const bookings = await Promise.all(dates.map((date) => book({ date }, mondayMorning, boss)));
  const dues = await dueOf(...bookings);
  const beyond = dues.map((due) => due - 999).filter((rupees) => rupees !== 0);
  assert.equal(
    beyond.reduce((sum, rupees) => sum + rupees, 0),
    200 - 100,
    dues.join(),
  );
  assert.deepEqual(await dueOf(first), [0]);
});

test('a concurrent booking does not take a fee or credit from the booking that has it', async () => {
  const first = await missed();
  const paused = await book({ date: '2026-11-26' });
  await shopCancels(paused);
  let second: Promise<Booked> | undefined;
  const one = await db.keep({ as: boss, at: mondayMorning }, async (tx) => {
    const made = await rpc(tx, 'create_booking', { request: bookingRequest() });
    second = book({ date: '2026-11-25' }, mondayMorning, boss);
    let waiting = 0;
    while (waiting === 0) {
      const [row] = await db.sql<{ waiting: number }[]>`
        select count(*)::int as waiting from pg_stat_activity
        where datname = current_database() and wait_event_type = 'Lock'`;
      waiting = row?.waiting ?? 0;
    }
    return made as JsonObject & Booked;
  });
  const two = await second;
  assert.ok(two);
  assert.deepEqual(await dueOf(first, one, two), [0, 1099, 999]);
});

test('a fee is waived on its own booking, also while a later one carries it, until that one has its invoice', async () => {
  const first = await missed();
  const next = await book();
  await cash(next, 1199);
  const fee = (rupees: number): Promise<JsonObject> =>
    call('set_booking_fee', { booking: first.id, fee: rupees, note: 'He was ill' }, boss);
  await fee(50);
  const money = await moneyOf(next);
  assert.deepEqual([money.carried[0]?.amount, money.paid, money.refunds[0]?.amount_paise], [50, 1049, 15_000]);
  await complete(next);
  assert.equal((await rejected(fee(0))).hint, 'fee_on_invoice');
  assert.deepEqual(await dueOf(first, next), [0, 0]);
});

test('a fee on an issued invoice cannot change, nor can the amount due', async () => {
  const booking = await book();
  const fee = (rupees: number): Promise<JsonObject> =>
    call('set_booking_fee', { booking: booking.id, fee: rupees, note: 'Agreed on the phone' }, boss);
  await fee(100);
  await cash(booking, 1099);
  await complete(booking);
  const written = await moneyOf(booking);
  for (const rupees of [0, 200]) {
    const error = await rejected(fee(rupees));
    assert.deepEqual([error.code, error.hint], ['PT409', 'invoice_issued'], String(rupees));
  }
  assert.equal((await fee(100))['fee'], 100, 'the same fee again changes nothing');
  assert.deepEqual(await moneyOf(booking), written);
  const invoice = await call('get_invoice', { booking: booking.id }, boss);
  assert.deepEqual([invoice['total'], written.paid, written.due, written.refunds], [1099, 1099, 0, []]);
});

test('a no-show gets a message, and its manage link exposes no id of another booking', async () => {
  const first = await missed({ email: 'asha@example.com' });
  const next = await book();
  const rows = await db.sql<{ channel: string; status: string }[]>`
    select channel, status from public.message_outbox where booking_id = ${first.id} and kind = 'no_show' order by 1`;
  assert.deepEqual(
    [...rows],
    [
      { channel: 'mail', status: 'waiting' },
      { channel: 'sms', status: 'waiting' },
    ],
  );
  const shown = await call('get_booking', { manage_token: first.manage_token });
  assert.equal(JSON.stringify(shown).includes(next.id), false);
});
