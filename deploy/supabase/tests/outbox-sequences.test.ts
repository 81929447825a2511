import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import fc from 'fast-check';
import postgres from 'postgres';
import { bookingRequest, mondayMorning } from './booking-request.ts';
import { openDatabase, rpc } from './open-database.ts';
import type { Actor, JsonObject, TestDatabase } from './open-database.ts';
import { stepTo } from './workshop.ts';
import { isWholeSuite } from './whole-suite.ts';

/* Random sequences of booking changes and of the actions of two workers: they claim messages, send them, fail, and
   crash before or after sending. In every order, no outdated message is sent. */
const seed = Number(process.env['PROPERTY_SEED'] ?? 20_261_122);
const runs = isWholeSuite ? 45 : 8;

/** The possible steps; frequent ones are listed more than once. */
const kinds = [
  ...(['book', 'move', 'move', 'cancel', 'assigned', 'no_show'] as const),
  ...(['claim', 'claim', 'claim', 'send', 'send', 'send', 'send', 'fail', 'die', 'dieAfterSending'] as const),
];
const step = fc.record({
  kind: fc.constantFrom(...kinds),
  pick: fc.nat(50),
  date: fc.constantFrom('2026-11-24', '2026-11-25', '2026-11-26'),
  start: fc.constantFrom('09:00', '11:00', '14:00'),
  wait: fc.constantFrom(0, 0, 0, 1, 3, 45, 400),
});
type Step = typeof step extends fc.Arbitrary<infer T> ? T : never;

interface Claim {
  message: string;
  attempt: number;
}
interface Sent {
  key: string;
  booking: string;
  kind: string;
}

let db: TestDatabase;
let owner: Actor;
let admin: Actor;
const met = new Map<string, number>();
before(async () => {
  db = await openDatabase();
  owner = { user: await db.addUser('owner@example.com') };
  admin = { user: await db.addUser('admin@example.com') };
  await db.sql`select public.make_owner(${admin.user})`;
  await db.sql`
    insert into private.proven_numbers select '+9190000' || 10000 + n, now() from generate_series(0, 50) n`;
});
after(() => db.close());

class Run {
  private now = Date.parse(mondayMorning);
  private readonly bookings: string[] = [];
  private readonly cancelled = new Set<string>();
  /** Messages claimed by running workers. */
  private claims: Claim[] = [];
  private readonly sent: Sent[] = [];
  /** Messages sent by a worker that crashed before it recorded them: each may be sent once more. */
  private deaths = 0;

  private get at(): string {
    return new Date(this.now).toISOString();
  }

  async play({ kind, pick, date, start, wait }: Step): Promise<void> {
    const booking = this.bookings[pick % Math.max(this.bookings.length, 1)];
    const claim = this.claims[pick % Math.max(this.claims.length, 1)];
    if (kind === 'book') {
      const request = bookingRequest({ date, time: start, email: 'asha@example.com', phone: `90000 ${10000 + pick}` });
      const done = await this.call(owner, 'create_booking', { request });
      if (done) this.bookings.push(String(done['id']));
    } else if (kind === 'claim') {
      const taken = await db.keep(
        { at: this.at },
        (tx) => tx<Claim[]>`select * from private.claim_messages(${1 + (pick % 3)})`,
      );
      this.claims.push(...taken);
    } else if (booking && kind === 'move') {
      await this.call(admin, 'reschedule_booking', { booking, date, start });
    } else if (booking && kind === 'cancel') {
      if (await this.call(admin, 'cancel_booking', { booking })) this.cancelled.add(booking);
    } else if (booking && (kind === 'assigned' || kind === 'no_show')) {
      await this.call(admin, 'set_booking_status', { booking, ...stepTo(kind), mechanic: 'Sagar' });
    } else if (claim) {
      this.claims = this.claims.filter((other) => other !== claim);
      if (kind === 'send') await this.send(claim, true);
      if (kind === 'dieAfterSending') await this.send(claim, false);
      if (kind === 'fail')
        await db.keep(
          { at: this.at },
          (tx) => tx`select private.message_failed(${claim.message}, ${claim.attempt}, 'No answer')`,
        );
    }
    this.now += wait * 60_000;
  }

