import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { after, afterEach, before, beforeEach, test } from 'node:test';
import { promisify } from 'node:util';
import type { Sql } from 'postgres';
import { openDatabase as openShop, rpc } from '../../supabase/tests/open-database.ts';
import type { TestDatabase } from '../../supabase/tests/open-database.ts';
import { openDatabase } from '../database/open-database.ts';
import { silentLogger } from '../logger.ts';
import { deliverMessages } from '../messages/deliver-messages.ts';
import type { DeliveryOptions } from '../messages/deliver-messages.ts';
import type { SmsMessage } from '../messages/message-adapters.ts';
import { startMessageWorker } from '../messages/message-worker.ts';
import type { MessageWorker } from '../messages/message-worker.ts';
import { runWorker } from '../messages/run-worker.ts';
import { smtpMail } from '../messages/smtp-mail.ts';
import { startScript } from '../testing/child-script.ts';
import { Inbox } from '../testing/inbox.ts';
import { openMailServer } from '../testing/mail-server.ts';
import type { MailServer, ReceivedMail } from '../testing/mail-server.ts';

const from = 'Twostroke <bookings@twostroke.example>';
let db: TestDatabase;
let post: MailServer;
let workers: { worker: MessageWorker; sql: Sql }[] = [];
let warnings: Inbox<string>;
let sms: Inbox<SmsMessage>;

before(async () => {
  db = await openShop();
});
beforeEach(async () => {
  await db.sql`delete from public.service_bookings`;
  post = await openMailServer();
  warnings = new Inbox();
  sms = new Inbox();
});
afterEach(async () => {
  await stopWorkers();
  await post.close();
});
after(() => db.close());

async function optionsOf(more: Partial<DeliveryOptions> = {}): Promise<DeliveryOptions> {
  return {
    sql: await openDatabase(db.server.url('test')),
    smsAdapter: { send: async (message) => sms.put(message) },
    mailAdapter: smtpMail({ url: post.url, from }),
    siteUrl: () => 'https://twostroke.example',
    logger: { info: () => undefined, warn: (text) => warnings.put(text), error: (text) => warnings.put(text) },
    ...more,
  };
}
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

/** Bookings in ten days, far from any reminder, as create_booking leaves them. */
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
/** The part of a mail that calendars act upon. */
function calendarOf({ attachments }: ReceivedMail): { method: string | undefined; text: string } {
  const part = attachments.find(({ mimeType }) => mimeType === 'text/calendar');
  return { method: part?.method, text: new TextDecoder().decode(part?.content as ArrayBuffer) };
}
async function cancel(booking: string): Promise<void> {
  await db.sql`select private.go(${booking}, 'customer', 'cancelled', null)`;
}
/** The messages that are not reminders of some day to come. */
async function states(channel?: 'mail'): Promise<string[]> {
  const rows = await db.sql<{ words: string }[]>`
    select kind || ' ' || channel || ' ' || status as words from public.message_outbox
    where due_at <= now() and channel = coalesce(${channel ?? null}, channel) order by id`;
  return rows.map(({ words }) => words);
}
const due = () => db.sql`
  update public.message_outbox set next_try_at = now(), claimed_until = null where status = 'waiting' and due_at <= now()`;

test('a booking that is made while the worker runs is told at once, by mail with its calendar entry and by SMS', async () => {
  await startWorker();
  const [booking = ''] = await book(1);
  const [mail, text] = await Promise.all([post.mails.next(), sms.next()]);
  await stopWorkers();
  assert.deepEqual(await states(), ['confirmation mail sent', 'confirmation sms sent']);
  assert.deepEqual([mail.from?.address, mail.to?.[0]?.address], ['bookings@twostroke.example', 'asha@example.com']);
  assert.equal(mail.messageId, `<${booking}.0.confirmation@twostroke.example>`);
  const calendar = calendarOf(mail);
  assert.equal(calendar.method, 'REQUEST');
  assert.ok(calendar.text.startsWith('BEGIN:VCALENDAR\nVERSION:2.0\n'));
  assert.ok(calendar.text.includes(`\nUID:${booking}@twostroke\nSEQUENCE:0\n`));
  // The file beside it is the same; mail programs drop the ends of lines that RFC 5545 wants, so as it came.
  assert.ok(mail.attachments.some(({ filename }) => filename === `twostroke-${booking.slice(0, 8)}.ics`));
  const [, base64 = ''] = /application\/ics[^]*?\r\n\r\n([\w+/=\r\n]+)/.exec(mail.source) ?? [];
  assert.equal(Buffer.from(base64, 'base64').toString(), calendar.text.replaceAll('\n', '\r\n'));
  const link = /https:\/\/twostroke\.example\/book-service#manage=([0-9a-f]{64})/;
  const [, token] = link.exec(mail.text ?? '') ?? [];
  assert.equal((await rpc(db.sql, 'get_booking', { manage_token: token ?? '' }))['id'], booking);
  assert.equal(link.exec(text.text)?.[1], token);
  assert.deepEqual([text.to, text.template], ['+919000000012', 'confirmation']);

  await startWorker();
  await cancel(booking);
  const removal = calendarOf(await post.mails.next());
  assert.equal(removal.method, 'CANCEL');
  assert.ok(removal.text.includes(`\nUID:${booking}@twostroke\nSEQUENCE:1\n`));
  assert.ok(removal.text.includes('\nSTATUS:CANCELLED\n'));
});

