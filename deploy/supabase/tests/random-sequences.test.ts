import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { after, before, test } from 'node:test';
import fc from 'fast-check';
import postgres from 'postgres';
import { bookingRequest, cart, mondayMorning } from './booking-request.ts';
import { sequence } from './random-steps.ts';
import type { RandomStep } from './random-steps.ts';
import { checkBookings } from './check-bookings.ts';
import { openDatabase, rpc } from './open-database.ts';
import type { Actor, JsonObject, TestDatabase } from './open-database.ts';
import { clearPayments, orderOf, providerEvent } from './payment-events.ts';
import { extraWork, staffStep, ticks } from './staff-steps.ts';
import { isWholeSuite } from './whole-suite.ts';
import { checkInFor } from './workshop.ts';

/*
 * Random sequences of actions of customers, guests and the shop, up to five concurrently, on few windows so that they
 * conflict. Some book with payment in advance and pay in time, late or never. After every step the database must still
 * be consistent.
 */
const seed = Number(process.env['PROPERTY_SEED'] ?? 20_261_127);
const runs = isWholeSuite ? 39 : 8;

let db: TestDatabase;
let actors: Actor[];
const totals = new Map<string, number>();
const met = new Map<string, number>();

before(async () => {
  db = await openDatabase();
  const [asha, ravi, boss] = await Promise.all(
    ['asha', 'ravi', 'boss'].map((name) => db.addUser(`${name}@example.com`)),
  );
  assert.ok(asha !== undefined && ravi !== undefined && boss !== undefined);
  await db.sql`update public.shop set payment_provider = 'local'`;
  await db.sql`select public.make_owner(${boss})`;
  actors = [{ user: asha }, { user: ravi }, 'anon', { user: boss }];
});
after(() => db.close());

interface Booked {
  id: string;
  manage_token: string;
  owner: number;
  /**
   * Id of the gateway's order for payment in advance: it can be paid at any time, also too late. Null without an order.
   */
  order: string | null;
}

/** A booking that can be moved, and a full window of its mode. */
interface FullWindow {
  booking: string;
  mode: string;
  to: { date: string; start: string };
}

/** The state of one run: its bookings, the clock, and the open request of each actor. */
class Run {
  private now = Date.parse(mondayMorning);
  private readonly requests = actors.map(() => randomUUID() as string);
  private readonly booked: Booked[] = [];

  async play({ steps, wait }: { steps: RandomStep[]; wait: number }): Promise<void> {
    await Promise.all(steps.map((each) => this.take(each)));
    this.now += wait * 60_000;
    await checkBookings(db, this.at());
  }

  private at(): string {
    return new Date(this.now).toISOString();
  }

