import { after, afterEach, beforeEach } from 'node:test';
import type { Sql } from 'postgres';
import { openDatabase as openShop } from '../../supabase/tests/open-database.ts';
import { openDatabase } from '../../backend/database/open-database.ts';
import type { SmsMessage } from '../../backend/adapters/message-adapters.ts';
import { smtpMail } from '../../backend/adapters/smtp-mail.ts';
import { Inbox } from '../../backend/testing/inbox.ts';
import type { DeliveryOptions } from '../messages/deliver-messages.ts';
import { startMessageWorker } from '../messages/message-worker.ts';
import type { MessageWorker } from '../messages/message-worker.ts';
import { openMailServer } from './mail-server.ts';
import type { MailServer, ReceivedMail } from './mail-server.ts';

/** The sender of every mail. */
export const from = 'Twostroke <bookings@twostroke.example>';

/** What a test reads: the mail server, the warnings of workers, and the SMS that were sent. New for each test. */
interface Given {
  post: MailServer;
  warnings: Inbox<string>;
  sms: Inbox<SmsMessage>;
}

/** The part of a mail that calendars process. */
export function calendarOf({ attachments }: ReceivedMail): { method: string | undefined; text: string } {
  const part = attachments.find(({ mimeType }) => mimeType === 'text/calendar');
  return { method: part?.method, text: new TextDecoder().decode(part?.content as ArrayBuffer) };
}

/** A database with message workers on it, in which the number of bookings is proven. Empties it before each test of the file and closes all of it afterwards. */
export async function openMessageWorkers() {
  const db = await openShop();
  const newlyGiven = async (): Promise<Given> => ({
    post: await openMailServer(),
    warnings: new Inbox(),
    sms: new Inbox(),
  });
  const given = await newlyGiven();
  let workers: { worker: MessageWorker; sql: Sql }[] = [];

  beforeEach(async () => {
    await db.sql`delete from public.service_bookings`;
    await db.sql`
      insert into private.proven_numbers values ('+919000000012', now()) on conflict (phone) do nothing`;
  });
  afterEach(async () => {
    await stopWorkers();
    await given.post.close();
    Object.assign(given, await newlyGiven());
  });
  after(async () => {
    await given.post.close();
    await db.close();
  });

  /** The options of a worker that sends to the test's mail server and SMS list. */
  async function optionsOf(more: Partial<DeliveryOptions> = {}): Promise<DeliveryOptions> {
    return {
      sql: await openDatabase(db.server.url('test')),
      smsAdapter: { send: async (message) => given.sms.put(message) },
      mailAdapter: smtpMail({ url: given.post.url, from }),
      siteUrl: () => 'https://twostroke.example',
      logger: {
        info: () => undefined,
        warn: (text) => given.warnings.put(text),
        error: (text) => given.warnings.put(text),
      },
      ...more,
    };
  }

  /** Starts a worker, which is closed after the test. */
  async function startWorker(more: Partial<DeliveryOptions> = {}): Promise<MessageWorker> {
    const options = await optionsOf(more);
    const worker = startMessageWorker(options);
    workers.push({ worker, sql: options.sql });
    return worker;
  }

  async function stopWorkers(): Promise<void> {
    await Promise.all(workers.map(({ worker }) => worker.close()));
    await Promise.all(workers.map(({ sql }) => sql.end({ timeout: 2 })));
    workers = [];
  }

  /** Bookings in ten days, long before any reminder, as create_booking writes them. */
  async function book(count: number, email: string | null = 'asha@example.com'): Promise<string[]> {
    return db.sql.begin(async (tx) => {
      const rows = await tx<{ id: string }[]>`
        insert into public.service_bookings (
          request_id, customer_name, phone, email, brand_slug, model_id, bike_name, mode, booking_date, booking_time,
          window_end, minutes, windows, ready_date, estimated_price, status
        )
        select gen_random_uuid(), 'Asha Kulkarni', '+919000000012', ${email}, 'royal-enfield', 'royal-enfield/classic-350',
          'Royal Enfield Classic 350', 'workshop', current_date + 10, '11:00', '13:00', 60, 1, current_date + 10, 999,
          'confirmed'
        from generate_series(1, ${count}::int) returning id`;
      await tx`
        insert into private.manage_tokens
        select b.id, private.hash_token(private.manage_token(b.request_id)) from public.service_bookings b
        on conflict do nothing`;
      return rows.map(({ id }) => id);
    });
  }
  /** The shop cancels a booking. */
  async function cancel(booking: string): Promise<void> {
    await db.sql`select private.transition_booking(${booking}, 'admin', 'cancelled', null)`;
  }
  /** The messages except future reminders. */
  async function states(channel?: 'mail'): Promise<string[]> {
    const rows = await db.sql<{ words: string }[]>`
      select kind || ' ' || channel || ' ' || status as words from public.message_outbox
      where due_at <= now() and channel = coalesce(${channel ?? null}, channel) order by id`;
    return rows.map(({ words }) => words);
  }
  /** Makes waiting messages due now. */
  const makeDue = () => db.sql`
    update public.message_outbox set next_try_at = now(), claimed_until = null where status = 'waiting' and due_at <= now()`;

  /**
   * A waitlist entry for the workshop in about ten days, whose only place is held until the hold expires.
   * @returns the day, the first from then on that has a window at 11:00
   */
  async function waitFor(place: { heldFor: string }): Promise<string> {
    const [first] = await db.sql<{ day: string }[]>`
      select min(day)::text as day
      from private.slots('workshop', private.today() + 10, private.last_bookable_day(), 1, false)
      where starts = '11:00' and free > 0`;
    const day = first?.day ?? '';
    await db.sql`delete from public.waitlist`;
    await db.sql`delete from private.slot_holds`;
    await db.sql`
      insert into private.proven_numbers values ('+919000000088', now()) on conflict (phone) do nothing`;
    await db.sql`
      insert into public.capacities (mode, weekday, window_start, places) values ('workshop', null, '11:00', 1)
      on conflict do nothing`;
    await db.sql.unsafe(`
      with hold as (
        insert into private.slot_holds (request_id, mode, booking_date, booking_time, window_end, windows, next_day, held_at, expires_at)
        values (gen_random_uuid(), 'workshop', '${day}', '11:00', '13:00', 1, false, now(), now() + interval '${place.heldFor}')
        returning *
      )
      insert into public.booking_places (booking_date, window_start, mode, seat, hold_id, held_until)
      select booking_date, booking_time, mode, 1, id, expires_at from hold`);
    await db.sql`
      insert into public.waitlist (
        request_id, mode, booking_date, booking_time, window_end, model_id, bike_name, items, windows, next_day,
        customer_name, phone, created_at, leave_hash
      ) values (
        gen_random_uuid(), 'workshop', ${day}, '11:00', '13:00', 'royal-enfield/classic-350',
        'Royal Enfield Classic 350', '[]', 1, false, 'Ravi Kale', '+919000000088', now(), sha256('leave')
      )`;
    return day;
  }

  return { db, given, optionsOf, startWorker, stopWorkers, book, cancel, states, makeDue, waitFor };
}
