import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import postgres from 'postgres';
import { bookingRequest, cart } from './booking-request.ts';
import { checkBookings, modes } from './check-bookings.ts';
import { checkJobs } from './check-jobs.ts';
import { checkIn, jobSteps, writeOil } from './job-steps.ts';
import { rpc } from './open-database.ts';
import type { Actor, JsonObject, TestDatabase } from './open-database.ts';
import { orderOf, providerEvent } from './payment-events.ts';
import type { CallOptions, RandomShop } from './random-shop.ts';
import { findExpired, findFullWindow } from './random-windows.ts';
import { person } from './random-people.ts';
import type { RandomStep } from './random-steps.ts';
import { extraWork, staffStep, ticks } from './staff-steps.ts';
import { isWholeSuite } from './whole-suite.ts';
import { stepTo } from './workshop.ts';

/* One run of random steps: who books what, what everybody does to it, and the checks after each concurrent step. */

interface Booked {
  id: string;
  manage_token: string;
  owner: number;
  /**
   * Id of the gateway's order for payment in advance: it can be paid at any time, also too late. Null without an order.
   */
  order: string | null;
}

/** The statuses from which staff take a booking on. */
const onward = [
  ...['confirmed', 'assigned', 'on_the_way', 'picked_up', 'inspecting', 'in_service', 'quality_check', 'ready'],
];

/** The price of each job, once for all runs. */
const totals = new Map<string, number>();

/** The state of one run: its bookings, the clock, and the open request of each actor. */
export class RandomRun implements RandomShop {
  readonly group = randomUUID();
  private now: number;
  private batches = 0;
  private readonly requests: string[];
  private readonly booked: Booked[] = [];

  /**
   * @param actors in the order of `person`
   * @param start the instant of the first step
   * @param met counts what was called, and how it ended
   */
  constructor(
    readonly db: TestDatabase,
    private readonly actors: Actor[],
    start: string,
    private readonly met: Map<string, number>,
  ) {
    this.now = Date.parse(start);
    this.requests = actors.map(() => randomUUID());
  }

  async play({ steps, wait }: { steps: RandomStep[]; wait: number }): Promise<void> {
    await Promise.all(steps.map((each) => this.take(each)));
    this.now += wait * 60_000;
    // To list free places is a third of the work of a run, so `npm test` asks for one mode after each step.
    const turn = modes[this.batches++ % modes.length]!;
    await checkBookings(this.db, this.at(), isWholeSuite ? modes : [turn]);
    await checkJobs(this.db);
  }

  /** Three bikes at the workshop, so that there is work from the first step on. The last one is handed over and paid. */
  async open(): Promise<void> {
    for (const who of [person.asha, person.ravi, person.guest]) {
      const job = { mode: 'workshop', items: cart('oil-change'), model: 'royal-enfield/classic-350' };
      const wish = { ...job, date: '2026-11-24', time: '14:00', notes: 'The front brake squeals' };
      const request = bookingRequest({ ...wish, expected_total: await this.total(job) });
      const made = await this.call(who, 'create_booking', { request });
      assert.ok(made);
      await this.add(made, who);
    }
    for (const [index, { id }] of this.booked.entries()) await this.advance(id, ['in_service', 'quality_check'][index]);
    const booking = this.booked.at(-1)?.id ?? '';
    // From here on the first one allows something without a question.
    await this.db.sql`update public.service_bookings set approval_limit = 1000 where id = ${this.booked[0]?.id ?? ''}`;
    await this.call(
      person.desk,
      'record_payment',
      { booking, amount: 999, method: 'cash' },
      { as: 'record_payment cash' },
    );
  }