  private async take({ kind, who: anybody, mode, item, date, start, pick, payment }: RandomStep): Promise<void> {
    const job = { mode, items: cart(item), model: 'royal-enfield/classic-350' };
    // Unpaid bookings are few and soon confirmed or expired; the newest bookings can mostly still be moved.
    const unpaid = this.booked.filter(({ order }) => order !== null);
    const fit = kind === 'cancel' && pick % 3 === 0 ? unpaid.slice(-1) : kind === 'move' ? this.booked.slice(-4) : [];
    const among = fit.length > 0 ? fit : this.booked;
    const chosen = among[pick % Math.max(among.length, 1)];
    // Mostly the owner of the booking; every fourth time another actor.
    const changes = kind === 'move' || kind === 'cancel' || kind === 'pay later' || kind === 'answer';
    const who = changes && chosen && pick % 4 !== 0 ? chosen.owner : anybody;
    const request_id = this.requests[who] ?? '';
    const booking = chosen?.id ?? randomUUID();
    const manage_token = chosen && who === 2 && chosen.owner === 2 ? chosen.manage_token : null;
    switch (kind) {
      case 'hold': {
        const full = pick % 3 === 0 ? await this.fullWindow() : undefined;
        const wish = full ? { mode: full.mode, items: cart('oil-change'), ...full.to } : { date, start };
        await this.call(who, 'hold_slot', { ...job, request_id, ...wish });
        return;
      }
      case 'extend': {
        const [held] = await db.sql<{ request_id: string }[]>`
          select request_id from private.slot_holds
          where ended is null and not extended and expires_at > ${this.at()} order by held_at limit 1`;
        await this.call(who, 'extend_hold', {
          request_id: pick % 3 === 0 ? request_id : (held?.request_id ?? request_id),
        });
        return;
      }
      case 'release':
        await this.call(who, 'release_hold', { request_id });
        return;
      case 'book': {
        const expected_total = await this.total(job);
        const request = bookingRequest({ ...job, request_id, date, time: start, expected_total, payment });
        const done = await this.call(who, 'create_booking', { request });
        if (done !== undefined) {
          this.requests[who] = randomUUID();
          const made = done as { id: string; manage_token: string; status: string };
          const order = made.status === 'pending_payment' ? await orderOf(db, made, this.at()) : null;
          if (!this.booked.some((other) => other.id === made.id)) this.booked.push({ ...made, owner: who, order });
        }
        return;
      }
      case 'move': {
        const full = pick % 3 === 0 ? await this.fullWindow() : undefined;
        if (full) await this.call(3, 'reschedule_booking', { booking: full.booking, ...full.to });
        else await this.agreeing(who, 'reschedule_booking', { booking, date, start, manage_token });
        return;
      }
      case 'cancel':
        await this.agreeing(who, 'cancel_booking', { booking, manage_token });
        return;
      case 'pay': {
        const payer = unpaid[pick % Math.max(unpaid.length, 1)];
        if (!payer?.order) return;
        const { order } = payer;
        payer.order = null;
        await providerEvent(db, { kind: 'payment.captured', order }, this.at());
        return;
      }
      case 'pay later':
        await this.call(who, 'pay_after_service', { booking, manage_token });
        return;
      case 'expire':
        await db.keep({ at: this.at() }, (tx) => tx`select private.expire_unpaid_bookings()`);
        return;
      case 'staff': {
        const id = await this.inWork(pick);
        const step = await staffStep(db, id, pick, this.at());
        await checkInFor(String(step['to_status']), db.sql);
        if (step['to_status'] === 'quality_check' && pick % 4 !== 0)
          await this.call(3, 'tick_checklist', await ticks(db, id, pick));
        // A bill before the day of the booking is rejected, so most are written on that day.
        const late = step['to_status'] === 'completed' && pick % 9 !== 0 ? await this.onTheDay(id) : this.at();
        await this.call(3, 'set_booking_status', step, late);
        return;
      }
      case 'propose':
        await this.call(3, 'propose_extra_work', {
          booking: await this.inWork(pick, pick % 5 === 0 ? undefined : ['inspecting', 'in_service', 'quality_check']),
          items: extraWork(pick),
        });
        if (pick % 2 === 1) await this.answer(pick);
        return;
      case 'reprice':
        await this.reprice(pick);
        return;
      case 'answer':
        await this.answer(pick);
        return;
      case 'weather':
        await this.call(3, 'set_weather_mode', { day: date, enabled: pick % 3 === 0, note: 'Heavy rain' });
    }
  }

  /** A window without a place, if there is one. */
  private async fullWindow(): Promise<FullWindow | undefined> {
    const [full] = await db.sql<FullWindow[]>`
      select b.id as booking, b.mode,
        jsonb_build_object('date', p.booking_date, 'start', to_char(p.window_start, 'HH24:MI')) as to
      from public.service_bookings b join public.booking_places p on p.mode = b.mode and p.booking_id is distinct from b.id
      where b.status = 'confirmed' and (p.booking_date + p.window_start) at time zone 'Asia/Kolkata' > ${this.at()}
      group by b.id, p.booking_date, p.window_start, p.mode
      having count(*) >= private.capacity(p.mode, extract(dow from p.booking_date)::int, p.window_start)
      order by b.created_at, p.booking_date, p.window_start limit 1`;
    return full;
  }

  /** Staff handle a few bookings rather than all of them, so that some reach a final status. */
  private async inWork(pick: number, statuses: string[] = []): Promise<string> {
    const open = await db.sql<{ id: string }[]>`
      select b.id from public.service_bookings b
      where (${statuses.length === 0} or b.status::text = any (${statuses}))
        and b.status not in ('pending_payment', 'completed', 'cancelled', 'no_show', 'expired')`;
    const mine = this.booked.filter(({ id }) => open.some((each) => each.id === id)).slice(0, 3);
    return mine[pick % Math.max(mine.length, 1)]?.id ?? randomUUID();
  }

  /** An actor answers a proposed line: the customer, staff after a call, or a stranger. */
  private async answer(pick: number): Promise<void> {
    const lines = await db.sql<{ line: string; booking: string }[]>`
      select e.id as line, e.booking_id as booking from public.extra_work e
      where e.status = 'proposed' order by e.booking_id, e.position`;
    const { line, booking } = lines[pick % Math.max(lines.length, 1)] ?? { line: randomUUID(), booking: '' };
    const { owner, manage_token } = this.booked.find(({ id }) => id === booking) ?? { owner: 0, manage_token: null };
    const who = pick % 5 === 0 ? 0 : pick % 5 === 1 ? 3 : owner;
    const args = {
      line,
      answer: ['yes', 'no', 'later'][pick % 3] ?? 'yes',
      note: who === 3 ? 'Told on the phone' : null,
    };
    await this.call(who, 'answer_extra_work', { ...args, manage_token: who === 2 ? manage_token : null });
  }

