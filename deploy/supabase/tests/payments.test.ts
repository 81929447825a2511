import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { after, before, beforeEach, test } from 'node:test';
import { mondayMorning } from './booking-request.ts';
import { openDatabase, refused } from './open-database.ts';
import type { Actor, Json, TestDatabase } from './open-database.ts';
import { later, payingCustomers, phoneOf } from './paying-customers.ts';
import type { Booked, Money } from './paying-customers.ts';
import { clearPayments } from './payment-events.ts';
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
beforeEach(() => clearPayments(db.sql));
after(() => db.close());

const { call, book, online, read, places, order, event } = payingCustomers(() => db);
const step = (booking: Booked, to_status: string, at = mondayMorning): Promise<Json> =>
  call('set_booking_status', { booking: booking.id, ...stepTo(to_status), mechanic: 'Sagar' }, boss, at);
/** Nobody is at the gate, 15 minutes after the booked start. */
async function miss(booking: Booked): Promise<void> {
  await step(booking, 'assigned');
  await step(booking, 'no_show', '2026-11-24T11:15:00+05:30');
}
const path = ['assigned', 'on_the_way', 'inspecting', 'in_service', 'quality_check', 'ready', 'completed'];

test('pay after the service and UPI are confirmed at once; online waits for the money with its places', async () => {
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

test('another way to pay, or online where no gateway is, is refused in its field', async () => {
  const wrong = await refused(book({ payment: 'barter' }));
  assert.deepEqual([wrong.code, wrong.hint], ['PT422', 'payment']);
  await db.sql`update public.shop set payment_provider = null`;
  try {
    assert.deepEqual((await refused(online())).hint, 'payment');
    const booking = await book();
    const args = { booking: booking.id, method: 'online', manage_token: booking.manage_token };
    assert.equal((await refused(call('start_payment', args))).hint, 'not_offered');
  } finally {
    await db.sql`update public.shop set payment_provider = 'local'`;
  }
});

test('an unpaid booking is over when its time is: nobody sees it wait, and its places go to whoever comes next', async () => {
  const unpaid = await Promise.all([online(), online(), online()]);
  const full = await refused(book({}, later(14)));
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
  assert.equal((await refused(call('start_payment', start, 'anon', later(16)))).hint, 'expired');
  const instead = { booking: first.id, manage_token: first.manage_token };
  assert.equal((await refused(call('pay_after_service', instead, 'anon', later(16)))).hint, 'expired');
  const both = await Promise.all(
    [1, 2].map(() => db.keep({ at: later(16) }, (tx) => tx`select private.expire_unpaid() as n`)),
  );
  assert.equal(
    both.flat().reduce((sum, row) => sum + Number(row['n']), 0),
    3,
  );
  const { events } = await read(first, later(17));
  const last = events.at(-1);
  assert.deepEqual(
    [last?.['actor'], last?.['from_status'], last?.['to_status']],
    ['system', 'pending_payment', 'expired'],
  );
});

test('paid in time: confirmed by the system, and the places are kept for good', async () => {
  const booking = await online();
  const id = await order(booking);
  assert.equal((await event('payment.captured', id, { method: 'card' }))['outcome'], 'applied');
  const { status, payment, events } = await read(booking, later(60));
  assert.deepEqual([status, payment.status, payment.paid, payment.due], ['confirmed', 'paid', 999, 0]);
  assert.deepEqual([payment.payments[0]?.method, payment.payments.length, payment.refunds], ['card', 1, []]);
  assert.deepEqual([events.at(-1)?.['actor'], events.at(-1)?.['note']], ['system', 'Paid ₹999 by card']);
  assert.deepEqual([...(await places(booking))], [{ held_until: null }]);
  assert.equal((await db.sql`select private.expire_unpaid() as n`)[0]?.['n'], 0);
});

test('events in any order, twice and at once end in the same state', async () => {
  const kinds = ['payment.failed', 'payment.authorized', 'payment.captured', 'order.paid'];
  const orders = [
    kinds,
    [...kinds].reverse(),
    ['payment.captured', 'payment.authorized', 'payment.failed'],
    ['payment.captured', 'payment.failed', 'payment.captured'],
  ];
  for (const sequence of orders) {
    await clearPayments(db.sql);
    const booking = await online();
    const id = await order(booking);
    for (const kind of sequence) await event(kind, id, { event: kind });
    const { status, payment } = await read(booking);
    assert.deepEqual([status, payment.paid, payment.payments.length, payment.refunds], ['confirmed', 999, 1, []]);
    assert.equal(payment.payments[0]?.status, 'captured');
  }
  await clearPayments(db.sql);
  const booking = await online();
  const id = await order(booking);
  const answers = await Promise.all(Array.from({ length: 10 }, () => event('payment.captured', id, { event: 'same' })));
  assert.equal(answers.filter((answer) => answer['outcome'] === 'applied').length, 1);
  assert.equal(answers.filter((answer) => answer['outcome'] === 'repeated').length, 9);
  assert.equal((await read(booking)).payment.payments.length, 1);
});

test('an order paid by two payments, and two orders paid: the second is given back', async () => {
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

test('another amount than was asked for confirms nothing and is given back; an unknown order changes nothing', async () => {
  const booking = await online();
  const id = await order(booking);
  await event('payment.captured', id, { amount: 100 });
  const { status, payment } = await read(booking);
  assert.deepEqual([status, payment.paid, payment.due], ['pending_payment', 0, 999]);
  assert.deepEqual(
    payment.refunds.map((refund) => [refund.amount_paise, refund.reason]),
    [[100, 'wrong_amount']],
  );
  assert.equal((await event('payment.captured', 'order_of_somebody'))['outcome'], 'unknown');
  assert.equal((await db.sql`select 1 from public.payment_events`).length, 1);
  for (const broken of [{ amount: null }, { payment: null }]) {
    await assert.rejects(event('payment.captured', id, broken), /without payment or amount/);
  }
});

test('UPI: a link with amount and reference, claimed until staff have seen the money', async () => {
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
    const money = (await call('claim_payment', claim))['payment'] as unknown as Money;
    assert.deepEqual([money.status, money.paid, money.due], ['claimed', 0, 999], `claim ${again}`);
  }
  assert.equal((await call('start_payment', args))['status'], 'claimed');
  for (const again of [1, 2]) {
    const money = (await call('confirm_payment', { payment: asked['payment'] }, boss))['payment'] as unknown as Money;
    assert.deepEqual([money.status, money.paid, money.refunds], ['paid', 999, []], `confirm ${again}`);
  }
  assert.equal((await refused(call('start_payment', args))).hint, 'paid');
  const notes = (await read(booking)).events.map(({ actor, note }) => [actor, note]);
  assert.deepEqual(notes.slice(1), [
    ['customer', `Says ₹999 is paid by UPI, reference ${String(asked['reference'])}`],
    ['admin', 'Paid ₹999 by UPI'],
  ]);
});

test('UPI: a claim that is not found is turned down with a reason, and can be right after all', async () => {
  const booking = await book({ payment: 'upi' });
  const args = { booking: booking.id, method: 'upi', manage_token: booking.manage_token };
  const { reference, payment } = await call('start_payment', args);
  const claim = { reference, manage_token: booking.manage_token };
  await call('claim_payment', claim);
  assert.equal((await refused(call('reject_claim', { payment, note: '' }, boss))).hint, 'note');
  const money = (await call('reject_claim', { payment, note: 'No such money in the account' }, boss))['payment'];
  assert.equal((money as unknown as Money).status, 'unpaid');
  assert.equal((await refused(call('claim_payment', claim))).hint, 'not_allowed');
  assert.notEqual((await call('start_payment', args))['payment'], payment);
  await call('confirm_payment', { payment, note: 'It came a day later' }, boss);
  assert.equal((await refused(call('reject_claim', { payment, note: 'Again' }, boss))).hint, 'not_allowed');
  assert.equal((await read(booking)).payment.status, 'paid');
});

test('cash: at most what is due, in parts too', async () => {
  const booking = await book();
  const pay = (amount: number): Promise<Json> => call('record_cash', { booking: booking.id, amount }, boss);
  assert.equal((await refused(pay(1000))).hint, 'amount');
  assert.equal(((await pay(400))['payment'] as unknown as Money).status, 'part_paid');
  assert.equal((await refused(pay(600))).hint, 'amount');
  const money = (await pay(599))['payment'] as unknown as Money;
  assert.deepEqual([money.status, money.paid, money.due], ['paid', 999, 0]);
  assert.equal((await refused(pay(1))).hint, 'paid');
});

test('a paid booking that is cancelled gives back what is over the fee, at each price of section fees', async () => {
  const cases: [string, string, (booking: Booked) => Promise<unknown>, number][] = [
    ['in time', later(0), (b) => call('cancel_booking', { booking: b.id, manage_token: b.manage_token }), 999],
    ['by the shop', later(0), (b) => call('cancel_booking', { booking: b.id, reason: 'No mechanic' }, boss), 999],
    ['nobody there', later(0), miss, 799],
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

test('a bill below what was paid, and a fee that is waived, give the difference back', async () => {
  const booking = await online();
  await event('payment.captured', await order(booking));
  for (const to_status of path.slice(0, -1)) {
    await step(booking, to_status);
    if (to_status === 'in_service') await tickAll(db.sql);
  }
  await call('set_booking_status', { booking: booking.id, ...stepTo('completed'), final_price: 900 }, boss);
  const { payment } = await read(booking);
  assert.deepEqual([payment.paid, payment.due, payment.refunds[0]?.amount_paise], [900, 0, 9_900]);

  const missed = await online();
  await event('payment.captured', await order(missed), { payment: 'pay_m' });
  await miss(missed);
  await call('set_booking_fee', { booking: missed.id, fee: 0, note: 'Our mistake' }, boss);
  assert.deepEqual((await read(missed)).payment.refunds.map((refund) => refund.amount_paise).sort(), [20_000, 79_900]);
});

test('what extra work and a fee add is due, and can be paid as well', async () => {
  const booking = await online();
  await event('payment.captured', await order(booking));
  for (const to_status of path.slice(0, 3)) await step(booking, to_status);
  const items = [{ name: 'Brake pads', reason: 'Worn to the metal', price: 600 }];
  const proposed = await call('propose_extra_work', { booking: booking.id, items }, boss);
  const [line] = proposed['extra_work'] as { id: string }[];
  await call('answer_extra_work', { line: line?.id, approve: true, manage_token: booking.manage_token });
  assert.deepEqual([(await read(booking)).payment.status, (await read(booking)).payment.due], ['part_paid', 600]);
  const more = await call('start_payment', {
    booking: booking.id,
    method: 'online',
    manage_token: booking.manage_token,
  });
  assert.equal(more['amount_paise'], 60_000);
});

test('giving up an unpaid booking is free, also late, and money that comes afterwards goes back', async () => {
  // Ten past eight; 9 o'clock is inside the two hours.
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

test('a card that fails: the same order again, or pay after the service', async () => {
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

test('refunds: the gateway tells once, staff do the rest, and done is the end', async () => {
  const booking = await online();
  await event('payment.captured', await order(booking));
  await call('cancel_booking', { booking: booking.id, manage_token: booking.manage_token });
  const [refund] = (await read(booking)).payment.refunds;
  assert.ok(refund);
  const finish = { refund: refund.id, note: 'By UPI to 90000 00012' };
  assert.equal((await refused(call('finish_refund', finish, boss))).hint, 'not_allowed');
  const tell = async (kind: string, id: string): Promise<unknown> => {
    const [row] =
      await db.sql`select private.apply_refund_event('local', ${id}, ${kind}, ${refund.id}, 'rfnd_1') as told`;
    return (row?.['told'] as Json)['outcome'];
  };
  assert.equal(await tell('refund.failed', 'evt_1'), 'applied');
  assert.equal((await read(booking)).payment.status, 'refund_due');
  assert.equal(await tell('refund.failed', 'evt_1'), 'repeated');
  const money = (await call('finish_refund', finish, boss))['payment'] as unknown as Money;
  assert.deepEqual(
    [money.status, money.refunds[0]?.status, money.payments[0]?.status],
    ['refunded', 'done', 'refunded'],
  );
  assert.equal(await tell('refund.failed', 'evt_2'), 'ignored');
  assert.equal(await tell('refund.processed', 'evt_3'), 'ignored');
  assert.equal((await read(booking)).payment.status, 'refunded');
});

test('a guest reads and pays his own booking only; staff functions are for staff', async () => {
  const mine = await book({}, mondayMorning, asha);
  const other = await book({ payment: 'upi' });
  const upi = await call('start_payment', { booking: other.id, method: 'upi', manage_token: other.manage_token });
  const tries: [string, Json, Actor][] = [
    ['start_payment', { booking: mine.id, method: 'upi', manage_token: other.manage_token }, 'anon'],
    ['start_payment', { booking: other.id, method: 'upi' }, asha],
    ['claim_payment', { reference: upi['reference'] }, asha],
    ['claim_payment', { reference: 'TS1', manage_token: other.manage_token }, 'anon'],
    ['pay_after_service', { booking: other.id, manage_token: mine.manage_token }, 'anon'],
  ];
  for (const [name, args, as] of tries) assert.equal((await refused(call(name, args, as))).code, 'PT404', name);
  for (const [name, args] of [
    ['confirm_payment', { payment: upi['payment'] }],
    ['reject_claim', { payment: upi['payment'], note: 'Not found' }],
    ['record_cash', { booking: mine.id, amount: 1 }],
    ['finish_refund', { refund: randomUUID(), note: 'Done' }],
  ] as const) {
    assert.equal((await refused(call(name, args, asha))).code, 'PT403', name);
  }
  assert.equal((await read(other)).payment.payments[0]?.status, 'created');
});

test('what a provider told is never changed, whoever tries', async () => {
  const booking = await online();
  await event('payment.authorized', await order(booking));
  await assert.rejects(db.sql`update public.payment_events set outcome = 'ignored'`, /append-only/);
  await assert.rejects(db.sql`delete from public.payment_events`, /append-only/);
});

test('places that run out are given back while others take them, without a deadlock', async () => {
  const long = { items: [{ id: 'general-service', quantity: 1 }], expected_total: 1699 };
  for (let round = 0; round < 12; round += 1) {
    await clearPayments(db.sql);
    const unpaid: Booked[] = [];
    for (const date of ['2026-11-24', '2026-11-25'])
      for (const time of ['09:00', '09:00', '09:00', '14:00', '14:00', '14:00'])
        unpaid.push(await book({ ...long, date, time, payment: 'online', phone: phoneOf(unpaid.length) }));
    const work: Promise<unknown>[] = [];
    const may = (promise: Promise<unknown>): unknown =>
      work.push(promise.catch((error: { code?: string }) => assert.match(String(error.code), /^PT409/)));
    for (const [index, booking] of unpaid.entries()) {
      const { date, time } = { date: index < 6 ? '2026-11-24' : '2026-11-25', time: index % 6 < 3 ? '09:00' : '14:00' };
      may(book({ ...long, date, time, phone: phoneOf(20 + index) }, later(16)));
      may(db.keep({ at: later(16) }, (tx) => tx`select private.expire_unpaid()`));
      may(call('cancel_booking', { booking: booking.id, manage_token: booking.manage_token }, 'anon', later(14)));
    }
    await Promise.all(work);
  }
});
