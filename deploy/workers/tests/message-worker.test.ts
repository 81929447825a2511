import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { test } from 'node:test';
import { promisify } from 'node:util';
import { rpc } from '../../supabase/tests/open-database.ts';
import { silentLogger } from '../../backend/logger.ts';
import { deliverMessages } from '../messages/deliver-messages.ts';
import type { SmsMessage } from '../../backend/adapters/message-adapters.ts';
import { runWorker } from '../messages/run-worker.ts';
import { calendarOf, from, openMessageWorkers } from '../testing/message-workers.ts';
import { startScript } from '../../backend/testing/child-script.ts';
import { Inbox } from '../../backend/testing/inbox.ts';
import { openMailServer } from '../testing/mail-server.ts';

const { db, given, optionsOf, startWorker, stopWorkers, book, cancel, states, makeDue, waitFor } =
  await openMessageWorkers();

test('a running worker sends a new booking at once, by mail with its calendar entry and by SMS', async () => {
  await startWorker();
  const [booking = ''] = await book(1);
  const [mail, text] = await Promise.all([given.post.mails.next(), given.sms.next()]);
  await stopWorkers();
  assert.deepEqual(await states(), ['confirmation mail sent', 'confirmation sms sent']);
  assert.deepEqual([mail.from?.address, mail.to?.[0]?.address], ['bookings@twostroke.example', 'asha@example.com']);
  assert.equal(mail.messageId, `<${booking}.0.confirmation@twostroke.example>`);
  const calendar = calendarOf(mail);
  assert.equal(calendar.method, 'REQUEST');
  assert.ok(calendar.text.startsWith('BEGIN:VCALENDAR\nVERSION:2.0\n'));
  assert.ok(calendar.text.includes(`\nUID:${booking}@twostroke\nSEQUENCE:0\n`));
  // The attached file is the same. Compared as received: mail programs drop the line ends that RFC 5545 requires.
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
  const removal = calendarOf(await given.post.mails.next());
  assert.equal(removal.method, 'CANCEL');
  assert.ok(removal.text.includes(`\nUID:${booking}@twostroke\nSEQUENCE:1\n`));
  assert.ok(removal.text.includes('\nSTATUS:CANCELLED\n'));
});

test('two workers on one database deliver each of 200 messages once', async () => {
  await book(100);
  await Promise.all([startWorker(), startWorker()]);
  const keys: string[] = [];
  for (let n = 0; n < 100; n += 1)
    keys.push((await given.post.mails.next()).messageId ?? '', (await given.sms.next()).key ?? '');
  await stopWorkers();
  assert.equal(new Set(keys).size, 200);
  assert.deepEqual([given.post.mails.size, given.sms.size], [0, 0]);
  assert.deepEqual(new Set(await states()), new Set(['confirmation mail sent', 'confirmation sms sent']));
  const [row] = await db.sql`select max(attempts) as most from public.message_outbox`;
  assert.equal(row?.['most'], 1);
});

test('a worker claims as many messages as it asks for, however the database plans it', async () => {
  await book(6, null);
  const claimed = await db.sql.begin(async (tx) => {
    // A plan that joins row by row, as statistics may suggest at any time.
    for (const way of ['hashjoin', 'mergejoin', 'hashagg', 'sort', 'material', 'memoize'])
      await tx.unsafe(`set local enable_${way} = off`);
    return tx`select * from private.claim_messages(1)`;
  });
  assert.equal(claimed.length, 1);
});

test('a mail is delivered after an outage of the mail server', async () => {
  const { port } = given.post;
  await given.post.close();
  await startWorker();
  await book(1);
  assert.match(
    await given.warnings.next(),
    /^Message \d+ \(confirmation, mail\) was not sent at attempt 1: it will be retried\.$/,
  );
  assert.deepEqual(await states('mail'), ['confirmation mail waiting']);
  const [row] =
    await db.sql`select last_error, next_try_at > now() as later from public.message_outbox where attempts > 0 and channel = 'mail'`;
  assert.match(String(row?.['last_error']), /ECONNREFUSED/);
  assert.equal(row?.['later'], true);
  given.post = await openMailServer(port);
  await makeDue();
  await db.sql`select pg_notify('message_outbox', '')`;
  assert.equal((await given.post.mails.next()).to?.[0]?.address, 'asha@example.com');
  await stopWorkers();
  assert.deepEqual(await states(), ['confirmation mail sent', 'confirmation sms sent']);
});

