import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { after, beforeEach } from 'node:test';
import { bookingRequest, cart, mondayMorning } from './booking-request.ts';
import { openDatabase, rpc } from './open-database.ts';
import type { Actor, JsonObject } from './open-database.ts';

interface Booked {
  id: string;
  manage_token: string;
}

/** Minutes after the window is full. */
export const minutesLater = (minutes: number): string =>
  new Date(Date.parse(mondayMorning) + minutes * 60_000).toISOString();

/** A job that takes two windows. */
export const long = { items: cart('general-service') };

/** The code and the hint of a rejection. */
/** The gate on Tuesday at 11 before each test of the file: three places, all booked, on Monday at 8. */
export async function openFullWindow() {
  const db = await openDatabase({ connections: 12 });
  const admin: Actor = { user: await db.addUser('admin@example.com') };
  const customer: Actor = { user: await db.addUser('customer@example.com') };
  await db.sql`select public.make_owner(${admin.user})`;
  /** The three bookings. */
  const full: Booked[] = [];

  beforeEach(async () => {
    await db.sql.unsafe(`
      delete from public.service_bookings; delete from public.waitlist; delete from private.slot_holds;
      delete from public.weather_days; delete from public.capacities where weekday is not null;`);
    full.splice(0, full.length, ...(await Promise.all([1, 2, 3].map(() => book()))));
  });
  after(() => db.close());

  function call(name: string, args: JsonObject, at = mondayMorning, as: Actor = 'anon'): Promise<JsonObject> {
    return db.keep({ as, at }, (tx) => rpc(tx, name, args));
  }

  async function book(changes: JsonObject = {}, at = mondayMorning): Promise<Booked> {
    return (await call('create_booking', { request: bookingRequest(changes) }, at)) as JsonObject & Booked;
  }

  /** The customer cancels a booking. */
  async function cancel({ id, manage_token }: Booked, at = mondayMorning): Promise<void> {
    await call('cancel_booking', { booking: id, manage_token }, at);
  }

  let lastPhone = 9_000_001_000;
  /** A request to join the waitlist of that window, each of another number. */
  const wish = (changes: JsonObject = {}): JsonObject => ({
    request_id: randomUUID(),
    mode: 'doorstep',
    date: '2026-11-24',
    time: '11:00',
    model: 'royal-enfield/classic-350',
    items: cart('oil-change'),
    name: 'Ravi Kale',
    phone: String((lastPhone += 1)),
    email: 'ravi@example.com',
    ...changes,
  });

  /** Joins the waitlist. */
  function join(changes: JsonObject = {}, at = mondayMorning, as: Actor = 'anon'): Promise<JsonObject> {
    return call('join_waitlist', { request: wish(changes) }, at, as);
  }

  /** Makes offers like a worker: calls until there is nothing left to offer. */
  async function offer(at = mondayMorning): Promise<number> {
    for (let all = 0; ;) {
      const [row] = await db.keep({ at }, (tx) => tx<{ n: number }[]>`select private.offer_waitlist_places() as n`);
      if (!row?.n) return all;
      all += row.n;
    }
  }

  /** The state of each entry, in the order in which they joined. */
  async function states(): Promise<string[]> {
    const rows = await db.sql<{ state: string }[]>`select state from public.waitlist order by created_at, id`;
    return rows.map(({ state }) => state);
  }

  /** The link of the only unsent offer, as the worker sends it. */
  async function claimToken(at = mondayMorning): Promise<string> {
    const tokens = await db.keep({ at }, async (tx) => {
      const claims = await tx<
        { message: string; attempt: number; kind: string }[]
      >`select * from private.claim_messages(50)`;
      const found: string[] = [];
      for (const { message, attempt } of claims) {
        const [row] = await tx<
          { content: JsonObject | null }[]
        >`select private.message_to_send(${message}, ${attempt}) as content`;
        if (row?.content?.['kind'] === 'place_free') found.push(String(row.content['claim_token']));
        await tx`select private.message_sent(${message})`;
      }
      return found;
    });
    assert.equal(new Set(tokens).size, 1);
    return tokens[0] ?? '';
  }

  /** How many places of the window are taken. */
  async function taken(): Promise<number> {
    const [row] = await db.sql<{ n: number }[]>`
      select count(*)::int as n from public.booking_places
      where booking_date = '2026-11-24' and mode = 'doorstep' and window_start = '11:00'`;
    return row?.n ?? 0;
  }

  return { db, admin, customer, full, call, book, cancel, wish, join, offer, states, claimToken, taken };
}
