import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { after, before, beforeEach, test } from 'node:test';
import { eventWords } from '@twostroke/shared/api/event-messages';
import { mondayMorning } from './booking-request.ts';
import { openDatabase, rejected } from './open-database.ts';
import type { Actor, JsonObject, TestDatabase } from './open-database.ts';
import { later, payingCustomers } from './paying-customers.ts';
import type { PayableBooking, BookingMoney } from './paying-customers.ts';
import { clearPayments } from './payment-events.ts';
import { checkInFor, stepTo, tickAll } from './workshop.ts';

let db: TestDatabase;
let boss: Actor;
let asha: Actor;

before(async () => {
  db = await openDatabase({ connections: 12 });
  const [admin, customer] = [await db.addUser('boss@example.com'), await db.addUser('asha@example.com')];
  await db.sql`select public.make_owner(${admin})`;
  await db.sql`update public.shop set payment_provider = 'local'`;
  boss = { user: admin };
  asha = { user: customer };
});
beforeEach(() => clearPayments(db.sql));
after(() => db.close());

const { call, book, online, read, places, order, event } = payingCustomers(() => db);
const step = async (booking: PayableBooking, to_status: string, at = mondayMorning): Promise<JsonObject> => {
  await checkInFor(to_status, db.sql);
  return call('set_booking_status', { booking: booking.id, ...stepTo(to_status), mechanic: 'Sagar' }, boss, at);
};
/** A no-show, 15 minutes after the booked start. */
async function miss(booking: PayableBooking): Promise<void> {
  await step(booking, 'assigned');
  await step(booking, 'no_show', '2026-11-24T11:15:00+05:30');
}
const path = ['assigned', 'on_the_way', 'inspecting', 'in_service', 'quality_check', 'ready', 'completed'];

test('bookings paid after service or by UPI are confirmed at once; online ones keep their places until paid', async () => {
  for (const changes of [{}, { payment: 'after_service' }, { payment: 'upi' }, { payment: '' }]) {
    const booking = await book({ ...changes, date: '2026-11-25' });
    assert.deepEqual([booking.status, booking.pay_until], ['confirmed', null], JSON.stringify(changes));
    assert.equal((await read(booking)).payment.status, 'unpaid');
    await db.sql`delete from public.service_bookings`;
  }
  const booking = await online();
  assert.equal(booking.status, 'pending_payment');
  assert.equal(new Date(String(booking.pay_until)).toISOString(), later(15));
  const { payment } = await read(booking, later(5));
  assert.deepEqual([payment.status, payment.paid, payment.due, payment.seconds_left], ['unpaid', 0, 999, 600]);
  assert.deepEqual(
    (await places(booking)).map((place) => place.held_until?.toISOString()),
    [later(15)],
  );
});

test('an unknown payment method, or online without a gateway, is rejected with its field', async () => {
  const wrong = await rejected(book({ payment: 'barter' }));
  assert.deepEqual([wrong.code, wrong.hint], ['PT422', 'payment']);
  await db.sql`update public.shop set payment_provider = null`;
  try {
    assert.deepEqual((await rejected(online())).hint, 'not_offered');
    const booking = await book();
    const args = { booking: booking.id, method: 'online', manage_token: booking.manage_token };
    assert.equal((await rejected(call('start_payment', args))).hint, 'not_offered');
  } finally {
    await db.sql`update public.shop set payment_provider = 'local'`;
  }
});

test('a payment in time confirms the booking, and its places no longer expire', async () => {
  const booking = await online();
  const id = await order(booking);
  assert.equal((await event('payment.captured', id, { method: 'card' }))['outcome'], 'applied');
  const { status, payment, events } = await read(booking, later(60));
  assert.deepEqual([status, payment.status, payment.paid, payment.due], ['confirmed', 'paid', 999, 0]);
  assert.deepEqual([payment.payments[0]?.method, payment.payments.length, payment.refunds], ['card', 1, []]);
  assert.deepEqual([events.at(-1)?.actor, eventWords(events.at(-1)!)], ['system', 'Paid ₹999 by card']);
  assert.deepEqual([...(await places(booking))], [{ held_until: null }]);
  assert.equal((await db.sql`select private.expire_unpaid_bookings() as n`)[0]?.['n'], 0);
});