test('two workers on one database, 200 messages: each is delivered once', async () => {
  await book(100);
  await Promise.all([startWorker(), startWorker()]);
  const keys: string[] = [];
  for (let n = 0; n < 100; n += 1) keys.push((await post.mails.next()).messageId ?? '', (await sms.next()).key ?? '');
  await stopWorkers();
  assert.equal(new Set(keys).size, 200);
  assert.deepEqual([post.mails.size, sms.size], [0, 0]);
  assert.deepEqual(new Set(await states()), new Set(['confirmation mail sent', 'confirmation sms sent']));
  const [row] = await db.sql`select max(attempts) as most from public.message_outbox`;
  assert.equal(row?.['most'], 1);
});

test('a mail server that is down and up again: the mail arrives after all', async () => {
  const { port } = post;
  await post.close();
  await startWorker();
  await book(1);
  assert.match(
    await warnings.next(),
    /^Message \d+ \(confirmation, mail\) was not sent at try 1: tried again later\.$/,
  );
  assert.deepEqual(await states('mail'), ['confirmation mail waiting']);
  const [row] =
    await db.sql`select last_error, next_try_at > now() as later from public.message_outbox where attempts > 0 and channel = 'mail'`;
  assert.match(String(row?.['last_error']), /ECONNREFUSED/);
  assert.equal(row?.['later'], true);
  post = await openMailServer(port);
  await due();
  await db.sql`select pg_notify('message_outbox', '')`;
  assert.equal((await post.mails.next()).to?.[0]?.address, 'asha@example.com');
  await stopWorkers();
  assert.deepEqual(await states(), ['confirmation mail sent', 'confirmation sms sent']);
});

/** Somebody in line for the workshop in ten days, where the only place is taken until the hold runs out. */
async function waitFor(place: { heldFor: string }): Promise<void> {
  await db.sql`delete from public.waitlist`;
  await db.sql`delete from private.slot_holds`;
  await db.sql`
    insert into public.capacities (mode, weekday, window_start, places) values ('workshop', null, '11:00', 1)
    on conflict do nothing`;
  await db.sql.unsafe(`
    with hold as (
      insert into private.slot_holds (request_id, mode, booking_date, booking_time, window_end, windows, next_day, held_at, expires_at)
      values (gen_random_uuid(), 'workshop', private.today() + 10, '11:00', '13:00', 1, false, now(), now() + interval '${place.heldFor}')
      returning *
    )
    insert into public.booking_places (booking_date, window_start, mode, seat, hold_id, held_until)
    select booking_date, booking_time, mode, 1, id, expires_at from hold`);
  await db.sql`
    insert into public.waitlist (
      request_id, mode, booking_date, booking_time, window_end, model_id, bike_name, items, windows, next_day,
      customer_name, phone, created_at, leave_hash
    ) values (
      gen_random_uuid(), 'workshop', private.today() + 10, '11:00', '13:00', 'royal-enfield/classic-350',
      'Royal Enfield Classic 350', '[]', 1, false, 'Ravi Kale', '+919000000088', now(), sha256('leave')
    )`;
}

