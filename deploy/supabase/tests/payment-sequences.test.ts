import assert from 'node:assert/strict';
import { after, before, beforeEach, test } from 'node:test';
import fc from 'fast-check';
import { bookingRequest, mondayMorning } from './booking-request.ts';
import { isWholeSuite } from './whole-suite.ts';
import { openDatabase, rpc } from './open-database.ts';
import type { JsonObject, TestDatabase } from './open-database.ts';
import { payingCustomers } from './paying-customers.ts';
import { clearPayments, orderOf, providerEvent } from './payment-events.ts';

/* One online payment, with its events in any order, repeated and concurrent, while the booking may expire, lose its
   place or be cancelled. In every case a captured payment belongs to a booking that takes place or is
   refunded, and the order of the events does not matter. */
const seed = Number(process.env['PROPERTY_SEED'] ?? 20_261_122);

let db: TestDatabase;
before(async () => {
  db = await openDatabase({ connections: 12 });
  await db.sql`update public.shop set payment_provider = 'local'`;
});
beforeEach(() => clearPayments(db.sql));
after(() => db.close());

const { online, read, order, event } = payingCustomers(() => db);

const at = (minutes: number): string => new Date(Date.parse(mondayMorning) + minutes * 60_000).toISOString();
const book = (changes: JsonObject, minutes: number): Promise<JsonObject> =>
  db.keep({ as: 'anon', at: at(minutes) }, (tx) => rpc(tx, 'create_booking', { request: bookingRequest(changes) }));

/** Events of a gateway for one order: a failed attempt, and the three events of one that succeeds. */
const told = [
  { kind: 'payment.failed', payment: 'pay_first' },
  { kind: 'payment.authorized', payment: 'pay_second' },
  { kind: 'payment.captured', payment: 'pay_second' },
  { kind: 'order.paid', payment: 'pay_second' },
] as const;
/** Events of a second payment of the same order. */
const paidTwice = { kind: 'payment.captured', payment: 'pay_third' } as const;

interface End {
  booking: string;
  places: number;
  payments: string[];
  refunds: string[];
}

async function endOf(id: string): Promise<End> {
  const [end] = await db.sql<End[]>`
    select b.status as booking,
      (select count(*)::int from public.booking_places p where p.booking_id = b.id and p.held_until is null) as places,
      array(select p.status || ' ' || p.captured_paise from public.payments p where p.booking_id = b.id order by 1) as payments,
      array(select r.reason || ' ' || r.amount_paise from public.refunds r where r.booking_id = b.id order by 1) as refunds
    from public.service_bookings b where b.id = ${id}`;
  assert.ok(end);
  return end;
}

/**
 * Every captured payment belongs to a booking or is refunded: the shop keeps the amount due of a live booking, or
 * nothing.
 */
async function checkMoney(id: string): Promise<void> {
  const [row] = await db.sql<{ status: string; kept: number; owed: number; places: number }[]>`
    select b.status, private.paid_paise(b.id) as kept, private.amount_due(b) * 100 as owed,
      (select count(*)::int from public.booking_places p where p.booking_id = b.id) as places
    from public.service_bookings b where b.id = ${id}`;
  assert.ok(row);
  if (row.status === 'confirmed') assert.deepEqual([row.kept <= row.owed, row.places], [true, 1], JSON.stringify(row));
  else if (row.status === 'pending_payment') assert.equal(row.kept, 0);
  else assert.deepEqual([row.kept, row.places], [0, 0], JSON.stringify(row));
}

/** A no-show of the same number with an unpaid fee, and a booking that the shop cancelled. */
async function addDues(dues: string): Promise<void> {
  for (const [due, status] of [
    ['fee', 'no_show'],
    ['credit', 'cancelled'],
  ] as const) {
    if (dues !== due && dues !== 'both') continue;
    const { id } = await book({ date: '2026-11-25' }, 0);
    await db.sql`delete from public.booking_places where booking_id = ${String(id)}`;
    await db.sql`
      update public.service_bookings set status = ${status}, fee = ${due === 'fee' ? 200 : 0},
        cancel_cause = ${due === 'credit' ? 'shop' : null}
      where id = ${String(id)}`;
  }
}

/** The fee is due with its own booking or with exactly one live booking. */
async function checkFeeOnce(): Promise<void> {
  const rows = await db.sql<{ own: number; carried: number }[]>`
    select private.amount_due(n) as own, (
      select coalesce(sum(a.total - a.work + a.credit - b.fee), 0)::int
      from public.service_bookings b, private.amounts_of(b) a where b.id = n.carried_to and not private.is_void(b)
    ) as carried
    from public.service_bookings n where n.status = 'no_show'`;
  for (const { own, carried } of rows) assert.deepEqual([own, carried].sort(), [0, 200]);
}