test('a second payment, of the same or another order, is refunded', async () => {
  const booking = await online();
  const id = await order(booking);
  await event('payment.captured', id, { payment: 'pay_a' });
  await event('payment.captured', id, { payment: 'pay_b' });
  await event('order.paid', id, { payment: 'pay_b' });
  const { status, payment } = await read(booking);
  assert.deepEqual(
    [status, payment.status, payment.paid, payment.payments.length],
    ['confirmed', 'refund_due', 999, 2],
  );
  assert.deepEqual(
    payment.refunds.map((refund) => [refund.amount_paise, refund.reason]),
    [[99_900, 'overpaid']],
  );

  await clearPayments(db.sql);
  const other = await book();
  const first = await order(other);
  const upi = await call('start_payment', { booking: other.id, method: 'upi', manage_token: other.manage_token });
  await event('payment.captured', first);
  await call('confirm_payment', { payment: upi['payment'] }, boss);
  const money = (await read(other)).payment;
  assert.deepEqual([money.paid, money.refunds.length, money.refunds[0]?.amount_paise], [999, 1, 99_900]);
});

test('UPI has a link with amount and reference, and the payment is claimed until staff confirm it', async () => {
  const booking = await book({ payment: 'upi' });
  const args = { booking: booking.id, method: 'upi', manage_token: booking.manage_token };
  const asked = await call('start_payment', args);
  assert.equal(
    asked['upi_link'],
    `upi://pay?pa=demo@example&pn=Twostroke&am=999.00&cu=INR&tn=Twostroke%20booking%20${booking.id.slice(0, 8)}&tr=${String(asked['reference'])}`,
  );
  assert.match(String(asked['reference']), /^TS[A-Z0-9]{18}$/);
  assert.deepEqual((await call('start_payment', args))['payment'], asked['payment']);
  const claim = { reference: asked['reference'], manage_token: booking.manage_token };
  for (const again of [1, 2]) {
    const money = (await call('claim_payment', claim))['payment'] as BookingMoney;
    assert.deepEqual([money.status, money.paid, money.due], ['claimed', 0, 999], `claim ${again}`);
  }
  assert.equal((await call('start_payment', args))['status'], 'claimed');
  for (const again of [1, 2]) {
    const money = (await call('confirm_payment', { payment: asked['payment'] }, boss))['payment'] as BookingMoney;
    assert.deepEqual([money.status, money.paid, money.refunds], ['paid', 999, []], `confirm ${again}`);
  }
  assert.equal((await rejected(call('start_payment', args))).hint, 'paid');
  const notes = (await read(booking)).events.map((event) => [event.actor, eventWords(event)]);
  assert.deepEqual(notes.slice(1), [
    ['customer', `Says ₹999 is paid by UPI, reference ${String(asked['reference'])}`],
    ['admin', 'Paid ₹999 by UPI'],
  ]);
});

test('staff reject a UPI claim with a reason, and can confirm it later', async () => {
  const booking = await book({ payment: 'upi' });
  const args = { booking: booking.id, method: 'upi', manage_token: booking.manage_token };
  const { reference, payment } = await call('start_payment', args);
  const claim = { reference, manage_token: booking.manage_token };
  await call('claim_payment', claim);
  assert.equal((await rejected(call('reject_claim', { payment, note: '' }, boss))).hint, 'payment_note');
  const money = (await call('reject_claim', { payment, note: 'No such money in the account' }, boss))['payment'];
  assert.equal((money as BookingMoney).status, 'unpaid');
  assert.equal((await rejected(call('claim_payment', claim))).hint, 'payment_unknown');
  assert.notEqual((await call('start_payment', args))['payment'], payment);
  await call('confirm_payment', { payment, note: 'It came a day later' }, boss);
  assert.equal((await rejected(call('reject_claim', { payment, note: 'Again' }, boss))).hint, 'not_claimed');
  assert.equal((await read(booking)).payment.status, 'paid');
});

