import assert from 'node:assert/strict';
import { test } from 'node:test';
import { mondayMorning, proveNumber } from './booking-request.ts';
import { rpc, type JsonObject } from './open-database.ts';
import { openOutbox, withMail } from './outbox-messages.ts';
import { tickAll } from './workshop.ts';

/* What customers are told from the way to them until the money has arrived. */
const { db, owner, admin, call, book, messages, waiting, claim, toSend, deliver, status } = await openOutbox();

const tuesday = (time: string): string => `2026-11-24T${time}:00+05:30`;
const wednesday = '2026-11-25T12:00:00+05:30';

/** The kinds of a booking's SMS besides reminders, in the order in which they were written. */
async function told(booking: string): Promise<string[]> {
  const rows = await messages(booking);
  return rows
    .filter((words) => words.includes(' sms '))
    .map((words) => words.split(' ')[1] ?? '')
    .filter((kind) => !kind.startsWith('reminder'));
}
async function look(booking: string): Promise<void> {
  await db.sql`
    update public.booking_inspection set marked_at = now(), state = case when position = 1 then 'due_now' else 'ok' end::public.point_state
    where booking_id = ${booking}`;
}

test('a job tells each step once: on the way, what was found, ready, the invoice, and later the rating', async () => {
  const booking = await book(withMail);
  await deliver('2026-11-23T08:00:00+05:30');
  for (const to of ['assigned', 'on_the_way', 'inspecting']) await status(booking, to, tuesday('11:00'));
  await look(booking);
  await status(booking, 'in_service', tuesday('11:30'));
  await tickAll(db.sql);
  for (const to of ['quality_check', 'ready']) await status(booking, to, tuesday('12:30'));
  assert.deepEqual(await told(booking), ['confirmation', 'on_the_way', 'inspection_ready', 'ready']);
  assert.deepEqual(
    (await deliver(tuesday('12:31'))).filter((words) => words.endsWith('sms')),
    ['ready sms'],
    'what is no longer true is not sent late',
  );
  await status(booking, 'completed', tuesday('13:00'));
  assert.deepEqual(await deliver(tuesday('13:01')), ['invoice mail', 'invoice sms']);
  assert.deepEqual(await deliver(wednesday), []);
  assert.deepEqual(await deliver('2026-11-25T13:00:00+05:30'), ['review mail', 'review sms']);
});

test('a question about extra work shows the findings: there is no second message about them', async () => {
  const booking = await book();
  for (const to of ['assigned', 'on_the_way', 'inspecting']) await status(booking, to, tuesday('11:00'));
  await look(booking);
  const items = [{ name: 'Left mirror', reason: 'Cracked', price: 450 }];
  await call(admin, 'propose_extra_work', { booking, items }, tuesday('11:10'));
  const [line] = await db.sql<{ id: string }[]>`select id from public.extra_work where booking_id = ${booking}`;
  await deliver(tuesday('11:11'));
  await call(owner, 'answer_extra_work', { line: line?.id, answer: 'no' }, tuesday('11:20'));
  await status(booking, 'in_service', tuesday('11:30'));
  assert.ok(!(await told(booking)).includes('inspection_ready'));
});

test('no message tells an inspection in which nothing was looked at', async () => {
  const booking = await book();
  for (const to of ['assigned', 'on_the_way', 'inspecting', 'in_service']) await status(booking, to, tuesday('11:00'));
  assert.ok(!(await told(booking)).includes('inspection_ready'));
});

test('a step that is taken back and taken again is told once; ready again after more work is told again', async () => {
  const booking = await book();
  for (const to of ['assigned', 'on_the_way']) await status(booking, to, tuesday('10:30'));
  await deliver(tuesday('10:31'));
  for (const to of ['assigned', 'on_the_way', 'inspecting', 'in_service']) await status(booking, to, tuesday('10:40'));
  await tickAll(db.sql);
  for (const to of ['quality_check', 'ready']) await status(booking, to, tuesday('12:00'));
  assert.deepEqual(await deliver(tuesday('12:01')), ['ready sms']);
  const back = { booking, to_status: 'in_service', note: 'The horn is dead again', mechanic: 'Sagar' };
  await call(admin, 'set_booking_status', back, tuesday('12:05'));
  await tickAll(db.sql);
  for (const to of ['quality_check', 'ready']) await status(booking, to, tuesday('12:30'));
  assert.deepEqual(await deliver(tuesday('12:31')), ['ready sms']);
  const sent = (await told(booking)).filter((kind) => kind === 'on_the_way' || kind === 'ready');
  assert.deepEqual(sent, ['on_the_way', 'ready', 'ready']);
});

