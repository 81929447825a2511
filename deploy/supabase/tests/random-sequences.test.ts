import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { after, before, test } from 'node:test';
import fc from 'fast-check';
import postgres from 'postgres';
import { bookingRequest, cart, mondayMorning } from './booking-request.ts';
import { openDatabase, rpc } from './open-database.ts';
import type { Actor, Json, TestDatabase } from './open-database.ts';
import { clearPayments, orderOf, providerEvent } from './payment-events.ts';
import { extraWork, staffStep, ticks } from './staff-steps.ts';

/*
 * Random sequences of what customers, guests and the shop do, up to five things at once, on few windows so that they
 * get in each other's way. Some book with payment ahead and pay in time, late or never. After every step the database
 * must still tell one consistent story.
 */
const seed = Number(process.env['PROPERTY_SEED'] ?? 20_261_122);
const runs = 13;
const modes = ['doorstep', 'pickup', 'workshop'] as const;
const buffers: Record<string, number> = { doorstep: 30, pickup: 15, workshop: 15 };
const windowsOfWeekday = ['09:00', '11:00', '14:00', '16:00'];

/** What happens, the frequent more than once. */
const kinds = [
  ...(['hold', 'hold', 'book', 'book', 'book', 'book', 'book', 'book', 'book'] as const),
  ...(['extend', 'extend', 'release', 'move', 'move', 'move', 'cancel', 'cancel'] as const),
  ...(['pay', 'pay', 'pay later', 'expire'] as const),
  ...Array<'staff'>(10).fill('staff'),
  ...(['propose', 'propose', 'propose', 'answer', 'answer', 'weather'] as const),
];

const step = fc.record({
  kind: fc.constantFrom(...kinds),
  who: fc.nat(3),
  mode: fc.constantFrom('doorstep', 'doorstep', ...modes),
  item: fc.constantFrom('oil-change', 'general-service', 'long-ride-prep'),
  date: fc.constantFrom(...Array<string>(9).fill('2026-11-24'), '2026-11-25'),
  start: fc.constantFrom('09:00', '11:00', '11:00', '14:00'),
  pick: fc.nat(50),
  payment: fc.constantFrom('after_service', 'online'),
});
type Step = typeof step extends fc.Arbitrary<infer T> ? T : never;
/** Minutes that pass: holds run out in between, and sometimes it is the next day, when bikes are served or missed. */
const waits = [...Array<number[]>(4).fill([0, 0, 1, 4, 6, 11, 90]).flat(), 1500, 120];
/** What happens at once, and how long it takes. */
const sequence = fc.array(
  fc.record({ steps: fc.array(step, { minLength: 2, maxLength: 5 }), wait: fc.constantFrom(...waits) }),
  { minLength: 25, maxLength: 35 },
);

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
  await db.sql`insert into public.user_roles values (${boss}, 'admin')`;
  actors = [{ user: asha }, { user: ravi }, 'anon', { user: boss }];
});
after(() => db.close());

interface Booked {
  id: string;
  manage_token: string;
  owner: number;
  /** The gateway's, from payment ahead: it can be paid at any time, also too late. Null when there is nothing to pay. */
  order: string | null;
}

/** A booking that can be moved, and a window of its mode where there is no place for it. */
interface FullWindow {
  booking: string;
  mode: string;
  to: { date: string; start: string };
}

/** One run: what it has booked, the clock, and the request each actor is filling in. */
class Run {
  private now = Date.parse(mondayMorning);
  private readonly requests = actors.map(() => randomUUID() as string);
  private readonly booked: Booked[] = [];

  async play({ steps, wait }: { steps: Step[]; wait: number }): Promise<void> {
    await Promise.all(steps.map((each) => this.take(each)));
    this.now += wait * 60_000;
    await checkStory(this.at());
  }

  private at(): string {
    return new Date(this.now).toISOString();
  }