test('cash is accepted up to the amount due, also in several parts', async () => {
  const booking = await book();
  const pay = (amount: number): Promise<JsonObject> =>
    call('record_payment', { booking: booking.id, amount, method: 'cash' }, boss);
  assert.equal((await rejected(pay(1000))).hint, 'amount');
  assert.equal(((await pay(400))['payment'] as BookingMoney).status, 'part_paid');
  assert.equal((await rejected(pay(600))).hint, 'amount');
  const money = (await pay(599))['payment'] as BookingMoney;
  assert.deepEqual([money.status, money.paid, money.due], ['paid', 999, 0]);
  assert.equal((await rejected(pay(1))).hint, 'paid');
});

test('cancelling a paid booking refunds all but the fee, for every kind of fee', async () => {
  const cases: [string, string, (booking: PayableBooking) => Promise<unknown>, number][] = [
    ['in time', later(0), (b) => call('cancel_booking', { booking: b.id, manage_token: b.manage_token }), 999],
    ['by the shop', later(0), (b) => call('cancel_booking', { booking: b.id, reason: 'No mechanic' }, boss), 999],
    ['a no-show', later(0), miss, 799],
    [
      'on the way',
      later(0),
      async (b) => {
        await step(b, 'assigned');
        await step(b, 'on_the_way');
        return call('cancel_booking', { booking: b.id, manage_token: b.manage_token, expected_fee: 200 });
      },
      799,
    ],
  ];
  for (const [name, at, end, back] of cases) {
    await clearPayments(db.sql);
    const booking = await online(at);
    await event('payment.captured', await order(booking, at), {}, at);
    await end(booking);
    const { payment } = await read(booking, at);
    assert.deepEqual(
      payment.refunds.map((refund) => refund.amount_paise),
      [back * 100],
      name,
    );
    assert.deepEqual([payment.status, payment.paid, payment.due], ['refund_due', 999 - back, 0], name);
  }
});

test('a bill below the paid amount and a waived fee refund the difference', async () => {
  const booking = await online();
  await event('payment.captured', await order(booking));
  for (const to_status of path.slice(0, -1)) {
    await step(booking, to_status);
    if (to_status === 'in_service') await tickAll(db.sql);
  }
  await call(
    'set_booking_status',
    { booking: booking.id, ...stepTo('completed'), final_price: 900 },
    boss,
    '2026-11-24T13:00:00+05:30',
  );
  const { payment } = await read(booking);
  assert.deepEqual([payment.paid, payment.due, payment.refunds[0]?.amount_paise], [900, 0, 9_900]);

  const missed = await online();
  await event('payment.captured', await order(missed), { payment: 'pay_m' });
  await miss(missed);
  await call('set_booking_fee', { booking: missed.id, fee: 0, note: 'Our mistake' }, boss);
  assert.deepEqual((await read(missed)).payment.refunds.map((refund) => refund.amount_paise).sort(), [20_000, 79_900]);
});

test('extra work and a fee raise the amount due, which can be paid', async () => {
  const booking = await online();
  await event('payment.captured', await order(booking));
  for (const to_status of path.slice(0, 3)) await step(booking, to_status);
  const items = [{ name: 'Brake pads', reason: 'Worn to the metal', price: 600 }];
  const proposed = await call('propose_extra_work', { booking: booking.id, items }, boss);
  const [line] = proposed['extra_work'] as { id: string }[];
  await call('answer_extra_work', { line: line?.id, answer: 'yes', manage_token: booking.manage_token });
  assert.deepEqual([(await read(booking)).payment.status, (await read(booking)).payment.due], ['part_paid', 600]);
  const more = await call('start_payment', {
    booking: booking.id,
    method: 'online',
    manage_token: booking.manage_token,
  });
  assert.equal(more['amount_paise'], 60_000);
});

