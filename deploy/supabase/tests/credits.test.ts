import assert from 'node:assert/strict';
import { test } from 'node:test';
import { mondayMorning } from './booking-request.ts';
import { rejected } from './open-database.ts';
import type { JsonObject } from './open-database.ts';
import { orderOf, providerEvent } from './payment-events.ts';
import { tickAll } from './workshop.ts';
import { openShopWithDues, tuesday } from './dues-and-credits.ts';
import type { Booked } from './dues-and-credits.ts';

const {
  db,
  boss,
  asha,
  call,
  book,
  read,
  moneyOf,
  step,
  cancel,
  shopCancels,
  cash,
  late,
  missed,
  complete,
  agreeToMore,
  dueOf,
} = await openShopWithDues();

const keyOf = ({ id: booking, manage_token }: Booked): JsonObject => ({ booking, manage_token });

test('when the shop cancels late, the payment is refunded in full and the next booking costs ₹100 less', async () => {
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

test('cancelling from the board gives the same credit', async () => {
  const booking = await book();
  await step(booking, 'cancelled', tuesday('10:00'));
  assert.deepEqual((await moneyOf(booking)).credit_given?.amount, 100);
});

test('the shop pays for cancelling what it costs the customer at the same moment', async () => {
  // A first late cancellation, after which the number pays for every other one.
  await call('cancel_booking', keyOf(await book()), 'anon', tuesday('10:00'));
  const onTheWay = async (booking: Booked): Promise<void> => {
    await step(booking, 'assigned');
    await step(booking, 'on_the_way', tuesday('10:00'));
  };
  const bay = { mode: 'workshop', address: undefined };
  for (const [at, rupees, changes, before] of [
    [mondayMorning, 0, {}, undefined],
    [tuesday('09:00'), 0, {}, undefined],
    [tuesday('09:01'), 100, {}, undefined],
    [tuesday('09:01'), 100, bay, undefined],
    [tuesday('10:30'), 200, {}, onTheWay],
  ] as const) {
    const booking = await book(changes);
    await before?.(booking);
    const { cancel_fee, cancel_credit } = (await read(booking, at))['terms'] as JsonObject;
    assert.deepEqual([cancel_fee, cancel_credit], [rupees, rupees], at);
    await shopCancels(booking, {}, at);
    assert.equal((await moneyOf(booking, at)).credit_given?.amount ?? 0, rupees, at);
  }
  const missedByUs = await book({ date: '2026-11-25' });
  await shopCancels(missedByUs, {}, '2026-11-25T15:00+05:30');
  assert.equal((await moneyOf(missedByUs)).credit_given?.amount, 100, 'who missed the window owes it too');
});

test('the shop pays for moving what it costs the customer at the same moment, off this bill', async () => {
  const move = (booking: Booked, at: string, cause: string, date = '2026-11-26'): Promise<JsonObject> =>
    call(
      'reschedule_booking',
      { booking: booking.id, date, start: '11:00', cause, note: 'The van is broken' },
      boss,
      at,
    );
  const [early, near, wet] = [await book(), await book(), await book()];
  await move(early, tuesday('10:00'), 'shop');
  assert.equal((await moneyOf(early)).credit_given, null, 'a late move is free for the customer as well');
  for (const booking of [near, wet]) {
    await step(booking, 'assigned');
    await step(booking, 'on_the_way', tuesday('10:00'));
  }
  const terms = (await read(near, tuesday('10:10')))['terms'] as JsonObject;
  assert.deepEqual([terms['move_fee'], terms['move_credit']], [100, 100]);
  await move(near, tuesday('10:10'), 'shop');
  const { credit_given, due } = await moneyOf(near);
  assert.deepEqual([credit_given, due], [{ amount: 100, reason: 'late', used_by: near.number }, 899]);
  await step(near, 'on_the_way', '2026-11-26T10:30:00+05:30');
  await move(near, '2026-11-26T10:40:00+05:30', 'shop', '2026-11-27');
  assert.equal((await moneyOf(near)).due, 899, 'one credit for a booking');
  await move(wet, tuesday('10:10'), 'weather');
  assert.equal((await moneyOf(wet)).credit_given, null);
});

test('a credit is available again when the booking that used it ends without service, and spent when it completes', async () => {
  await shopCancels(await book());
  const second = await book();
  await cancel(second);
  const third = await book();
  assert.deepEqual(await dueOf(second, third), [0, 899]);
  await complete(third);
  assert.deepEqual(await dueOf(third, await book({ date: '2026-11-25' })), [899, 999]);
});

test("rain, a closed road and a customer's wish give no credit; other causes are rejected", async () => {
  const bookings = [await book(), await book(), await book()];
  const [wet, asked, rainy] = bookings as [Booked, Booked, Booked];
  assert.equal((await rejected(shopCancels(wet, { cause: 'holiday' }))).hint, 'cause');
  assert.equal((await shopCancels(wet, { cause: 'weather' }))['cancelled_by'], 'shop');
  assert.equal((await shopCancels(asked, { cause: 'customer' }))['cancelled_by'], 'customer');
  await db.sql`insert into public.weather_days (date, note) values ('2026-11-24', 'Heavy rain')`;
  await shopCancels(rainy);
  const unpaid = await book({ payment: 'online', date: '2026-11-25' });
  await shopCancels(unpaid, {}, mondayMorning);
  assert.equal((await db.sql`select from public.booking_credits`).length, 0);
  assert.deepEqual(await dueOf(await book({ date: '2026-11-26' })), [999]);
});

test('a customer who cancels gets no credit and may not name a cause', async () => {
  const { id: booking, manage_token } = await book();
  for (const cause of ['shop', 'weather', 'customer', 'anything'])
    assert.equal((await rejected(call('cancel_booking', { booking, manage_token, cause }))).code, 'PT403');
  await call('cancel_booking', { booking, manage_token });
  const [row] = await db.sql`
    select count(*)::int as credits, (select string_agg(distinct cancel_cause::text, ',') from public.service_bookings) as causes
    from public.booking_credits`;
  assert.deepEqual([row?.['credits'], row?.['causes']], [0, 'customer']);
});

test('a credit for lateness reduces this bill, and an overpayment is refunded', async () => {
  const booking = await book();
  await cash(booking, 999);
  await step(booking, 'assigned');
  assert.equal((await rejected(late(booking, tuesday('13:59')))).hint, 'not_late');
  await late(booking, tuesday('14:00'));
  const money = await moneyOf(booking, tuesday('14:00'));
  assert.deepEqual([money.credit, money.due, money.paid, money.refunds[0]?.amount_paise], [100, 0, 899, 10_000]);
  assert.deepEqual(money.credit_given, { amount: 100, reason: 'late', used_by: booking.number });
  assert.equal((await rejected(late(booking, tuesday('15:00')))).hint, 'credited');
});

test('lateness is judged by the start of the inspection and by the window before a move', async () => {
  const [inTime, tooLate, moved] = [await book(), await book(), await book()];
  for (const [booking, at] of [
    [inTime, '13:30'],
    [tooLate, '14:30'],
  ] as const) {
    await step(booking, 'assigned');
    await step(booking, 'on_the_way', tuesday('10:30'));
    await step(booking, 'inspecting', tuesday(at));
  }
  assert.equal((await rejected(late(inTime, tuesday('18:00')))).hint, 'not_late');
  await late(tooLate, tuesday('18:00'));
  const { id: booking, manage_token } = moved;
  const args = { booking, manage_token, date: '2026-11-26', start: '11:00' };
  await call('reschedule_booking', args, 'anon', tuesday('14:05'));
  await late(moved, tuesday('14:10'));
  assert.equal((await moneyOf(moved, tuesday('14:10'))).due, 899);
});

test('a credit for lateness of a completed or cancelled booking reduces the next one', async () => {
  const [done, left] = [await book(), await book()];
  for (const status of ['assigned', 'on_the_way', 'inspecting', 'in_service', 'quality_check', 'ready', 'completed']) {
    await step(done, status, tuesday('16:00'));
    if (status === 'in_service') await tickAll(db.sql);
  }
  await late(done, tuesday('17:00'));
  assert.equal((await moneyOf(done, tuesday('17:00'))).due, 999);
  const cancelled = await call('cancel_booking', keyOf(left), 'anon', tuesday('14:30'));
  assert.equal(cancelled['fee'], 0);
  await late(left, tuesday('17:00'));
  const next = await book({ date: '2026-11-26' }, tuesday('17:00'));
  assert.equal((await moneyOf(next, tuesday('17:00'))).due, 799);
});

test('a booking credited for lateness and then cancelled by the shop has one credit', async () => {
  const booking = await book();
  await late(booking, tuesday('14:00'));
  await call('cancel_booking', { booking: booking.id, reason: 'The van is broken' }, boss, tuesday('15:00'));
  const next = await book({ date: '2026-11-26' }, tuesday('16:00'));
  assert.equal((await moneyOf(next, tuesday('16:00'))).due, 899);
});

test('an unpaid booking, rain and a no-show give no credit', async () => {
  const absent = await missed();
  assert.equal((await rejected(late(absent, tuesday('18:00')))).hint, 'no_credit');
  const unpaid = await book({ payment: 'online' });
  assert.equal((await rejected(late(unpaid, tuesday('18:00')))).hint, 'no_credit');
  const wet = await book();
  await db.sql`insert into public.weather_days (date, note) values ('2026-11-24', 'Heavy rain')`;
  assert.equal((await rejected(late(wet, tuesday('18:00')))).hint, 'no_weather_credit');
  const closed = await book({ date: '2026-11-25' });
  await shopCancels(closed, { cause: 'weather' });
  assert.equal((await rejected(late(closed, '2026-11-25T18:00:00+05:30'))).hint, 'no_weather_credit');
  assert.equal((await rejected(late(wet, tuesday('18:00'), boss, 'x'))).hint, 'credit_note');
});

test('only an admin can give a credit: a customer, a manage link and a stranger cannot', async () => {
  const booking = await book({}, mondayMorning, asha);
  assert.equal((await rejected(late(booking, tuesday('18:00'), asha))).code, 'PT403');
  assert.equal((await rejected(late(booking, tuesday('18:00'), 'anon'))).code, '42501');
  assert.equal((await db.sql`select from public.booking_credits`).length, 0);
});

test('credits reduce the bill down to the fees; unused credits stay available', async () => {
  const first = await missed();
  for (const date of ['2026-11-25', '2026-11-26', '2026-11-27', '2026-11-28']) await shopCancels(await book({ date }));
  const wash = { model: 'honda/activa-6g', items: [{ id: 'foam-wash-polish', quantity: 1 }], expected_total: 249 };
  const next = await book({ ...wash, mode: 'workshop' });
  const money = await moneyOf(next);
  // The price of ₹249 uses three of the four credits of ₹100; the fee of ₹200 stays due.
  assert.deepEqual([money.credit, money.due, (await moneyOf(first)).due], [249, 200, 0]);
  assert.deepEqual(await dueOf(await book()), [899]);
});

test('a booking paid online keeps an amount to pay, however many credits there are', async () => {
  for (const date of ['2026-11-25', '2026-11-26', '2026-11-27']) await shopCancels(await book({ date }));
  const wash = { model: 'honda/activa-6g', items: [{ id: 'foam-wash-polish', quantity: 1 }], expected_total: 249 };
  const booking = await book({ ...wash, mode: 'workshop', payment: 'online' });
  assert.deepEqual(await dueOf(booking), [49]);
  const order = await orderOf(db, booking, mondayMorning);
  await providerEvent(db, { kind: 'payment.captured', order }, mondayMorning);
  const { status, payment } = await read(booking);
  assert.deepEqual([status, payment.paid, payment.due, payment.refunds], ['confirmed', 49, 0, []]);
});

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
      ['Engine oil, Motul 15W-50, included', 0, 0],
      [`Fee of booking ${first.number}`, 0, 20_000],
    ],
  );
  assert.deepEqual(
    [invoice['total'], invoice['discount_paise'], invoice['credit_paise'], invoice['taxable_paise']],
    [1600, 10_000, 10_000, 160_000 - 2 * Math.round((160_000 * 9) / 118)],
  );
  const sum = (key: string): number => lines.reduce((total, line) => total + Number(line[key]), 0);
  assert.deepEqual([sum('total_paise'), sum('taxable_paise')], [160_000, invoice['taxable_paise']]);
  assert.deepEqual(await dueOf(booking), [1600]);
});

test('when the shop missed the window, cancelling and moving are free, except for bikes brought to the workshop', async () => {
  const terms = async (booking: Booked, at: string): Promise<JsonObject> =>
    (await call('get_booking', { booking: booking.id }, boss, at))['terms'] as JsonObject;
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