test('a released place is offered at once, by one of several idle workers', async () => {
  const day = await waitFor({ heldFor: '10 minutes' });
  await Promise.all([startWorker(), startWorker(), startWorker(), startWorker()]);
  await db.sql.begin(async (tx) => {
    await tx`select private.lock_day('workshop', ${day})`;
    await tx`select private.end_hold(h, 'released') from private.slot_holds h`;
  });
  const text = await given.sms.next();
  assert.deepEqual([text.to, text.template], ['+919000000088', 'place_free']);
  assert.match(text.text, /Book it here: https:\/\/twostroke\.example\/book-service#claim=[0-9a-f]{64}$/);
  await stopWorkers();
  assert.equal(given.sms.size, 0);
  const [row] = await db.sql`select state, offer_ends_at - offered_at as lasts from public.waitlist`;
  assert.deepEqual({ ...row }, { state: 'offered', lasts: '00:20:00' });
});

test('an expired hold is noticed when it expires, without polling', async () => {
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
  assert.equal((await given.sms.next()).template, 'place_free');
  // It polls at the start, when the hold expires, after the change, and for the message that the change wrote.
  assert.ok(looks <= 6, `${looks} looks`);
});

test('after a worker is killed while sending, the mail is sent again with the same Message-ID', async () => {
  await book(1);
  const { child, firstLine, ended } = await startScript(
    '../../workers/testing/die-while-sending.ts',
    db.server.url('test'),
    given.post.url,
  );
  assert.equal(firstLine, 'handed over');
  child.kill('SIGKILL');
  await ended;
  // It was killed while sending the mail; the SMS may have been recorded before or not.
  await db.sql`delete from public.message_outbox where channel = 'sms'`;
  const first = await given.post.mails.next();
  const options = await optionsOf();
  try {
    // No other worker claims it while the dead worker could still be sending it.
    assert.equal(await deliverMessages(options), 0);
    assert.deepEqual(await states(), ['confirmation mail waiting']);
    await makeDue();
    assert.equal(await deliverMessages(options), 1);
  } finally {
    await options.sql.end({ timeout: 2 });
  }
  assert.equal((await given.post.mails.next()).messageId, first.messageId);
  assert.deepEqual(await states(), ['confirmation mail sent']);
});

test('when a booking is cancelled between claiming and sending a message, only the cancellation is sent', async () => {
  const [booking = ''] = await book(1, null);
  const options = await optionsOf();
  let isCancelled = false;
  // The real database, except that the booking is cancelled right before the worker asks what to send.
  const sql = new Proxy(options.sql, {
    apply: async (query, self, [strings, ...values]: [TemplateStringsArray, ...unknown[]]) => {
      if (!isCancelled && strings.join('').includes('message_to_send')) {
        isCancelled = true;
        await cancel(booking);
      }
      return Reflect.apply(query, self, [strings, ...values]) as unknown;
    },
  });
  await deliverMessages({ ...options, sql });
  await deliverMessages(options);
  await options.sql.end({ timeout: 2 });
  assert.equal((await given.sms.next()).template, 'cancellation');
  assert.equal(given.sms.size, 0);
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

test('a mailbox that does not exist is not retried until an admin asks for it', async () => {
  given.post.unknown.add('asha@example.com');
  await startWorker();
  const [booking = ''] = await book(1);
  assert.match(await given.warnings.next(), /\(confirmation, mail\) was not sent at attempt 1: given up\.$/);
  assert.deepEqual(await states('mail'), ['confirmation mail failed']);
  given.post.unknown.clear();
  const admin = await db.addUser(`admin${booking.slice(0, 4)}@example.com`);
  await db.sql`select public.make_owner(${admin})`;
  const [row] = await db.sql<{ id: string }[]>`select id from public.message_outbox where status = 'failed'`;
  await db.keep({ as: { user: admin } }, (tx) => rpc(tx, 'retry_message', { message: row?.id ?? '' }));
  await given.post.mails.next();
  await stopWorkers();
  assert.deepEqual(await states('mail'), ['confirmation mail sent']);
});

test('closing finishes messages that are being sent and claims no more', async () => {
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

test('a message that cannot be composed fails like one that cannot be sent, and blocks no other', async () => {
  const [broken = ''] = await book(2, null);
  await db.sql`delete from private.manage_tokens where booking_id = ${broken}`;
  await startWorker();
  await Promise.all([given.warnings.next(), given.sms.next()]);
  await stopWorkers();
  assert.deepEqual((await states()).sort(), ['confirmation sms sent', 'confirmation sms waiting']);
});

test('a worker whose connections break continues as soon as the database answers', async () => {
  await startWorker();
  await book(1, null);
  await given.sms.next();
  // While it is idle: broken connections are not noticed then.
  for (let isAsleep = false; !isAsleep;) {
    const [row] = await db.sql<{ asleep: boolean }[]>`
      select bool_and(state = 'idle') and bool_or(query like '%seconds_to_next_message%') as asleep
      from pg_stat_activity where application_name = 'twostroke-backend' and datname = current_database()`;
    isAsleep = row?.asleep ?? false;
  }
  const broken = await db.sql`
    select pg_terminate_backend(pid) from pg_stat_activity
    where application_name = 'twostroke-backend' and datname = current_database()`;
  assert.ok(broken.length > 1);
  await book(1, null);
  await given.sms.next();
});

test('npm run worker -- --once sends what is due and exits; without its settings it names what is missing', async () => {
  await book(2);
  const settings = { DATABASE_URL: db.server.url('test'), SITE_URL: 'https://twostroke.example' };
  const mail = { TWOSTROKE_SMTP_URL: given.post.url, TWOSTROKE_MAIL_FROM: from };
  const refusals: [NodeJS.ProcessEnv, RegExp][] = [
    [{ SITE_URL: settings.SITE_URL }, /^Error: DATABASE_URL is missing/],
    [{ DATABASE_URL: settings.DATABASE_URL }, /^Error: SITE_URL is missing/],
    [{ ...settings, TWOSTROKE_SMTP_URL: given.post.url }, /TWOSTROKE_MAIL_FROM \(the sender\) is missing/],
    [{ ...settings, TWOSTROKE_MAIL_FROM: from }, /TWOSTROKE_SMTP_URL \(the server\) is missing/],
    [{ ...settings, ...mail, TWOSTROKE_SMTP_URL: 'mail.example.com' }, /^Error: TWOSTROKE_SMTP_URL must look like/],
    [{ ...settings, ...mail, TWOSTROKE_MAIL_FROM: 'Twostroke' }, /^Error: TWOSTROKE_MAIL_FROM must look like/],
  ];
  for (const [env, sentence] of refusals) await assert.rejects(runWorker([], env, silentLogger), sentence);
  await assert.rejects(
    runWorker(['--twice'], { ...settings, ...mail }, silentLogger),
    /^Error: npm run worker has no option --twice\. Its option is --once\.$/,
  );

  const command = join(import.meta.dirname, '../../commands/worker.mjs');
  const { stdout } = await promisify(execFile)(process.execPath, [command, '--once'], {
    env: { ...process.env, ...settings, ...mail, TWOSTROKE_SHOW_MESSAGES: '1' },
  });
  assert.match(stdout, /\[SMS to \+919000000012\] Twostroke, booking/);
  assert.match(stdout, /Messages sent: 4\./);
  for (let n = 0; n < 2; n += 1) assert.match((await given.post.mails.next()).subject ?? '', /^Booked: /);
});
