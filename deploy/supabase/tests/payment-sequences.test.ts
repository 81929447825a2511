import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import fc from 'fast-check';
import { bookingRequest, mondayMorning } from './booking-request.ts';
import { openDatabase, rpc } from './open-database.ts';
import type { Json, TestDatabase } from './open-database.ts';
import { clearPayments, orderOf, providerEvent } from './payment-events.ts';

/*
 * One online payment, its events in any order, each any number of times, some at once, while the booking may run out,
 * lose its place or be cancelled. Whatever happens, money that came belongs to a booking that happens or to a refund;
 * and the order of the events alone changes nothing.
 */
const seed = Number(process.env['PROPERTY_SEED'] ?? 20_261_122);

let db: TestDatabase;
before(async () => {
  db = await openDatabase({ connections: 12 });
  await db.sql`update public.shop set payment_provider = 'local'`;
});
after(() => db.close());

const at = (minutes: number): string => new Date(Date.parse(mondayMorning) + minutes * 60_000).toISOString();
const book = (changes: Json, minutes: number): Promise<Json> =>
  db.keep({ as: 'anon', at: at(minutes) }, (tx) => rpc(tx, 'create_booking', { request: bookingRequest(changes) }));

/** What a gateway may tell of one order: a try that fails, and the one that succeeds, in three words. */
const told = [
  { kind: 'payment.failed', payment: 'pay_first' },
  { kind: 'payment.authorized', payment: 'pay_second' },
  { kind: 'payment.captured', payment: 'pay_second' },
  { kind: 'order.paid', payment: 'pay_second' },
] as const;
/** The same order paid once more. */
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

/** Nobody's money is in between: what is kept is what a booking that happens costs, or nothing. */
async function checkMoney(id: string): Promise<void> {
  const [row] = await db.sql<{ status: string; kept: number; owed: number; places: number }[]>`
    select b.status, private.paid_paise(b.id) as kept, private.owed(b) * 100 as owed,
      (select count(*)::int from public.booking_places p where p.booking_id = b.id) as places
    from public.service_bookings b where b.id = ${id}`;
  assert.ok(row);
  if (row.status === 'confirmed') assert.deepEqual([row.kept <= row.owed, row.places], [true, 1], JSON.stringify(row));
  else if (row.status === 'pending_payment') assert.equal(row.kept, 0);
  else assert.deepEqual([row.kept, row.places], [0, 0], JSON.stringify(row));
}

/** A missed booking of the same number whose fee nobody paid, and one that the shop cancelled. */
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

/** The fee is owed where it arose or with one booking that lives, never twice and never nowhere. */
async function checkFeeOnce(): Promise<void> {
  const rows = await db.sql<{ own: number; carried: number }[]>`
    select private.owed(n) as own, (
      select coalesce(sum(private.owed(b) - private.bill(b) + private.credit_off(b) - b.fee), 0)::int
      from public.service_bookings b where b.id = n.carried_to and not private.is_off(b)
    ) as carried
    from public.service_bookings n where n.status = 'no_show'`;
  for (const { own, carried } of rows) assert.deepEqual([own, carried].sort(), [0, 200]);
}

const events = fc
  .record({
    // Each at least once, some again; then any order of them.
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

/** Sends them in their order, so many at once as the sizes say. */
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

test('the order, the number and the company of the events change nothing', async () => {
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
    { seed, numRuns: 40, endOnFailure: true },
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
  /** When they arrive, minutes after the booking was made: in time, just late, or when the time of the job is over. */
  minutes: fc.constantFrom(2, 14, 15, 16, 40, 60 * 30),
  taken: fc.boolean(),
  expired: fc.boolean(),
  cancelled: fc.boolean(),
  atOnce: fc.boolean(),
  /** What the number owes from a booking that was missed, and what the shop owes it. */
  dues: fc.constantFrom('none', 'fee', 'credit', 'both'),
});

test('whatever happens meanwhile, money that came belongs to a booking or to a refund', async (t) => {
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
        if (expired) await db.keep({ at: at(minutes) }, (tx) => tx`select private.expire_unpaid()`);
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
    { seed, numRuns: 80, endOnFailure: true },
  );
  t.diagnostic([...met.keys()].sort().join(', '));
  for (const end of ['confirmed kept', 'expired refunded', 'cancelled refunded']) assert.ok(met.has(end), end);
});
