import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { after, before, test } from 'node:test';
import { defaultMigrationsFolder } from '../../backend/database/prepare-database.ts';
import { smtpMail } from '../../backend/adapters/smtp-mail.ts';
import { openMailServer } from '../testing/mail-server.ts';
import type { MailServer } from '../testing/mail-server.ts';
import { signUp, startTestBackend } from '../../backend/testing/test-backend.ts';
import type { TestBackend } from '../../backend/testing/test-backend.ts';
import { embeddedWorkers } from '../embedded-workers.ts';

/* End to end: a booking over HTTP, the database, the backend's own worker, a real mail server. */
let post: MailServer;
let site: TestBackend;
before(async () => {
  post = await openMailServer();
  site = await startTestBackend({
    seed: 'demo',
    workers: embeddedWorkers(),
    migrationsFolder: defaultMigrationsFolder,
    mailAdapter: smtpMail({ url: post.url, from: 'Twostroke <bookings@twostroke.example>' }),
  });
});
after(async () => {
  await site.stop();
  await post.close();
});

test('booking, moving and cancelling send three mails, each with a link that opens the booking', async () => {
  const visitor = site.client();
  const job = {
    mode: 'doorstep',
    items: [{ id: 'oil-change', quantity: 1 }],
    model: 'royal-enfield/classic-350',
  };
  // Days ahead, so that cancelling is free at any time of day.
  const from_date = new Date(Date.now() + 5 * 86_400_000).toISOString().slice(0, 10);
  const slots = await visitor.rpc('list_slots', { ...job, from_date, days: 7 });
  const { days } = slots.data as { days: { date: string; windows: { start: string; free: number }[] }[] };
  const [first, second] = days.flatMap(({ date, windows }) =>
    windows.filter(({ free }) => free > 0).map(({ start }) => ({ date, start })),
  );
  assert.ok(first && second);
  const booked = await visitor.rpc('create_booking', {
    request: {
      ...job,
      request_id: randomUUID(),
      date: first.date,
      time: first.start,
      name: 'Asha Kulkarni',
      phone: '90000 00012',
      email: 'asha@example.com',
      vehicle_number: 'MH 12 ZZ 0042',
      address: { line: 'B-1204, Sample Heights', landmark: 'tank', area: 'kondhwa', pin: '411048' },
      expected_total: 999,
    },
  });
  assert.equal(booked.error, null, JSON.stringify(booked.error));
  const { id: booking, manage_token } = booked.data as { id: string; manage_token: string };
  const link = `${site.url}/book-service#manage=${manage_token}`;
  const confirmation = await post.mails.next();
  assert.match(confirmation.subject ?? '', /^Booked: /);
  const text = confirmation.text ?? '';
  assert.ok(text.includes(link));
  assert.ok(text.includes('At your gate: B-1204, Sample Heights, Kondhwa 411048'));
  assert.match(text, /Free to cancel or move until \d+(:\d+)? [ap]m on/);

  const moved = await visitor.rpc('reschedule_booking', { booking, manage_token, ...second });
  assert.equal(moved.error, null, JSON.stringify(moved.error));
  const change = await post.mails.next();
  assert.match(change.subject ?? '', /^Moved to /);
  assert.ok(change.text?.includes(link));

  const cancelled = await visitor.rpc('cancel_booking', { booking, manage_token });
  assert.equal(cancelled.error, null);
  const cancellation = await post.mails.next();
  assert.match(cancellation.subject ?? '', /^Cancelled: /);
  assert.ok(cancellation.text?.includes('It costs you nothing.'));
});

test('an admin can read the messages of a booking; its customer cannot', async () => {
  const [boss, customer] = [await signUp(site), await signUp(site)];
  await site.backend.sql`select public.make_owner(${boss.id})`;
  await site.backend.sql`update service_bookings set user_id = ${customer.id}`;
  const read = async ({ client }: typeof boss) => {
    const { data, error } = await client.from('service_bookings').select('id,message_outbox(id,kind,channel,status)');
    assert.equal(error, null);
    return (data as { message_outbox: object[] }[])[0]?.message_outbox.length;
  };
  assert.ok(Number(await read(boss)) >= 6);
  assert.equal(await read(customer), 0);
});

test('sign-in mails go to the same mail server', async () => {
  const { email } = await signUp(site);
  assert.equal((await site.client().auth.signInWithOtp({ email })).error, null);
  let mail = await post.mails.next();
  // The mails that confirmed the addresses of these accounts come first.
  while (mail.subject === 'Confirm your e-mail address') mail = await post.mails.next();
  assert.equal(mail.to?.[0]?.address, email);
  const [code] = /\d{6}/.exec(mail.subject ?? '') ?? [];
  const { error } = await site.client().auth.verifyOtp({ email, token: code ?? '', type: 'email' });
  assert.equal(error, null);
});