test('a place that is given back while workers sleep is offered at once, by one of them', async () => {
  await waitFor({ heldFor: '10 minutes' });
  await Promise.all([startWorker(), startWorker(), startWorker(), startWorker()]);
  await db.sql.begin(async (tx) => {
    await tx`select private.lock_day('workshop', private.today() + 10)`;
    await tx`select private.end_hold(h, 'released') from private.slot_holds h`;
  });
  const text = await sms.next();
  assert.deepEqual([text.to, text.template], ['+919000000088', 'place_free']);
  assert.match(text.text, /Book it here: https:\/\/twostroke\.example\/book-service#claim=[0-9a-f]{64}$/);
  await stopWorkers();
  assert.equal(sms.size, 0);
  const [row] = await db.sql`select state, offer_ends_at - offered_at as lasts from public.waitlist`;
  assert.deepEqual({ ...row }, { state: 'offered', lasts: '00:20:00' });
});

test('a hold that runs out by itself is noticed when it does, without looking all the time', async () => {
  await waitFor({ heldFor: '2 seconds' });
  let looks = 0;
  const { sql } = await optionsOf();
  const counting = new Proxy(sql, {
    apply(target, self, args: [TemplateStringsArray, ...never[]]) {
      if (args[0].join('').includes('offer_waitlist_places')) looks += 1;
      return Reflect.apply(target, self, args) as unknown;
    },
  });
  await startWorker({ sql: counting });
  assert.equal((await sms.next()).template, 'place_free');
  // At the start, when it is due, once more because something changed, and for the message that this has written.
  assert.ok(looks <= 6, `${looks} looks`);
});

test('a worker that is killed after handing a mail over: it comes again, with the same Message-ID', async () => {
  await book(1);
  const { child, firstLine, ended } = await startScript('die-while-sending.ts', db.server.url('test'), post.url);
  assert.equal(firstLine, 'handed over');
  child.kill('SIGKILL');
  await ended;
  // The mail is what it died of; the SMS may have been noted before or not.
  await db.sql`delete from public.message_outbox where channel = 'sms'`;
  const first = await post.mails.next();
  const options = await optionsOf();
  try {
    // Nobody else takes it while the dead worker could still be at it.
    assert.equal(await deliverMessages(options), 0);
    assert.deepEqual(await states(), ['confirmation mail waiting']);
    await due();
    assert.equal(await deliverMessages(options), 1);
  } finally {
    await options.sql.end({ timeout: 2 });
  }
  assert.equal((await post.mails.next()).messageId, first.messageId);
  assert.deepEqual(await states(), ['confirmation mail sent']);
});

test('a cancellation between taking a message and sending it: only the cancellation is sent', async () => {
  const [booking = ''] = await book(1, null);
  const options = await optionsOf();
  let isCancelled = false;
  // The database as it is, but for somebody who cancels right before the worker asks what to send.
  const sql = (async (strings: TemplateStringsArray, ...values: never[]) => {
    if (!isCancelled && strings.join('').includes('message_to_send')) {
      isCancelled = true;
      await cancel(booking);
    }
    return options.sql(strings, ...values);
  }) as unknown as Sql;
  await deliverMessages({ ...options, sql });
  await deliverMessages(options);
  await options.sql.end({ timeout: 2 });
  assert.equal((await sms.next()).template, 'cancellation');
  assert.equal(sms.size, 0);
  assert.deepEqual(await states(), ['confirmation sms dropped', 'cancellation sms sent']);
});

test('a cancellation does not overtake a confirmation that is being sent', async () => {
  const [booking = ''] = await book(1, null);
  const told: string[] = [];
  let goOn = (): void => undefined;
  const isOpen = new Promise<void>((resolve) => (goOn = resolve));
  const started = new Inbox<string>();
  const smsAdapter = {
    async send({ template }: SmsMessage) {
      started.put(template);
      if (template === 'confirmation') await isOpen;
      told.push(template);
    },
  };
  await Promise.all([startWorker({ smsAdapter }), startWorker({ smsAdapter })]);
  assert.equal(await started.next(), 'confirmation');
  await cancel(booking);
  const other = await optionsOf({ smsAdapter });
  assert.equal(await deliverMessages(other), 0);
  await other.sql.end({ timeout: 2 });
  goOn();
  assert.equal(await started.next(), 'cancellation');
  await stopWorkers();
  assert.deepEqual(told, ['confirmation', 'cancellation']);
  assert.deepEqual(await states(), ['confirmation sms sent', 'cancellation sms sent']);
});

test('a mailbox that does not exist is given up at once, and tried again when an admin says so', async () => {
  post.unknown.add('asha@example.com');
  await startWorker();
  const [booking = ''] = await book(1);
  assert.match(await warnings.next(), /\(confirmation, mail\) was not sent at try 1: given up\.$/);
  assert.deepEqual(await states('mail'), ['confirmation mail failed']);
  post.unknown.clear();
  const admin = await db.addUser(`admin${booking.slice(0, 4)}@example.com`);
  await db.sql`insert into public.user_roles values (${admin}, 'admin')`;
  const [row] = await db.sql<{ id: string }[]>`select id from public.message_outbox where status = 'failed'`;
  await db.keep({ as: { user: admin } }, (tx) => rpc(tx, 'retry_message', { message: row?.id ?? '' }));
  await post.mails.next();
  await stopWorkers();
  assert.deepEqual(await states('mail'), ['confirmation mail sent']);
});

test('closing finishes what is under way and takes nothing more', async () => {
  await book(6, null);
  const begun = new Inbox<string>();
  let goOn = (): void => undefined;
  const isOpen = new Promise<void>((resolve) => (goOn = resolve));
  const worker = await startWorker({
    smsAdapter: {
      async send({ key = '' }) {
        begun.put(key);
        await isOpen;
      },
    },
  });
  for (let n = 0; n < 4; n += 1) await begun.next();
  const closed = worker.close();
  goOn();
  await closed;
  assert.equal(begun.size, 0);
  const all = await states();
  assert.equal(all.filter((state) => state.endsWith('sent')).length, 4);
  assert.equal(all.filter((state) => state.endsWith('waiting')).length, 2);
  const [row] = await db.sql`select count(claimed_until)::int as held from public.message_outbox`;
  assert.equal(row?.['held'], 0);
});

test('a message that cannot be made fails like one that cannot be sent, and holds up no other', async () => {
  const [broken = ''] = await book(2, null);
  await db.sql`delete from private.manage_tokens where booking_id = ${broken}`;
  await startWorker();
  await Promise.all([warnings.next(), sms.next()]);
  await stopWorkers();
  assert.deepEqual((await states()).sort(), ['confirmation sms sent', 'confirmation sms waiting']);
});

test('a worker whose connections break goes on as soon as the database answers', async () => {
  await startWorker();
  await book(1, null);
  await sms.next();
  // When it sleeps, which is when connections break unseen.
  for (let isAsleep = false; !isAsleep;) {
    const [row] = await db.sql<{ asleep: boolean }[]>`
      select bool_and(state = 'idle') and bool_or(query like '%seconds_to_next_message%') as asleep
      from pg_stat_activity where application_name = 'twostroke-backend'`;
    isAsleep = row?.asleep ?? false;
  }
  const broken = await db.sql`
    select pg_terminate_backend(pid) from pg_stat_activity where application_name = 'twostroke-backend'`;
  assert.ok(broken.length > 1);
  await book(1, null);
  await sms.next();
});

test('npm run worker -- --once sends what is due and ends; without its settings it says what is missing', async () => {
  await book(2);
  const settings = { DATABASE_URL: db.server.url('test'), SITE_URL: 'https://twostroke.example' };
  const mail = { TWOSTROKE_SMTP_URL: post.url, TWOSTROKE_MAIL_FROM: from };
  const refusals: [NodeJS.ProcessEnv, RegExp][] = [
    [{ SITE_URL: settings.SITE_URL }, /^Error: DATABASE_URL is missing/],
    [{ DATABASE_URL: settings.DATABASE_URL }, /^Error: SITE_URL is missing/],
    [{ ...settings, TWOSTROKE_SMTP_URL: post.url }, /TWOSTROKE_MAIL_FROM \(the sender\) is missing/],
    [{ ...settings, TWOSTROKE_MAIL_FROM: from }, /TWOSTROKE_SMTP_URL \(the server\) is missing/],
    [{ ...settings, ...mail, TWOSTROKE_SMTP_URL: 'mail.example.com' }, /^Error: TWOSTROKE_SMTP_URL must look like/],
    [{ ...settings, ...mail, TWOSTROKE_MAIL_FROM: 'Twostroke' }, /^Error: TWOSTROKE_MAIL_FROM must look like/],
  ];
  for (const [env, sentence] of refusals) await assert.rejects(runWorker([], env, silentLogger), sentence);
  await assert.rejects(runWorker(['--twice'], { ...settings, ...mail }, silentLogger), /no option --twice/);

  const command = join(import.meta.dirname, '../../commands/worker.mjs');
  const { stdout } = await promisify(execFile)(process.execPath, [command, '--once'], {
    env: { ...process.env, ...settings, ...mail },
  });
  assert.match(stdout, /\[SMS to \+919000000012\] Twostroke, booking/);
  assert.match(stdout, /Messages sent: 4\./);
  for (let n = 0; n < 2; n += 1) assert.match((await post.mails.next()).subject ?? '', /^Booked: /);
});