  private async take({ kind, who: anybody, mode, item, date, start, pick, payment }: Step): Promise<void> {
    const job = { mode, items: cart(item), model: 'royal-enfield/classic-350' };
    // Those with payment ahead are few, and soon confirmed or run out; the newest can mostly still be moved.
    const unpaid = this.booked.filter(({ order }) => order !== null);
    const fit = kind === 'cancel' && pick % 3 === 0 ? unpaid.slice(-1) : kind === 'move' ? this.booked.slice(-4) : [];
    const among = fit.length > 0 ? fit : this.booked;
    const chosen = among[pick % Math.max(among.length, 1)];
    // Mostly the one whose booking it is; every fourth time somebody else tries.
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
        await db.keep({ at: this.at() }, (tx) => tx`select private.expire_unpaid()`);
        return;
      case 'staff': {
        const id = await this.inWork(pick);
        const step = await staffStep(db, id, pick, this.at());
        if (step['to_status'] === 'quality_check' && pick % 4 !== 0)
          await this.call(3, 'tick_checklist', await ticks(db, id, pick));
        await this.call(3, 'set_booking_status', step);
        return;
      }
      case 'propose':
        await this.call(3, 'propose_extra_work', {
          booking: await this.inWork(pick, pick % 5 === 0 ? undefined : 'inspecting'),
          items: extraWork(pick),
        });
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

  /** Staff see to a few bookings rather than to all of them, so that some get to their end. */
  private async inWork(pick: number, status?: string): Promise<string> {
    const open = await db.sql<{ id: string }[]>`
      select b.id from public.service_bookings b
      where b.status = coalesce(${status ?? null}, b.status)
        and b.status not in ('pending_payment', 'completed', 'cancelled', 'no_show', 'expired')`;
    const mine = this.booked.filter(({ id }) => open.some((each) => each.id === id)).slice(0, 3);
    return mine[pick % Math.max(mine.length, 1)]?.id ?? randomUUID();
  }

  /** Somebody answers a line that waits for it: the customer, staff who asked on the phone, or a stranger. */
  private async answer(pick: number): Promise<void> {
    const lines = await db.sql<{ line: string; booking: string }[]>`
      select e.id as line, e.booking_id as booking from public.extra_work e
      where e.status = 'proposed' order by e.booking_id, e.position`;
    const { line, booking } = lines[pick % Math.max(lines.length, 1)] ?? { line: randomUUID(), booking: '' };
    const { owner, manage_token } = this.booked.find(({ id }) => id === booking) ?? { owner: 0, manage_token: null };
    const who = pick % 5 === 0 ? 0 : pick % 5 === 1 ? 3 : owner;
    const args = { line, approve: pick % 3 !== 0, note: who === 3 ? 'Told on the phone' : null };
    await this.call(who, 'answer_extra_work', { ...args, manage_token: who === 2 ? manage_token : null });
  }

  /** The price of a job, once for all runs. */
  private async total(job: Json): Promise<number> {
    const key = JSON.stringify(job);
    const known = totals.get(key);
    if (known !== undefined) return known;
    const { total } = await rpc(db.sql, 'quote', job);
    totals.set(key, Number(total));
    return Number(total);
  }

  /** Agrees to the fee that is asked for. */
  private async agreeing(who: number, name: string, args: Json): Promise<void> {
    const fee = await this.call(who, name, args);
    if (typeof fee === 'number') await this.call(who, name, { ...args, expected_fee: fee });
  }

  /** The answer; a number is the fee to agree to. Any other refusal must be one in plain words: nothing breaks. */
  private async call(who: number, name: string, args: Json): Promise<Json | number | undefined> {
    const count = (what: string): unknown => met.set(`${name} ${what}`, (met.get(`${name} ${what}`) ?? 0) + 1);
    try {
      const how = { as: actors[who] ?? 'anon', at: this.at() };
      const answer = await db.keep(how, (tx) => rpc(tx, name, args));
      count('done');
      return answer;
    } catch (error) {
      assert.ok(error instanceof postgres.PostgresError && error.code.startsWith('PT4'), `${name}: ${String(error)}`);
      count(error.hint ?? '');
      return error.hint === 'fee_changed' ? Number((JSON.parse(error.detail ?? '{}') as Json)['fee']) : undefined;
    }
  }
}

/** The windows a job needs, reckoned here and not by the database. */
function windowsNeeded(mode: string, start: string, minutes: number): string[] {
  const first = windowsOfWeekday.indexOf(start);
  const count = mode === 'pickup' ? 1 : Math.ceil((minutes + (buffers[mode] ?? 0)) / 120);
  return windowsOfWeekday.slice(first, first + count);
}

interface OfferedDay {
  date: string;
  windows: { start: string; free: number; places: number; why: string | null }[];
}

async function checkStory(at: string): Promise<void> {
  const [story] = await db.sql<
    {
      jobs: {
        id: string;
        mode: string;
        date: string;
        start: string;
        minutes: number;
        windows: number;
        status: string;
        over: boolean;
        kept: number;
        owed: number;
        /** Whole rupees: the bill, if there is one, and what the customer has agreed to. */
        bill: number | null;
        agreed: number;
        invoices: number;
        /** Lines of extra work that wait for an answer, and lines of the job card that are not ticked. */
        asked: number;
        unticked: number;
      }[];
      holds: { id: string; mode: string; date: string; start: string; windows: number }[];
      places: { taker: string; mode: string; date: string; start: string; seat: number; capacity: number }[];
      left: number;
      events: { id: string; actor: string; from: string | null; to: string; legal: boolean }[];
    }[]
  >`
    select
      (select coalesce(jsonb_agg(jsonb_build_object('id', b.id, 'mode', b.mode, 'date', b.booking_date,
        'start', to_char(b.booking_time, 'HH24:MI'), 'minutes', b.minutes, 'windows', b.windows, 'status', b.status,
        'over', b.status in ('cancelled', 'no_show', 'expired')
          or b.status = 'pending_payment' and b.pay_until <= ${at},
        'kept', private.paid_paise(b.id), 'owed', private.owed(b) * 100,
        'bill', b.final_price, 'agreed', private.agreed(b),
        'invoices', (select count(*) from public.invoices i where i.booking_id = b.id),
        'asked', (select count(*) from public.extra_work e where e.booking_id = b.id and e.status = 'proposed'),
        'unticked', (select count(*) from public.booking_checklist c where c.booking_id = b.id and c.done_at is null))), '[]')
        from public.service_bookings b) as jobs,
      (select coalesce(jsonb_agg(jsonb_build_object('id', h.id, 'mode', h.mode, 'date', h.booking_date,
        'start', to_char(h.booking_time, 'HH24:MI'), 'windows', h.windows)), '[]')
        from private.slot_holds h where h.ended is null and h.expires_at > ${at}) as holds,
      (select coalesce(jsonb_agg(jsonb_build_object('taker', coalesce(p.booking_id, p.hold_id), 'mode', p.mode,
        'date', p.booking_date, 'start', to_char(p.window_start, 'HH24:MI'), 'seat', p.seat,
        'capacity', private.capacity(p.mode, extract(dow from p.booking_date)::int, p.window_start))), '[]')
        from public.booking_places p where p.held_until is null or p.held_until > ${at}) as places,
      (select count(*)::int from public.booking_places p join public.service_bookings b on b.id = p.booking_id
        where b.status in ('cancelled', 'no_show', 'expired')) as left,
      (select coalesce(jsonb_agg(jsonb_build_object('id', e.booking_id, 'actor', e.actor, 'from', e.from_status,
        'to', e.to_status, 'legal', e.from_status = e.to_status or exists (
          select from public.booking_transitions t where t.actor = e.actor and t.from_status = e.from_status
            and t.to_status = e.to_status and (t.modes is null or b.mode = any (t.modes))
            and (t.to_status <> 'expired' or e.at >= b.pay_until))) order by e.id), '[]')
        from public.booking_events e join public.service_bookings b on b.id = e.booking_id) as events`;
  assert.ok(story);
  const { jobs, holds, places, left, events } = story;

  // Each job and each hold has exactly the windows that its minutes with the buffer fill, and nobody else has any.
  const standing = jobs.filter(({ over }) => !over);
  const expected = [
    ...standing.flatMap(({ id, mode, date, start, minutes }) =>
      windowsNeeded(mode, start, minutes).map((window) => `${date} ${window} ${mode} ${id}`),
    ),
    ...holds.flatMap(({ id, mode, date, start, windows }) =>
      windowsNeeded(mode, start, windows * 120 - (buffers[mode] ?? 0)).map(
        (window) => `${date} ${window} ${mode} ${id}`,
      ),
    ),
  ];
  assert.deepEqual(places.map((p) => `${p.date} ${p.start} ${p.mode} ${p.taker}`).sort(), expected.sort());

  assert.equal(left, 0, 'places of bookings that are over');

  // One taker a place, and no more places than there are: reckoned from the jobs, not from the numbers of the places.
  const seats = places.map(({ date, start, mode, seat }) => `${date} ${start} ${mode} ${seat}`);
  assert.equal(new Set(seats).size, seats.length);
  for (const { seat, capacity } of places) assert.ok(seat >= 1 && seat <= capacity, `seat ${seat} of ${capacity}`);
  for (const { date, start, mode, capacity } of places) {
    const takers = expected.filter((window) => window.startsWith(`${date} ${start} ${mode} `)).length;
    assert.ok(takers <= capacity, `${takers} of ${capacity}`);
  }

  // What is told as free is what is left.
  for (const mode of modes) {
    const slots = await db.undo({ as: 'anon', at }, (tx) =>
      rpc(tx, 'list_slots', { mode, from_date: '2026-11-24', days: 2 }),
    );
    for (const day of slots['days'] as OfferedDay[]) {
      for (const { start, free, places: all, why } of day.windows) {
        const taken = expected.filter((window) => window.startsWith(`${day.date} ${start} ${mode} `)).length;
        const offered = why === null || why === 'full' ? all - taken : 0;
        assert.equal(free, offered, `${day.date} ${start} ${mode}: ${free} free of ${all}, ${taken} taken, ${why}`);
      }
    }
  }

  // The history of each booking is a path of the table of transitions that ends where the booking stands.
  for (const { id, status, kept, owed, bill, agreed, invoices, asked, unticked } of jobs) {
    const path = events.filter((event) => event.id === id);
    assert.equal(path[0]?.from, null);
    assert.ok(['confirmed', 'pending_payment'].includes(path[0]?.to ?? ''));
    for (const [index, event] of path.slice(1).entries()) {
      assert.equal(event.from, path[index]?.to);
      assert.ok(event.legal, `${event.actor}: ${event.from} to ${event.to}`);
    }
    assert.equal(path.at(-1)?.to, status);
    // Money that came is that of a booking that happens, or is given back.
    assert.ok(kept >= 0 && kept <= (status === 'pending_payment' ? 0 : owed), `${status}: ${kept} of ${owed} paise`);
    // Nobody is billed more than he has agreed to; whoever is billed in the end has one invoice, and nobody else.
    assert.ok(bill === null || bill <= agreed, `${status}: billed ${bill} of ${agreed}`);
    assert.equal(invoices, status === 'completed' ? 1 : 0, `${status}: ${invoices} invoices`);
    if (status === 'awaiting_approval') assert.ok(asked > 0, 'it waits for an answer that nobody was asked for');
    if (status === 'in_service' || status === 'completed') assert.equal(asked, 0, `${status} before the answer`);
    if (['quality_check', 'ready', 'completed'].includes(status))
      assert.equal(unticked, 0, `${status} before the ticks`);
  }
}

/** Which ways the bookings of this run have gone, and what was given back. */
async function countPaths(): Promise<void> {
  const ways = await db.sql<{ way: string; times: number }[]>`
    select from_status || ' to ' || to_status as way, count(*)::int as times from public.booking_events
    where from_status <> to_status group by 1
    union all select 'refund ' || reason, count(*)::int from public.refunds group by 1`;
  for (const { way, times } of ways) met.set(way, (met.get(way) ?? 0) + times);
}

test('whatever is done in whatever order, places and histories stay right', async (t) => {
  t.diagnostic(`PROPERTY_SEED=${seed}`);
  const property = fc.asyncProperty(sequence, async (batches) => {
    await db.sql`truncate public.invoices, private.invoice_counters`;
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
  // The sequences have been everywhere: every function has succeeded, and full windows have refused people.
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
    'ready to completed',
  ]) {
    assert.ok(met.has(way), `never ${way}`);
  }
  assert.ok(
    [...met.keys()].some((way) => way.endsWith(' to no_show')),
    'nobody was missed',
  );
  for (const what of ['hold_slot', 'create_booking', 'reschedule_booking']) {
    assert.ok((met.get(`${what} slot_taken`) ?? 0) > 0, `${what} never met a full window`);
  }
});