test('each payment is confirmed once, with its amount and method; one that goes back at once is not', async () => {
  const booking = await book();
  await deliver('2026-11-23T08:00:00+05:30');
  await call(admin, 'record_payment', { booking, amount: 400, method: 'cash' });
  await call(admin, 'record_payment', { booking, amount: 599, method: 'card', terminal_reference: '00471B' });
  const claims = await claim('2026-11-23T08:10:00+05:30');
  const contents = await Promise.all(claims.map((one) => toSend(one, '2026-11-23T08:10:00+05:30')));
  assert.deepEqual(
    contents.map((content) => [content?.['kind'], content?.['received'], content?.['received_by']]),
    [
      ['payment_received', 400, 'cash'],
      ['payment_received', 599, 'card'],
    ],
  );
  const rows = await db.sql`
    select m.payment_id, count(*)::int from public.message_outbox m
    where m.booking_id = ${booking} and m.kind = 'payment_received' group by 1`;
  assert.deepEqual(
    rows.map((row) => row['count']),
    [1, 1],
  );
});

test('a proven number is told once a day that its request to be called back has arrived, that of a stranger never', async () => {
  const ask = (phone: string, at = '2026-11-23T09:00:00+05:30') =>
    db.keep({ as: 'anon', at }, (tx) =>
      rpc(tx, 'request_callback', { kind: 'message', name: 'Asha', phone, details: { message: 'Call me' } }),
    );
  const count = async () =>
    Number((await db.sql`select count(*) from public.message_outbox where kind = 'callback_received'`)[0]?.['count']);
  await ask('9000000077');
  assert.equal(await count(), 0);
  await proveNumber(db.sql, '+919000000078');
  await ask('9000000078');
  await ask('9000000078');
  assert.equal(await count(), 1);
  assert.deepEqual(await deliver('2026-11-23T09:01:00+05:30'), ['callback_received sms']);
  await ask('9000000078', '2026-11-24T10:00:00+05:30');
  assert.equal(await count(), 2);
  await proveNumber(db.sql, '+919000000079');
  await call(admin, 'request_callback', {
    ...{ kind: 'message', name: 'Asha', phone: '9000000079', details: { message: 'Call again' } },
  });
  assert.equal(await count(), 2);
});

test('an unproven number gets the messages of the job from check-in on, and none on the way', async () => {
  await db.sql`delete from private.proven_numbers`;
  const booking = await book();
  await db.sql`update public.service_bookings set user_id = null where id = ${booking}`;
  await deliver('2026-11-23T08:00:00+05:30');
  for (const to of ['assigned', 'on_the_way']) await status(booking, to, tuesday('10:30'));
  assert.deepEqual(await deliver(tuesday('10:31')), []);
  for (const to of ['inspecting', 'in_service']) await status(booking, to, tuesday('11:00'));
  await tickAll(db.sql);
  for (const to of ['quality_check', 'ready']) await status(booking, to, tuesday('12:00'));
  assert.deepEqual(await deliver(tuesday('12:01')), ['ready sms']);
});

test('each proposal of extra work sends a message, unless it was answered before', async () => {
  const booking = await book();
  await deliver(mondayMorning);
  for (const to of ['assigned', 'on_the_way', 'inspecting']) await status(booking, to);
  const items = [{ name: 'Brake pads', reason: 'Worn to 1 mm', price: 600, minutes: 30 }];
  const propose = (): Promise<JsonObject> => call(admin, 'propose_extra_work', { booking, items });
  const first = (await propose())['extra_work'] as { id: string }[];
  assert.deepEqual(await waiting(booking), ['1 extra_work sms 23 08:00']);
  await call(owner, 'answer_extra_work', { line: first[0]?.id, answer: 'yes' });
  assert.deepEqual(await deliver(mondayMorning), []);
  await propose();
  assert.deepEqual(await deliver(mondayMorning), ['extra_work sms']);
  assert.deepEqual((await messages(booking)).slice(-2), [
    '1 extra_work sms dropped 23 08:00',
    '2 extra_work sms sent 23 08:00',
  ]);
});

test('a claimed payment, a fee and a repeated status send no message', async () => {
  const booking = await book();
  const before = await messages(booking);
  await call(admin, 'set_booking_fee', { booking, fee: 50, note: 'Agreed' });
  await status(booking, 'assigned');
  await db.sql`update public.service_bookings set version = 7, user_id = null where id = ${booking}`;
  assert.deepEqual(await messages(booking), before);
  const [row] = await db.sql`select version from public.service_bookings`;
  assert.equal(row?.['version'], 0, 'a version that a caller sets is overwritten');
});
