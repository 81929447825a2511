import { after, beforeEach } from 'node:test';
import { bookingRequest, mondayMorning, proveNumber } from './booking-request.ts';
import { openDatabase, rpc } from './open-database.ts';
import type { Actor, JsonObject } from './open-database.ts';
import { clearPayments } from './payment-events.ts';
import { checkInFor, stepTo } from './workshop.ts';

/** An e-mail address for a request. */
export const withMail = { email: 'asha@example.com' };

/** A message that a worker has claimed. */
export interface Claim {
  message: string;
  attempt: number;
  kind: string;
  channel: string;
}

/**
 * A database without bookings at the start of each test of the file, and functions that write and send messages. The
 * number of bookings is proven.
 */
export async function openOutbox() {
  const db = await openDatabase();
  const owner: Actor = { user: await db.addUser('owner@example.com') };
  const admin: Actor = { user: await db.addUser('admin@example.com') };
  await db.sql`select public.make_owner(${admin.user})`;

  beforeEach(async () => {
    await clearPayments(db.sql);
    await db.sql`delete from public.callback_requests`;
    await db.sql`delete from private.proven_numbers`;
    await proveNumber(db.sql);
    await db.sql`delete from public.weather_days`;
  });
  after(() => db.close());

  function call(as: Actor, name: string, args: JsonObject, at = mondayMorning): Promise<JsonObject> {
    return db.keep({ as, at }, (tx) => rpc(tx, name, args));
  }

  /** Books as the owner. */
  async function book(changes: JsonObject = {}, at = mondayMorning): Promise<string> {
    return String((await call(owner, 'create_booking', { request: bookingRequest(changes) }, at))['id']);
  }

  /** Every message of a booking, as a sentence: version, kind, channel, status and due time. */
  async function messages(booking: string): Promise<string[]> {
    const rows = await db.sql<{ words: string }[]>`
      select concat_ws(' ', version, kind, channel, status, to_char(due_at at time zone 'Asia/Kolkata', 'DD HH24:MI')) as words
      from public.message_outbox where booking_id = ${booking} order by id`;
    return rows.map(({ words }) => words);
  }

  /** The waiting messages, without the status. */
  const waiting = async (booking: string): Promise<string[]> =>
    (await messages(booking))
      .filter((words) => words.includes(' waiting '))
      .map((words) => words.replace(' waiting', ''));

  /** What a worker claims. */
  async function claim(at: string, max = 100): Promise<Claim[]> {
    const rows = await db.keep(
      { at },
      (tx) => tx<Claim[]>`select * from private.claim_messages(${max}) order by message`,
    );
    return [...rows];
  }

  /** The content of a claimed message, or null when it is dropped. */
  async function toSend({ message, attempt }: Claim, at: string): Promise<JsonObject | null> {
    const [row] = await db.keep(
      { at },
      (tx) => tx<{ content: JsonObject | null }[]>`select private.message_to_send(${message}, ${attempt}) as content`,
    );
    return row?.content ?? null;
  }

  /** A worker records that it sent a message. */
  async function sent({ message }: Claim, at: string): Promise<void> {
    await db.keep({ at }, (tx) => tx`select private.message_sent(${message})`);
  }

  /** A worker records that it could not send a message. */
  async function failed({ message, attempt }: Claim, at: string, forGood = false): Promise<string | null> {
    const [row] = await db.keep(
      { at },
      (tx) => tx<{ status: string | null }[]>`
        select private.message_failed(${message}, ${attempt}, 'No answer', ${forGood}) as status`,
    );
    return row?.status ?? null;
  }

  /** Sends the due messages and returns them as sentences. */
  async function deliver(at: string): Promise<string[]> {
    const told: string[] = [];
    for (const one of await claim(at)) {
      if ((await toSend(one, at)) === null) continue;
      await sent(one, at);
      told.push(`${one.kind} ${one.channel}`);
    }
    return told.sort();
  }

  /** An admin takes a booking to a status. */
  const status = async (booking: string, to: string, at = mondayMorning): Promise<unknown> => {
    await checkInFor(to, db.sql);
    return call(admin, 'set_booking_status', { booking, ...stepTo(to), mechanic: 'Sagar' }, at);
  };

  return { db, owner, admin, call, book, messages, waiting, claim, toSend, sent, failed, deliver, status };
}