  /** Staff change the price of a line, answered or not. */
  private async reprice(pick: number): Promise<void> {
    const lines = await db.sql<{ line: string; price: number }[]>`
      select e.id as line, e.price from public.extra_work e order by e.booking_id, e.position`;
    const { line, price } = lines[pick % Math.max(lines.length, 1)] ?? { line: randomUUID(), price: 100 };
    await this.call(3, 'reprice_extra_work', { line, price: pick % 3 === 0 ? price : price + 50 });
  }

  /** Noon of the day of a booking, or now where that is past. */
  private async onTheDay(booking: string): Promise<string> {
    const [row] = await db.sql<{ at: Date }[]>`
      select greatest(starts_at, ${this.at()}::timestamptz) as at from public.service_bookings where id = ${booking}`;
    return row?.at.toISOString() ?? this.at();
  }

  /** The price of a job, once for all runs. */
  private async total(job: JsonObject): Promise<number> {
    const key = JSON.stringify(job);
    const known = totals.get(key);
    if (known !== undefined) return known;
    const { total } = await rpc(db.sql, 'quote', job);
    totals.set(key, Number(total));
    return Number(total);
  }

  /** Accepts the requested fee. */
  private async agreeing(who: number, name: string, args: JsonObject): Promise<void> {
    const fee = await this.call(who, name, args);
    if (typeof fee === 'number') await this.call(who, name, { ...args, expected_fee: fee });
  }

  /** Returns the answer; a number is the fee to accept. Any other rejection must have a known code. */
  private async call(
    who: number,
    name: string,
    args: JsonObject,
    at = this.at(),
  ): Promise<JsonObject | number | undefined> {
    const count = (what: string): unknown => met.set(`${name} ${what}`, (met.get(`${name} ${what}`) ?? 0) + 1);
    try {
      const how = { as: actors[who] ?? 'anon', at };
      const answer = await db.keep(how, (tx) => rpc(tx, name, args));
      count('done');
      return answer;
    } catch (error) {
      assert.ok(error instanceof postgres.PostgresError && error.code.startsWith('PT4'), `${name}: ${String(error)}`);
      count(error.hint ?? '');
      return error.hint === 'fee_changed' ? Number((JSON.parse(error.detail ?? '{}') as JsonObject)['fee']) : undefined;
    }
  }
}

/** Status transitions and refunds of this run. */
async function countPaths(): Promise<void> {
  const ways = await db.sql<{ way: string; times: number }[]>`
    select from_status || ' to ' || to_status as way, count(*)::int as times from public.booking_events
    where from_status <> to_status group by 1
    union all select 'refund ' || reason, count(*)::int from public.refunds group by 1`;
  for (const { way, times } of ways) met.set(way, (met.get(way) ?? 0) + times);
}

test('places and histories stay consistent, in whatever order calls are made', async (t) => {
  t.diagnostic(`PROPERTY_SEED=${seed}`);
  const property = fc.asyncProperty(sequence, async (batches) => {
    await db.sql`truncate public.invoices, public.credit_notes, private.invoice_counters`;
    await clearPayments(db.sql);
    await db.sql.unsafe('delete from private.slot_holds; delete from public.weather_days');
    const run = new Run();
    for (const batch of batches) await run.play(batch);
    await countPaths();
  });
  await fc.assert(property, {
    seed,
    numRuns: runs,
    endOnFailure: true,
    interruptAfterTimeLimit: 150_000,
    markInterruptAsFailure: true,
  });
  t.diagnostic(
    [...met]
      .map(([what, times]) => `${what} ${times}`)
      .sort()
      .join(', '),
  );
  // Coverage of the sequences: every function has succeeded, and full windows have rejected bookings.
  for (const what of [
    'hold_slot',
    'extend_hold',
    'release_hold',
    'create_booking',
    'reschedule_booking',
    'cancel_booking',
    'pay_after_service',
    'set_booking_status',
    'propose_extra_work',
    'reprice_extra_work',
    'answer_extra_work',
    'tick_checklist',
    'set_weather_mode',
  ]) {
    assert.ok((met.get(`${what} done`) ?? 0) > 0, `${what} never succeeded`);
  }
  for (const way of [
    'pending_payment to confirmed',
    'pending_payment to expired',
    'pending_payment to cancelled',
    'expired to confirmed',
    'refund paid_late',
    'refund cancelled',
    'inspecting to awaiting_approval',
    'awaiting_approval to inspecting',
    'in_service to awaiting_approval',
    'ready to completed',
  ]) {
    assert.ok(met.has(way), `never ${way}`);
  }
  assert.ok(
    [...met.keys()].some((way) => way.endsWith(' to no_show')),
    'no booking was missed',
  );
  const stepsBack = ['in_service to inspecting', 'quality_check to in_service', 'ready to in_service'];
  assert.ok(
    stepsBack.some((way) => met.has(way)),
    'no bike went back into the work',
  );
  for (const what of ['hold_slot', 'create_booking', 'reschedule_booking']) {
    assert.ok((met.get(`${what} slot_taken`) ?? 0) > 0, `${what} never met a full window`);
  }
});