test('after a failed card the customer can retry the same order or pay after the service', async () => {
  const booking = await online();
  const id = await order(booking);
  await event('payment.failed', id, { payment: 'pay_a' });
  assert.equal(await order(booking), id);
  for (const again of [1, 2]) {
    const args = { booking: booking.id, manage_token: booking.manage_token };
    assert.equal((await call('pay_after_service', args))['status'], 'confirmed', `try ${again}`);
  }
  assert.deepEqual([...(await places(booking))], [{ held_until: null }]);
  await event('payment.captured', id, { payment: 'pay_b' });
  const { payment } = await read(booking);
  assert.deepEqual([payment.status, payment.paid, payment.refunds], ['paid', 999, []]);
});

test('a refund event of the gateway is applied once, staff record the other refunds, and a completed refund is final', async () => {
  const booking = await online();
  await event('payment.captured', await order(booking));
  await call('cancel_booking', { booking: booking.id, manage_token: booking.manage_token });
  const [refund] = (await read(booking)).payment.refunds;
  assert.ok(refund);
  const finish = { refund: refund.id, note: 'By UPI to 90000 00012' };
  assert.equal((await rejected(call('finish_refund', finish, boss))).hint, 'gateway_refunds');
  const report = async (kind: string, id: string): Promise<unknown> => {
    const [row] =
      await db.sql`select private.apply_refund_event('local', ${id}, ${kind}, ${refund.id}, 'rfnd_1') as told`;
    return (row!['told'] as JsonObject)['outcome'];
  };
  assert.equal(await report('refund.failed', 'evt_1'), 'applied');
  assert.equal((await read(booking)).payment.status, 'refund_due');
  assert.equal(await report('refund.failed', 'evt_1'), 'repeated');
  const money = (await call('finish_refund', finish, boss))['payment'] as BookingMoney;
  assert.deepEqual(
    [money.status, money.refunds[0]?.status, money.payments[0]?.status],
    ['refunded', 'done', 'refunded'],
  );
  assert.equal(await report('refund.failed', 'evt_2'), 'ignored');
  assert.equal(await report('refund.processed', 'evt_3'), 'ignored');
  assert.equal((await read(booking)).payment.status, 'refunded');
});

test('a guest reads and pays only the booking of the link; staff functions reject others', async () => {
  const mine = await book({}, mondayMorning, asha);
  const other = await book({ payment: 'upi' });
  const upi = await call('start_payment', { booking: other.id, method: 'upi', manage_token: other.manage_token });
  const tries: [string, JsonObject, Actor][] = [
    ['start_payment', { booking: mine.id, method: 'upi', manage_token: other.manage_token }, 'anon'],
    ['start_payment', { booking: other.id, method: 'upi' }, asha],
    ['claim_payment', { reference: upi['reference'] }, asha],
    ['claim_payment', { reference: 'TS1', manage_token: other.manage_token }, 'anon'],
    ['pay_after_service', { booking: other.id, manage_token: mine.manage_token }, 'anon'],
  ];
  for (const [name, args, as] of tries) assert.equal((await rejected(call(name, args, as))).code, 'PT404', name);
  for (const [name, args] of [
    ['confirm_payment', { payment: upi['payment'] }],
    ['reject_claim', { payment: upi['payment'], note: 'Not found' }],
    ['record_payment', { booking: mine.id, amount: 1, method: 'cash' }],
    ['finish_refund', { refund: randomUUID(), note: 'Done' }],
  ] as const) {
    assert.equal((await rejected(call(name, args, asha))).code, 'PT403', name);
  }
  assert.equal((await read(other)).payment.payments[0]?.status, 'created');
});