const events = fc
  .record({
    // Each event at least once, some repeated, in any order.
    again: fc.array(fc.nat(told.length - 1), { maxLength: 4 }),
    twice: fc.boolean(),
  })
  .chain(({ again, twice }) => {
    const all = [...told, ...again.map((index) => told[index] ?? told[0]), ...(twice ? [paidTwice] : [])];
    return fc.tuple(
      fc.shuffledSubarray(all, { minLength: all.length, maxLength: all.length }),
      fc.array(fc.integer({ min: 1, max: 3 }), { minLength: all.length, maxLength: all.length }),
    );
  });

/** Sends the events in order, in concurrent groups of the given sizes. */
async function send(
  order: string,
  list: readonly { kind: string; payment: string }[],
  sizes: number[],
  minutes: number,
) {
  const left = [...list];
  for (const size of sizes) {
    const batch = left.splice(0, size);
    await Promise.all(
      batch.map(({ kind, payment }) =>
        providerEvent(db, { kind, order, payment, event: `${order} ${kind} ${payment}` }, at(minutes)),
      ),
    );
  }
}

test('order, repetition and concurrency of the events do not change the result', async () => {
  const ends = new Map<string, End>();
  await fc.assert(
    fc.asyncProperty(events, async ([list, sizes]) => {
      await clearPayments(db.sql);
      const booking = await book({ payment: 'online' }, 0);
      const order = await orderOf(db, booking as { id: string; manage_token: string }, at(1));
      await send(order, list, sizes, 2);
      await checkMoney(String(booking['id']));
      const key = list.some(({ payment }) => payment === 'pay_third') ? 'twice' : 'once';
      const end = await endOf(String(booking['id']));
      assert.deepEqual(end, ends.get(key) ?? end);
      ends.set(key, end);
    }),
    { seed, numRuns: isWholeSuite ? 40 : 15, endOnFailure: true },
  );
  assert.deepEqual(Object.fromEntries(ends), {
    once: { booking: 'confirmed', places: 1, payments: ['captured 99900'], refunds: [] },
    twice: {
      booking: 'confirmed',
      places: 1,
      payments: ['captured 99900', 'captured 99900'],
      refunds: ['overpaid 99900'],
    },
  });
});

const story = fc.record({
  events,
  /** The arrival times, in minutes after the booking was made: in time, slightly late, or after the window. */
  minutes: fc.constantFrom(2, 14, 15, 16, 40, 60 * 30),
  taken: fc.boolean(),
  expired: fc.boolean(),
  cancelled: fc.boolean(),
  atOnce: fc.boolean(),
  /** The fee that the number owes for a no-show, and the credit that the shop owes it. */
  dues: fc.constantFrom('none', 'fee', 'credit', 'both'),
});

test('a captured payment ends in a booking or a refund, in whatever order events arrive', async (t) => {
  t.diagnostic(`PROPERTY_SEED=${seed}`);
  const met = new Map<string, number>();
  await fc.assert(
    fc.asyncProperty(story, async ({ events: [list, sizes], minutes, taken, expired, cancelled, atOnce, dues }) => {
      await clearPayments(db.sql);
      await addDues(dues);
      const booking = (await book({ payment: 'online' }, 0)) as { id: string; manage_token: string };
      const order = await orderOf(db, booking, at(1));
      const others = async (): Promise<void> => {
        if (taken) await Promise.allSettled([1, 2, 3].map(() => book({}, minutes)));
      };
      const expire = async (): Promise<void> => {
        if (expired) await db.keep({ at: at(minutes) }, (tx) => tx`select private.expire_unpaid_bookings()`);
      };
      const cancel = async (): Promise<void> => {
        if (!cancelled) return;
        const { id, manage_token } = booking;
        await db
          .keep({ as: 'anon', at: at(minutes) }, (tx) => rpc(tx, 'cancel_booking', { booking: id, manage_token }))
          .catch((error: { hint?: string }) => assert.equal(error.hint, 'not_allowed'));
      };
      if (atOnce) await Promise.all([others(), expire(), cancel(), send(order, list, sizes, minutes)]);
      else {
        await others();
        await expire();
        await cancel();
        await send(order, list, sizes, minutes);
      }
      await checkMoney(booking.id);
      await checkFeeOnce();
      const { booking: status, refunds } = await endOf(booking.id);
      assert.notEqual(status, 'pending_payment');
      met.set(`${status} ${refunds.length > 0 ? 'refunded' : 'kept'}`, 1);
    }),
    { seed, numRuns: isWholeSuite ? 80 : 20, endOnFailure: true },
  );
  t.diagnostic([...met.keys()].sort().join(', '));
  for (const end of ['confirmed kept', 'expired refunded', 'cancelled refunded']) assert.ok(met.has(end), end);
});

test('events in any order, repeated and concurrent, end in the same state', async () => {
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

test('a wrong amount confirms nothing and is refunded; an unknown order changes nothing', async () => {
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

test('events of a provider are append-only for every role', async () => {
  const booking = await online();
  await event('payment.authorized', await order(booking));
  await assert.rejects(db.sql`update public.payment_events set outcome = 'ignored'`, /append-only/);
  await assert.rejects(db.sql`delete from public.payment_events`, /append-only/);
});
