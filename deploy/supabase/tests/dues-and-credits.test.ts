import assert from 'node:assert/strict';
import { after, before, beforeEach, test } from 'node:test';
import { bookingRequest, mondayMorning } from './booking-request.ts';
import { openDatabase, refused, rpc } from './open-database.ts';
import type { Actor, Json, TestDatabase } from './open-database.ts';
import { clearPayments, orderOf, providerEvent } from './payment-events.ts';
import { stepTo, tickAll } from './workshop.ts';

let db: TestDatabase;
let boss: Actor;
let asha: Actor;

before(async () => {
  db = await openDatabase({ connections: 12 });
  const [admin, customer] = [await db.addUser('boss@example.com'), await db.addUser('asha@example.com')];
  await db.sql`insert into public.user_roles values (${admin}, 'admin')`;
  await db.sql`update public.shop set payment_provider = 'local'`;
  boss = { user: admin };
  asha = { user: customer };
});
beforeEach(async () => {
  await clearPayments(db.sql);
  await db.sql`delete from public.weather_days`;
});
after(() => db.close());

interface Booked {
  id: string;
  number: string;
  manage_token: string;
}
interface Money {
  status: string;
  paid: number;
  due: number;
  carried: { number: string; amount: number }[];
  carried_to: string | null;
  credit: number;
  credit_given: { amount: number; reason: string; used_by: string | null } | null;
  refunds: { amount_paise: number; reason: string }[];
}

const tuesday = (time: string): string => `2026-11-24T${time}:00+05:30`;
const call = (name: string, args: Json, as: Actor = 'anon', at = mondayMorning): Promise<Json> =>
  db.keep({ as, at }, (tx) => rpc(tx, name, args));
/** Tuesday, 11 to 1, at the gate, ₹999. */
const book = async (changes: Json = {}, at = mondayMorning, as: Actor = 'anon'): Promise<Booked> =>
  (await call('create_booking', { request: bookingRequest(changes) }, as, at)) as unknown as Booked;
const read = async (booking: Booked, at = mondayMorning): Promise<Json & { payment: Money }> =>
  (await call('get_booking', { booking: booking.id }, boss, at)) as Json & { payment: Money };
const moneyOf = async (booking: Booked, at = mondayMorning): Promise<Money> => (await read(booking, at)).payment;
const step = (booking: Booked, to_status: string, at = mondayMorning, more: Json = {}): Promise<Json> =>
  call('set_booking_status', { booking: booking.id, ...stepTo(to_status), mechanic: 'Sagar', ...more }, boss, at);
const cancel = ({ id: booking, manage_token }: Booked): Promise<Json> =>
  call('cancel_booking', { booking, manage_token });
const shopCancels = (booking: Booked, more: Json = {}): Promise<Json> =>
  call('cancel_booking', { booking: booking.id, reason: 'The mechanic is ill', ...more }, boss);
const cash = (booking: Booked, amount: number): Promise<Json> =>
  call('record_cash', { booking: booking.id, amount }, boss);
const late = (booking: Booked, at: string, as: Actor = boss, note = 'Held up in traffic'): Promise<Json> =>
  call('give_late_credit', { booking: booking.id, note }, as, at);

/** Nobody is at the gate: ₹200. */
async function miss(booking: Booked): Promise<void> {
  await step(booking, 'assigned');
  await step(booking, 'no_show', tuesday('11:15'));
}
async function missed(changes: Json = {}): Promise<Booked> {
  const booking = await book(changes);
  await miss(booking);
  return booking;
}
/** Takes a booking through the whole service. */
async function complete(booking: Booked): Promise<void> {
  for (const status of ['assigned', 'on_the_way', 'inspecting', 'in_service', 'quality_check', 'ready', 'completed']) {
    await step(booking, status);
    if (status === 'in_service') await tickAll(db.sql);
  }
}
/** Adds work of ₹501 while the bike is inspected, and the customer says yes. */
async function agreeToMore(booking: Booked): Promise<void> {
  const items = [{ name: 'Brake pads', reason: 'Worn to 1 mm', price: 501 }];
  await db.sql`update public.service_bookings set status = 'inspecting' where id = ${booking.id}`;
  const { extra_work } = await call('propose_extra_work', { booking: booking.id, items }, boss);
  const line = (extra_work as { id: string }[])[0]?.id;
  await call('answer_extra_work', { line, approve: true, manage_token: booking.manage_token });
  await db.sql`update public.service_bookings set status = 'confirmed' where id = ${booking.id}`;
}
const dueOf = async (...bookings: Booked[]): Promise<number[]> =>
  Promise.all(bookings.map(async (booking) => (await moneyOf(booking)).due));