  /** Takes a booking with declined work through the whole job, or up to a status. */
  private async advance(booking: string, last = 'completed'): Promise<void> {
    for (const to_status of ['assigned', 'inspecting', 'in_service', 'quality_check', 'ready', 'completed']) {
      if (to_status === 'in_service') {
        await this.call(person.owner, 'propose_extra_work', { booking, items: extraWork(1) });
        for (const pick of [2, 2]) await jobSteps.answer(this, pick);
      } else if (to_status === 'quality_check')
        await this.call(person.owner, 'tick_checklist', await ticks(this.db, booking, 1));
      else if (to_status === 'ready') await writeOil(this, booking);
      if (to_status === 'inspecting') await checkIn(this, 0, booking);
      else {
        const step = { booking, ...stepTo(to_status), mechanic: 'Sagar' };
        await this.call(person.owner, 'set_booking_status', step);
      }
      if (to_status === last) return;
    }
  }

  at(): string {
    return new Date(this.now).toISOString();
  }

  private async take(step: RandomStep): Promise<void> {
    const { kind, who: anybody, mode, item, date, start, pick, payment } = step;
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
    const manage_token = chosen && who === person.guest && chosen.owner === who ? chosen.manage_token : null;
    switch (kind) {
      case 'hold': {
        const full = pick % 3 === 0 ? await findFullWindow(this.db, this.at()) : undefined;
        const wish = full ? { mode: full.mode, items: cart('oil-change'), ...full.to } : { date, start };
        await this.call(who, 'hold_slot', { ...job, request_id, ...wish });
        return;
      }
      case 'extend': {
        const [held] = await this.db.sql<{ request_id: string }[]>`
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
        const notes = pick % 2 === 0 ? 'The front brake squeals' : null;
        const request = bookingRequest({ ...job, request_id, date, time: start, expected_total, payment, notes });
        const done = await this.call(who, 'create_booking', { request });
        if (done !== undefined) {
          this.requests[who] = randomUUID();
          await this.add(done, who);
        }
        return;
      }
      case 'move': {
        const full = pick % 3 === 0 ? await findFullWindow(this.db, this.at()) : undefined;
        if (full) await this.call(person.owner, 'reschedule_booking', { booking: full.booking, ...full.to });
        else await this.agreeing(who, 'reschedule_booking', { booking, date, start, manage_token });
        return;
      }
      case 'cancel':
        await this.agreeing(who, 'cancel_booking', { booking, manage_token });
        return;
      case 'pay':
        await this.pay(unpaid[pick % Math.max(unpaid.length, 1)]);
        return;
      case 'pay later':
        await this.call(who, 'pay_after_service', { booking, manage_token });
        return;
      case 'expire':
        await this.db.keep({ at: this.at() }, (tx) => tx`select private.expire_unpaid_bookings()`);
        // Often the payment comes a moment too late, while the place may still be free.
        if (pick % 3 > 0) await this.pay(await findExpired(this.db, unpaid));
        return;
      case 'staff': {
        // One that waits for an answer goes on by that.
        const id = await this.inWork(pick, pick % 4 === 0 ? [] : onward);
        const next = await staffStep(this.db, id, pick, this.at());
        const by = pick % 6 === 0 ? person.sagar : pick % 6 === 1 ? person.desk : person.owner;
        // What comes before a step, mostly: the only place that knows it.
        if (next['to_status'] === 'inspecting' && pick % 4 !== 0) await checkIn(this, pick, id);
        if (next['to_status'] === 'quality_check' && pick % 4 !== 0)
          await this.call(by, 'tick_checklist', await ticks(this.db, id, pick));
        if (next['to_status'] === 'ready' && pick % 4 !== 0) await writeOil(this, id);
        // A bill before the day of the booking is rejected, so most are written on that day.
        const at = next['to_status'] === 'completed' && pick % 9 !== 0 ? await this.onTheDay(id) : this.at();
        await this.call(by, 'set_booking_status', next, { at });
        return;
      }
      case 'propose':
        await this.call(person.owner, 'propose_extra_work', {
          booking: await this.inWork(pick, pick % 5 === 0 ? undefined : ['inspecting', 'in_service', 'quality_check']),
          items: extraWork(pick),
        });
        if (pick % 2 === 1) await jobSteps.answer(this, pick);
        return;
      case 'weather':
        await this.call(person.owner, 'set_weather_mode', { day: date, enabled: pick % 3 === 0, note: 'Heavy rain' });
        return;
      default:
        await jobSteps[kind](this, pick);
    }
  }

  /** The gateway reports the payment of an order. */
  private async pay(payer: Booked | undefined): Promise<void> {
    if (!payer?.order) return;
    const { order } = payer;
    payer.order = null;
    await providerEvent(this.db, { kind: 'payment.captured', order }, this.at());
  }

  /** Staff handle a few bookings rather than all of them, so that some reach a final status. */
  async inWork(pick: number, statuses: string[] = []): Promise<string> {
    const open = await this.db.sql<{ id: string }[]>`
      select b.id from public.service_bookings b
      where (${statuses.length === 0} or b.status::text = any (${statuses}))
        and b.status not in ('pending_payment', 'completed', 'cancelled', 'no_show', 'expired')`;
    const mine = this.booked.filter(({ id }) => open.some((each) => each.id === id)).slice(0, 3);
    return mine[pick % Math.max(mine.length, 1)]?.id ?? randomUUID();
  }

  /** Noon of the day of a booking, or now where that is past. */
  async onTheDay(booking: string): Promise<string> {
    const [row] = await this.db.sql<{ at: Date }[]>`
      select greatest(starts_at, ${this.at()}::timestamptz) as at from public.service_bookings where id = ${booking}`;
    return row?.at.toISOString() ?? this.at();
  }

  /** The price of a job, once for all runs. */
  private async total(job: JsonObject): Promise<number> {
    const key = JSON.stringify(job);
    const known = totals.get(key);
    if (known !== undefined) return known;
    const { total } = await rpc(this.db.sql, 'quote', job);
    totals.set(key, Number(total));
    return Number(total);
  }

  customerOf(booking: string): { who: number; manage_token: string | null } {
    const { owner: who, manage_token } = this.booked.find(({ id }) => id === booking) ?? {
      owner: person.asha,
      manage_token: null,
    };
    return { who, manage_token: who === person.guest ? manage_token : null };
  }

  async add(booked: JsonObject, owner: number): Promise<void> {
    const made = booked as JsonObject & { id: string; manage_token: string; status: string };
    const order = made.status === 'pending_payment' ? await orderOf(this.db, made, this.at()) : null;
    // Staff get no link of what they book for a caller: it is in the caller's message.
    const [link] = await this.db.sql<{ manage_token: string }[]>`
      select private.manage_token(request_id) from public.service_bookings where id = ${made.id}`;
    if (!this.booked.some(({ id }) => id === made.id))
      this.booked.push({ id: made.id, manage_token: link?.manage_token ?? '', owner, order });
  }

  /** Accepts the requested fee. */
  private async agreeing(who: number, name: string, args: JsonObject): Promise<void> {
    const refused = await this.tryCall(who, name, args, {});
    if (refused instanceof postgres.PostgresError && refused.hint === 'fee_changed') {
      const { fee } = JSON.parse(refused.detail ?? '{}') as JsonObject;
      await this.call(who, name, { ...args, expected_fee: fee });
    }
  }

  async call(who: number, name: string, args: JsonObject, how: CallOptions = {}): Promise<JsonObject | undefined> {
    const answer = await this.tryCall(who, name, args, how);
    return answer instanceof postgres.PostgresError ? undefined : answer;
  }

  /** The answer or the rejection, which must have a known code. */
  private async tryCall(
    who: number,
    name: string,
    args: JsonObject,
    { at = this.at(), as = name }: CallOptions,
  ): Promise<JsonObject | postgres.PostgresError> {
    const count = (what: string): unknown => this.met.set(`${as} ${what}`, (this.met.get(`${as} ${what}`) ?? 0) + 1);
    try {
      const answer = await this.db.keep({ as: this.actors[who] ?? 'anon', at }, (tx) => rpc(tx, name, args));
      // A wrong code is answered, not raised.
      count(typeof answer['hint'] === 'string' ? answer['hint'] : 'done');
      return answer;
    } catch (error) {
      assert.ok(error instanceof postgres.PostgresError && error.code.startsWith('PT4'), `${name}: ${String(error)}`);
      count(error.hint ?? '');
      return error;
    }
  }
}