  /** The workers continue until the last window is over. */
  async drain(): Promise<void> {
    this.claims = [];
    while (this.now < Date.parse('2026-11-28T00:00:00+05:30')) {
      this.now += 60 * 60_000;
      const taken = await db.keep({ at: this.at }, (tx) => tx<Claim[]>`select * from private.claim_messages(50)`);
      for (const claim of taken) await this.send(claim, true);
    }
  }

  private async send({ message, attempt }: Claim, isNoted: boolean): Promise<void> {
    const content = await db.keep({ at: this.at }, async (tx) => {
      const [row] = await tx<
        { content: JsonObject | null }[]
      >`select private.message_to_send(${message}, ${attempt}) as content`;
      return row?.content;
    });
    if (!content) return;
    const shown = content['booking'] as { id: string; version: number; status: string };
    const [kind, channel] = [String(content['kind']), String(content['channel'])];
    this.count(`sent ${kind}`);
    // A sent message is true at this moment; after a booking has ended, it is about the end.
    assert.equal(content['version'], shown.version);
    if (this.cancelled.has(shown.id)) assert.equal(kind, 'cancellation');
    assert.equal(kind === 'cancellation', shown.status === 'cancelled');
    assert.equal(kind === 'no_show', shown.status === 'no_show');
    const key = `${shown.id} ${shown.version} ${kind} ${channel}`;
    // Each is sent once, except for messages that a crashed worker could not mark as sent.
    if (this.sent.some((other) => other.key === key)) {
      assert.ok(this.deaths > 0, `${key} twice`);
      this.deaths -= 1;
    }
    this.sent.push({ key, booking: shown.id, kind });
    if (isNoted) await db.keep({ at: this.at }, (tx) => tx`select private.message_sent(${message})`);
    else this.deaths += 1;
  }

  /** At the end: every cancellation was sent by mail and by SMS, as the last message. */
  async checkEnd(): Promise<void> {
    for (const booking of this.cancelled) {
      const told = this.sent.filter((each) => each.booking === booking);
      const ends = new Set(told.filter(({ kind }) => kind === 'cancellation').map(({ key }) => key));
      assert.equal(ends.size, 2, `cancellations of ${booking}`);
      const first = told.findIndex(({ kind }) => kind === 'cancellation');
      assert.ok(told.slice(first).every(({ kind }) => kind === 'cancellation'));
    }
    const left = await db.sql`select id from public.message_outbox where status = 'waiting'`;
    assert.equal(left.length, 0);
  }

  /** The answer, or undefined when it was rejected with a known code. */
  private async call(as: Actor, name: string, args: JsonObject): Promise<JsonObject | undefined> {
    try {
      const answer = await db.keep({ as, at: this.at }, (tx) => rpc(tx, name, args));
      this.count(name);
      return answer;
    } catch (error) {
      assert.ok(error instanceof postgres.PostgresError && error.code.startsWith('PT4'), `${name}: ${String(error)}`);
      return undefined;
    }
  }

  private count(what: string): void {
    met.set(what, (met.get(what) ?? 0) + 1);
  }
}

test('no outdated message is sent, in whatever order events occur', async (t) => {
  t.diagnostic(`PROPERTY_SEED=${seed}`);
  const sequence = fc.array(step, { minLength: 40, maxLength: 60 });
  const property = fc.asyncProperty(sequence, async (steps) => {
    await db.sql`delete from public.service_bookings`;
    const run = new Run();
    for (const each of steps) await run.play(each);
    await run.drain();
    await run.checkEnd();
  });
  await fc.assert(property, { seed, numRuns: runs, endOnFailure: true });
  t.diagnostic(
    [...met]
      .map(([what, times]) => `${what} ${times}`)
      .sort()
      .join(', '),
  );
  for (const what of ['sent confirmation', 'sent change', 'sent cancellation', 'sent reminder_24h', 'sent reminder_2h'])
    assert.ok((met.get(what) ?? 0) > 0, `nothing was ${what}`);
});