/* The fee of somebody who was not there -------------------------------------------------------------------------- */

test('the fee of a missed booking is paid with the next one of the number, and no longer with its own', async () => {
  const first = await missed();
  assert.deepEqual(await dueOf(first), [200]);
  const next = await book();
  const [old, now] = [await moneyOf(first), await moneyOf(next)];
  assert.deepEqual([old.due, old.status, old.carried_to], [0, 'nothing_due', next.number]);
  assert.deepEqual([now.due, now.carried.map(({ number, amount }) => [number, amount])], [1199, [[first.number, 200]]]);
  assert.equal((await read(next))['estimated_price'], 999);
  assert.equal((await refused(cash(first, 1))).hint, 'paid');
  assert.equal((await refused(call('start_payment', { booking: first.id, method: 'upi' }, boss))).hint, 'paid');
  await cash(next, 1199);
  assert.deepEqual((await moneyOf(next)).status, 'paid');
  // Neither another number nor a third booking pays it.
  const others = [await book({ phone: '90000 00013', date: '2026-11-25' }), await book({ date: '2026-11-25' })];
  assert.deepEqual(await dueOf(...others), [999, 999]);
});

test('what was paid of a fee with its own booking is never carried', async () => {
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

test('money that staff look for already is not asked for again; when it did not come, the next booking pays', async () => {
  const first = await missed();
  const key = { booking: first.id, manage_token: first.manage_token };
  const { reference, payment } = await call('start_payment', { ...key, method: 'upi' });
  await call('claim_payment', { reference, manage_token: first.manage_token });
  assert.deepEqual(await dueOf(await book()), [999]);
  await call('reject_claim', { payment, note: 'Not found' }, boss);
  assert.deepEqual(await dueOf(await book(), first), [1199, 0]);
});

test('money that comes for a fee that was carried is not asked for a second time', async () => {
  const first = await missed();
  const { payment } = await call('start_payment', { booking: first.id, method: 'upi' }, boss);
  const next = await book();
  await cash(next, 1199);
  await call('confirm_payment', { payment }, boss);
  assert.deepEqual((await moneyOf(first)).refunds, []);
  const money = await moneyOf(next);
  assert.deepEqual([money.paid, money.due, money.refunds[0]?.amount_paise], [999, 0, 20_000]);
});

test('when the next booking ends without service, its own fee and the old one go to the one after', async () => {
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

test('a booking that is not paid in time gives the fee to whoever books next, and pays it when it is paid late after all', async () => {
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

test('a fee that is paid while the booking that carried it was over is not paid twice when that one comes back', async () => {
  const later = (minutes: number): string => new Date(Date.parse(mondayMorning) + minutes * 60_000).toISOString();
  const first = await missed();
  const slow = await book({ payment: 'online' });
  const order = await orderOf(db, slow, mondayMorning);
  await db.keep({ at: later(16) }, (tx) => tx`select private.expire_unpaid()`);
  await call('record_cash', { booking: first.id, amount: 200 }, boss, later(17));
  await providerEvent(db, { kind: 'payment.captured', order }, later(20));
  const [fee, money] = [await moneyOf(first, later(20)), await moneyOf(slow, later(20))];
  assert.deepEqual([fee.paid, fee.refunds.length], [200, 0]);
  assert.deepEqual([money.paid, money.due, money.refunds[0]?.amount_paise], [999, 0, 20_000]);
});

test('two bookings at once carry a fee once, and use a credit once', async () => {
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

test('what a booking has taken over, one that was made at the same moment does not take away', async () => {
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
    return made as unknown as Booked;
  });
  const two = await second;
  assert.ok(two);
  assert.deepEqual(await dueOf(first, one, two), [0, 1099, 999]);
});

test('a fee is waived where it arose, also when a later booking pays it, until that has its invoice', async () => {
  const first = await missed();
  const next = await book();
  await cash(next, 1199);
  const fee = (rupees: number): Promise<Json> =>
    call('set_booking_fee', { booking: first.id, fee: rupees, note: 'He was ill' }, boss);
  await fee(50);
  const money = await moneyOf(next);
  assert.deepEqual([money.carried[0]?.amount, money.paid, money.refunds[0]?.amount_paise], [50, 1049, 15_000]);
  await complete(next);
  assert.equal((await refused(fee(0))).hint, 'invoice_issued');
  assert.deepEqual(await dueOf(first, next), [0, 0]);
});

test('a fee that stands on the invoice of its own booking stays, and what is owed with it', async () => {
  const booking = await book();
  const fee = (rupees: number): Promise<Json> =>
    call('set_booking_fee', { booking: booking.id, fee: rupees, note: 'Agreed on the phone' }, boss);
  await fee(100);
  await cash(booking, 1099);
  await complete(booking);
  const written = await moneyOf(booking);
  for (const rupees of [0, 200]) {
    const error = await refused(fee(rupees));
    assert.deepEqual([error.code, error.hint], ['PT409', 'invoice_issued'], String(rupees));
    assert.match(error.message, /credit note/);
  }
  assert.equal((await fee(100))['fee'], 100, 'the same fee again changes nothing');
  assert.deepEqual(await moneyOf(booking), written);
  const invoice = await call('get_invoice', { booking: booking.id }, boss);
  assert.deepEqual([invoice['total'], written.paid, written.due, written.refunds], [1099, 1099, 0, []]);
});

/* What the shop owes ----------------------------------------------------------------------------------------------- */

test('when the shop cancels, everything comes back, and ₹100 are taken off the next booking', async () => {
  const booking = await book({ email: 'asha@example.com' });
  await cash(booking, 999);
  const answer = await shopCancels(booking);
  assert.deepEqual([answer['cancelled_by'], answer['fee']], ['shop', 0]);
  const money = await moneyOf(booking);
  assert.equal(money.refunds[0]?.amount_paise, 99_900);
  assert.deepEqual(money.credit_given, { amount: 100, reason: 'we_cancelled', used_by: null });
  await shopCancels(booking);
  const next = await book();
  assert.deepEqual([(await moneyOf(next)).credit, ...(await dueOf(next))], [100, 899]);
  assert.equal((await moneyOf(booking)).credit_given?.used_by, next.number);
  assert.deepEqual(await dueOf(await book({ date: '2026-11-25' })), [999]);
});

test('a step of the board cancels with the same credit', async () => {
  const booking = await book();
  await step(booking, 'cancelled');
  assert.deepEqual((await moneyOf(booking)).credit_given?.amount, 100);
});

test('a credit is free again when the booking that used it ends without service, and spent when it is done', async () => {
  await shopCancels(await book());
  const second = await book();
  await cancel(second);
  const third = await book();
  assert.deepEqual(await dueOf(second, third), [0, 899]);
  await complete(third);
  assert.deepEqual(await dueOf(third, await book({ date: '2026-11-25' })), [899, 999]);
});

test('rain, a closed road and a customer who calls give no credit; other words for why do not exist', async () => {
  const bookings = [await book(), await book(), await book()];
  const [wet, asked, rainy] = bookings as [Booked, Booked, Booked];
  assert.equal((await refused(shopCancels(wet, { cause: 'holiday' }))).hint, 'cause');
  assert.equal((await shopCancels(wet, { cause: 'weather' }))['cancelled_by'], 'shop');
  assert.equal((await shopCancels(asked, { cause: 'customer' }))['cancelled_by'], 'customer');
  await db.sql`insert into public.weather_days (date, note) values ('2026-11-24', 'Heavy rain')`;
  await shopCancels(rainy);
  const unpaid = await book({ payment: 'online', date: '2026-11-25' });
  await shopCancels(unpaid);
  assert.equal((await db.sql`select from public.booking_credits`).length, 0);
  assert.deepEqual(await dueOf(await book({ date: '2026-11-26' })), [999]);
});

test('who cancels his own booking gets no credit, and may not say whose reason it is', async () => {
  const { id: booking, manage_token } = await book();
  for (const cause of ['shop', 'weather', 'customer', 'anything'])
    assert.equal((await refused(call('cancel_booking', { booking, manage_token, cause }))).code, 'PT403');
  await call('cancel_booking', { booking, manage_token });
  const [row] = await db.sql`
    select count(*)::int as credits, (select string_agg(distinct cancel_cause, ',') from public.service_bookings) as causes
    from public.booking_credits`;
  assert.deepEqual([row?.['credits'], row?.['causes']], [0, 'customer']);
});

test('a late credit is taken off this bill, and what was paid too much comes back', async () => {
  const booking = await book();
  await cash(booking, 999);
  await step(booking, 'assigned');
  assert.equal((await refused(late(booking, tuesday('13:59')))).hint, 'not_late');
  await late(booking, tuesday('14:00'));
  const money = await moneyOf(booking, tuesday('14:00'));
  assert.deepEqual([money.credit, money.due, money.paid, money.refunds[0]?.amount_paise], [100, 0, 899, 10_000]);
  assert.deepEqual(money.credit_given, { amount: 100, reason: 'late', used_by: booking.number });
  assert.equal((await refused(late(booking, tuesday('15:00')))).hint, 'credited');
});

test('whether it was late goes by when the bike was looked at, and by the window it was moved from', async () => {
  const [inTime, tooLate, moved] = [await book(), await book(), await book()];
  for (const [booking, at] of [
    [inTime, '13:30'],
    [tooLate, '14:30'],
  ] as const) {
    await step(booking, 'assigned');
    await step(booking, 'on_the_way', tuesday('10:30'));
    await step(booking, 'inspecting', tuesday(at));
  }
  assert.equal((await refused(late(inTime, tuesday('18:00')))).hint, 'not_late');
  await late(tooLate, tuesday('18:00'));
  const { id: booking, manage_token } = moved;
  const args = { booking, manage_token, date: '2026-11-26', start: '11:00' };
  await call('reschedule_booking', args, 'anon', tuesday('14:05'));
  await late(moved, tuesday('14:10'));
  assert.equal((await moneyOf(moved, tuesday('14:10'))).due, 899);
});

test('a late credit of a booking that is done or cancelled by then is taken off the next one', async () => {
  const [done, left] = [await book(), await book()];
  for (const status of ['assigned', 'on_the_way', 'inspecting', 'in_service', 'quality_check', 'ready', 'completed']) {
    await step(done, status, tuesday('16:00'));
    if (status === 'in_service') await tickAll(db.sql);
  }
  await late(done, tuesday('17:00'));
  assert.equal((await moneyOf(done, tuesday('17:00'))).due, 999);
  const key = { booking: left.id, manage_token: left.manage_token };
  const cancelled = await call('cancel_booking', key, 'anon', tuesday('14:30'));
  assert.equal(cancelled['fee'], 0);
  await late(left, tuesday('17:00'));
  const next = await book({ date: '2026-11-26' }, tuesday('17:00'));
  assert.equal((await moneyOf(next, tuesday('17:00'))).due, 799);
});

test('a booking that was credited for being late and is then cancelled by the shop has one credit', async () => {
  const booking = await book();
  await late(booking, tuesday('14:00'));
  await call('cancel_booking', { booking: booking.id, reason: 'The van is broken' }, boss, tuesday('15:00'));
  const next = await book({ date: '2026-11-26' }, tuesday('16:00'));
  assert.equal((await moneyOf(next, tuesday('16:00'))).due, 899);
});

test('nobody is credited for what did not begin, for rain, or for not being there', async () => {
  const absent = await missed();
  assert.equal((await refused(late(absent, tuesday('18:00')))).hint, 'not_allowed');
  const unpaid = await book({ payment: 'online' });
  assert.equal((await refused(late(unpaid, tuesday('18:00')))).hint, 'not_allowed');
  const wet = await book();
  await db.sql`insert into public.weather_days (date, note) values ('2026-11-24', 'Heavy rain')`;
  assert.equal((await refused(late(wet, tuesday('18:00')))).hint, 'weather');
  const closed = await book({ date: '2026-11-25' });
  await shopCancels(closed, { cause: 'weather' });
  assert.equal((await refused(late(closed, '2026-11-25T18:00:00+05:30'))).hint, 'weather');
  assert.equal((await refused(late(wet, tuesday('18:00'), boss, 'x'))).hint, 'note');
});

test('only an admin credits: a customer, his link and a stranger cannot', async () => {
  const booking = await book({}, mondayMorning, asha);
  assert.equal((await refused(late(booking, tuesday('18:00'), asha))).code, 'PT403');
  assert.equal((await refused(late(booking, tuesday('18:00'), 'anon'))).code, '42501');
  assert.equal((await db.sql`select from public.booking_credits`).length, 0);
});

test('credits take off no more than the work costs, nothing off a fee, and keep what finds nothing left', async () => {
  const first = await missed();
  for (const date of ['2026-11-25', '2026-11-26', '2026-11-27', '2026-11-28']) await shopCancels(await book({ date }));
  const wash = { model: 'honda/activa-6g', items: [{ id: 'foam-wash-polish', quantity: 1 }], expected_total: 249 };
  const next = await book({ ...wash, mode: 'workshop' });
  const money = await moneyOf(next);
  // ₹249 take three of the four ₹100; the fee of ₹200 is left.
  assert.deepEqual([money.credit, money.due, (await moneyOf(first)).due], [249, 200, 0]);
  assert.deepEqual(await dueOf(await book()), [899]);
});

test('a booking that is to be confirmed by its payment keeps something to pay', async () => {
  for (const date of ['2026-11-25', '2026-11-26', '2026-11-27']) await shopCancels(await book({ date }));
  const wash = { model: 'honda/activa-6g', items: [{ id: 'foam-wash-polish', quantity: 1 }], expected_total: 249 };
  const booking = await book({ ...wash, mode: 'workshop', payment: 'online' });
  assert.deepEqual(await dueOf(booking), [49]);
  const order = await orderOf(db, booking, mondayMorning);
  await providerEvent(db, { kind: 'payment.captured', order }, mondayMorning);
  const { status, payment } = await read(booking);
  assert.deepEqual([status, payment.paid, payment.due, payment.refunds], ['confirmed', 49, 0, []]);
});

/* Where it is said ------------------------------------------------------------------------------------------------- */

test('the invoice has the fee as a line and the credit as a discount before tax', async () => {
  const first = await missed();
  await shopCancels(await book());
  const booking = await book();
  await agreeToMore(booking);
  await complete(booking);
  const invoice = await call('get_invoice', { booking: booking.id }, boss);
  const lines = invoice['lines'] as Record<string, number | string>[];
  assert.deepEqual(
    lines.map((line) => [line['description'], line['discount_paise'], line['total_paise']]),
    [
      ['Engine Oil Change', 6_600, 93_300],
      ['Brake pads', 3_400, 46_700],
      [`Fee of booking ${first.number}`, 0, 20_000],
    ],
  );
  assert.deepEqual(
    [invoice['total'], invoice['discount_paise'], invoice['credit_paise'], invoice['taxable_paise']],
    [1600, 10_000, 10_000, Math.round((1600 * 10_000) / 118)],
  );
  const sum = (key: string): number => lines.reduce((total, line) => total + Number(line[key]), 0);
  assert.deepEqual([sum('total_paise'), sum('taxable_paise')], [160_000, invoice['taxable_paise']]);
  assert.deepEqual(await dueOf(booking), [1600]);
});

test('who was not there is told, and the link of his booking knows no id of another', async () => {
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

test('when we have missed the window, cancelling and moving cost nothing; who rides in himself pays as before', async () => {
  const terms = async (booking: Booked, at: string): Promise<Json> =>
    (await call('get_booking', { booking: booking.id }, boss, at))['terms'] as Json;
  const earlier = await book();
  await call('cancel_booking', { booking: earlier.id, manage_token: earlier.manage_token }, 'anon', tuesday('12:00'));
  const [gate, workshop] = [await book(), await book({ mode: 'workshop', address: undefined })];
  const fees = async (booking: Booked, at: string): Promise<unknown[]> => {
    const { cancel_fee, can_move } = await terms(booking, at);
    return [cancel_fee, can_move];
  };
  assert.deepEqual(await fees(gate, tuesday('13:59')), [100, true]);
  assert.deepEqual(await fees(gate, tuesday('14:00')), [0, true]);
  assert.deepEqual(await fees(workshop, tuesday('14:00')), [100, true]);
  await step(gate, 'assigned');
  await step(gate, 'on_the_way', tuesday('13:00'));
  const { cancel_fee, move_fee } = await terms(gate, tuesday('14:30'));
  assert.deepEqual([cancel_fee, move_fee], [0, 0]);
});
