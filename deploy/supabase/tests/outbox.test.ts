import assert from 'node:assert/strict';
import { test } from 'node:test';
import { bookingRequest, mondayMorning } from './booking-request.ts';
import { openOutbox, withMail } from './outbox-messages.ts';
import { rejected } from './open-database.ts';
import type { Actor, JsonObject } from './open-database.ts';
import { tickAll } from './workshop.ts';

/* A booking for Tuesday 24 November at 11, made on Monday at 8: both reminders are still due later. */
const { db, owner, admin, call, book, messages, waiting, claim, toSend, sent, failed, deliver, status } =
  await openOutbox();

test('a booking gets a confirmation at once and reminders 24 and 2 hours before, by SMS and mail', async () => {
  assert.deepEqual(await waiting(await book(withMail)), [
    '0 confirmation mail 23 08:00',
    '0 confirmation sms 23 08:00',
    '0 reminder_24h mail 23 11:00',
    '0 reminder_24h sms 23 11:00',
    '0 reminder_2h mail 24 09:00',
    '0 reminder_2h sms 24 09:00',
  ]);
});

test('without an e-mail address only SMS are written, and no reminders that would be in the past', async () => {
  assert.deepEqual(await waiting(await book({}, '2026-11-23T12:00:00+05:30')), [
    '0 confirmation sms 23 12:00',
    '0 reminder_2h sms 24 09:00',
  ]);
});

test('repeating a request, concurrently or later, adds no message', async () => {
  const request = bookingRequest(withMail);
  const [first, second] = await Promise.all([1, 2].map(() => call(owner, 'create_booking', { request })));
  await call(owner, 'create_booking', { request }, '2026-11-23T09:00:00+05:30');
  assert.equal(first?.['id'], second?.['id']);
  assert.equal((await messages(String(first?.['id']))).length, 6);
});

test('an unpaid booking gets its confirmation when it is paid, and an expired one gets none', async () => {
  const unpaid = async (): Promise<string> => {
    const [row] = await db.sql<{ id: string }[]>`
      insert into public.service_bookings (
        request_id, customer_name, phone, brand_slug, model_id, bike_name, mode, booking_date, booking_time, window_end,
        minutes, windows, ready_date, estimated_price, status, pay_until
      ) values (
        gen_random_uuid(), 'Asha', '+919000000012', 'royal-enfield', 'royal-enfield/classic-350', 'Classic 350',
        'workshop', '2026-11-24', '11:00', '13:00', 60, 1, '2026-11-24', 999, 'pending_payment',
        ${mondayMorning}
      ) returning id`;
    return row?.id ?? '';
  };
  const go = (booking: string, to: string): Promise<unknown> =>
    db.keep({ at: mondayMorning }, (tx) => tx`select private.transition_booking(${booking}, 'system', ${to}, null)`);
  const [paid, expired] = [await unpaid(), await unpaid()];
  assert.deepEqual([...(await messages(paid)), ...(await messages(expired))], []);
  await go(paid, 'confirmed');
  await go(expired, 'expired');
  const late = await unpaid();
  await go(late, 'expired');
  await go(late, 'confirmed');
  assert.deepEqual(await waiting(late), await waiting(paid));
  assert.deepEqual(await waiting(paid), [
    '0 confirmation sms 23 08:00',
    '0 reminder_24h sms 23 11:00',
    '0 reminder_2h sms 24 09:00',
  ]);
  assert.deepEqual(await messages(expired), []);
});

test('each move sends a message and replaces the reminders', async () => {
  const booking = await book();
  await call(owner, 'reschedule_booking', { booking, date: '2026-11-25', start: '14:00' });
  await call(owner, 'reschedule_booking', { booking, date: '2026-11-26', start: '09:00' }, '2026-11-23T09:00:00+05:30');
  assert.deepEqual(await messages(booking), [
    '0 confirmation sms dropped 23 08:00',
    '0 reminder_24h sms dropped 23 11:00',
    '0 reminder_2h sms dropped 24 09:00',
    '1 change sms dropped 23 08:00',
    '1 reminder_24h sms dropped 24 14:00',
    '1 reminder_2h sms dropped 25 12:00',
    '2 change sms waiting 23 09:00',
    '2 reminder_24h sms waiting 25 09:00',
    '2 reminder_2h sms waiting 26 07:00',
  ]);
});

test('a move to the same window and a rejected move write nothing', async () => {
  const booking = await book();
  const before = await messages(booking);
  await call(owner, 'reschedule_booking', { booking, date: '2026-11-24', start: '11:00' });
  await rejected(call(owner, 'reschedule_booking', { booking, date: '2026-11-22', start: '11:00' }));
  assert.deepEqual(await messages(booking), before);
});

for (const cause of ['shop', 'customer'])
  test(`a cancellation by staff (${cause}) drops every waiting message and is sent once`, async () => {
    const booking = await book(withMail);
    assert.deepEqual(await deliver(mondayMorning), ['confirmation mail', 'confirmation sms']);
    await call(admin, 'cancel_booking', { booking, cause }, '2026-11-23T08:30:00+05:30');
    await call(owner, 'cancel_booking', { booking }, '2026-11-23T08:40:00+05:30');
    assert.deepEqual(await waiting(booking), ['1 cancellation mail 23 08:30', '1 cancellation sms 23 08:30']);
    assert.deepEqual(await deliver('2026-11-25T00:00:00+05:30'), ['cancellation mail', 'cancellation sms']);
  });

test('customers who cancel themselves get a mail and no SMS', async () => {
  const booking = await book(withMail);
  await deliver(mondayMorning);
  await call(owner, 'cancel_booking', { booking }, '2026-11-23T08:30:00+05:30');
  assert.deepEqual(await waiting(booking), ['1 cancellation mail 23 08:30']);
});

test('a reminder claimed before a cancellation is not sent', async () => {
  const booking = await book();
  await deliver(mondayMorning);
  const late = '2026-11-23T11:05:00+05:30';
  const [reminder] = await claim(late);
  assert.equal(reminder?.kind, 'reminder_24h');
  await call(admin, 'cancel_booking', { booking }, late);
  // The cancellation waits until the worker has finished the message that it claimed before.
  assert.deepEqual(await claim(late), []);
  assert.equal(await toSend(reminder, late), null);
  assert.deepEqual(await deliver(late), ['cancellation sms']);
  assert.equal((await messages(booking)).filter((words) => words.includes(' sent ')).length, 2);
});

test('outdated messages are not sent: the first reminder once the second is due, and that one after the window began', async () => {
  const booking = await book();
  assert.deepEqual(await deliver('2026-11-24T09:30:00+05:30'), ['confirmation sms', 'reminder_2h sms']);
  const other = await book({ date: '2026-11-25' }, '2026-11-24T08:00:00+05:30');
  assert.deepEqual(await deliver('2026-11-25T11:00:00+05:30'), ['confirmation sms']);
  const all = [...(await messages(booking)), ...(await messages(other))];
  assert.equal(all.filter((words) => words.includes(' dropped ')).length, 3);
});

/** From the booking to the end of the work. */
async function finish(booking: string, at = mondayMorning): Promise<void> {
  for (const to of ['assigned', 'on_the_way', 'inspecting', 'in_service', 'quality_check', 'ready', 'completed']) {
    await status(booking, to, to === 'completed' && at === mondayMorning ? '2026-11-24T13:00:00+05:30' : at);
    if (to === 'in_service') await tickAll(db.sql);
  }
}

test('a no-show and a completion drop waiting messages, and a no-show gets a message', async () => {
  const missed = await book();
  await status(missed, 'assigned');
  const waited = '2026-11-24T11:15:00+05:30';
  await status(missed, 'no_show', waited);
  assert.deepEqual(await waiting(missed), ['0 no_show sms 24 11:15']);
  assert.equal((await messages(missed)).length, 4);
  assert.deepEqual(await deliver(waited), ['no_show sms']);
  const done = await book();
  await finish(done);
  assert.deepEqual(await waiting(done), ['0 invoice sms 24 13:00', '0 review sms 25 13:00']);
  assert.equal((await messages(done)).length, 7);
});

test('24 hours after completion the customer is asked once for a rating, while a second look is free', async () => {
  const evening = '2026-11-24T17:00:00+05:30';
  const booking = await book(withMail);
  await deliver(mondayMorning);
  await finish(booking, evening);
  assert.deepEqual((await waiting(booking)).slice(2), ['0 review mail 25 17:00', '0 review sms 25 17:00']);
  assert.deepEqual(await deliver('2026-11-25T16:59:59+05:30'), ['invoice mail', 'invoice sms']);
  assert.deepEqual(await deliver('2026-11-25T17:00:00+05:30'), ['review mail', 'review sms']);
  assert.deepEqual(await deliver('2026-11-26T12:00:00+05:30'), []);
  const forgotten = await book({ time: '09:00' });
  await finish(forgotten, evening);
  assert.deepEqual(await deliver('2026-11-26T17:00:00+05:30'), ['invoice sms']);
});

test('no rating request while a booking is reopened; it is sent a day after the next completion, only once', async () => {
  const booking = await book();
  await deliver(mondayMorning);
  await finish(booking, '2026-11-24T13:00:00+05:30');
  const set = async (to: string, at: string | null): Promise<void> => {
    await db.sql`update public.invoices set booking_id = null`;
    await db.sql`update public.service_bookings set status = ${to}, closed_at = ${at} where id = ${booking}`;
  };
  await set('ready', null);
  assert.deepEqual(await deliver('2026-11-25T13:00:00+05:30'), []);
  await set('completed', '2026-11-25T15:00:00+05:30');
  assert.deepEqual(await waiting(booking), ['0 invoice sms 25 15:00', '0 review sms 26 15:00']);
  assert.deepEqual(await deliver('2026-11-26T15:00:00+05:30'), ['invoice sms', 'review sms']);
  await set('ready', null);
  await set('completed', '2026-11-26T16:00:00+05:30');
  assert.deepEqual(await deliver('2026-11-27T16:00:00+05:30'), []);
});

test('a worker gets the booking as the customer sees it, with a manage token', async () => {
  const booking = await book(withMail);
  const [mail] = await claim(mondayMorning);
  assert.ok(mail);
  const content = await toSend(mail, mondayMorning);
  const { kind, channel, recipient, version, manage_token, shop_email } = content ?? {};
  assert.deepEqual(
    [kind, channel, recipient, version, shop_email],
    ['confirmation', 'mail', 'asha@example.com', 0, 'workshop@example.com'],
  );
  const shown = await call('anon', 'get_booking', { manage_token: String(manage_token) });
  assert.equal(shown['id'], booking);
  assert.deepEqual(content?.['booking'], shown);
});

test('a claimed message belongs to one worker until its lease expires', async () => {
  await book();
  const [first] = await claim(mondayMorning);
  assert.ok(first);
  assert.deepEqual(await claim('2026-11-23T08:01:59+05:30'), []);
  const later = '2026-11-23T08:02:00+05:30';
  const [second] = await claim(later);
  assert.deepEqual([second?.message, second?.attempt], [first.message, 2]);
  // When the first worker returns, it does not get the text, and its failure does not end the other's claim.
  assert.equal(await toSend(first, later), null);
  assert.equal(await failed(first, later), null);
  assert.deepEqual(await claim(later), []);
  assert.ok(second && (await toSend(second, later)));
  // But its report that it has sent the message counts: the message is not sent a third time.
  await sent(first, later);
  assert.deepEqual(await claim('2026-11-23T08:30:00+05:30'), []);
});

test('a failed message is retried twelve times, with pauses that double up to an hour', async () => {
  const booking = await book({ date: '2026-11-26' });
  let now = Date.parse(mondayMorning);
  const pauses: number[] = [];
  for (;;) {
    const at = new Date(now).toISOString();
    const [message] = (await claim(at)).filter(({ kind }) => kind === 'confirmation');
    assert.ok(message);
    if ((await failed(message, at)) === 'failed') break;
    const [next] = await db.keep(
      { at },
      (tx) => tx<{ seconds: number }[]>`select private.seconds_to_next_message() as seconds`,
    );
    pauses.push(next?.seconds ?? 0);
    now += (pauses.at(-1) ?? 0) * 1000;
  }
  assert.deepEqual(pauses, [30, 60, 120, 240, 480, 960, 1920, 3600, 3600, 3600, 3600]);
  assert.equal((await messages(booking))[0], '0 confirmation sms failed 23 08:00');
});

test('a permanent failure is not retried; only an admin may resend the message', async () => {
  const booking = await book();
  const [message] = await claim(mondayMorning);
  assert.ok(message);
  assert.equal(await failed(message, mondayMorning, true), 'failed');
  const retry = (as: Actor): Promise<JsonObject> => call(as, 'retry_message', { message: message.message });
  assert.equal((await rejected(retry(owner))).code, 'PT403');
  assert.equal((await rejected(retry('anon'))).code, '42501');
  assert.equal((await retry(admin))['status'], 'waiting');
  assert.equal((await rejected(retry(admin))).hint, 'not_failed');
  assert.deepEqual(await deliver(mondayMorning), ['confirmation sms']);
  assert.equal((await rejected(call(admin, 'retry_message', { message: 0 }))).code, 'PT404');
  assert.deepEqual((await messages(booking))[0], '0 confirmation sms sent 23 08:00');
});

test('a failed message is not resent when its booking has changed since', async () => {
  const booking = await book();
  const [message] = await claim(mondayMorning);
  assert.ok(message);
  await failed(message, mondayMorning, true);
  await call(owner, 'cancel_booking', { booking });
  const again = await rejected(call(admin, 'retry_message', { message: message.message }));
  assert.deepEqual([again.code, again.hint], ['PT409', 'not_current']);
});

test('two concurrent workers never claim the same message', async () => {
  for (let n = 0; n < 4; n += 1)
    await book({ ...withMail, mode: n % 2 ? 'workshop' : 'doorstep', date: `2026-11-${24 + (n >> 1)}` });
  const at = mondayMorning;
  const taken = (await Promise.all(Array.from({ length: 8 }, () => claim(at, 1)))).flat();
  assert.equal(taken.length, 8);
  assert.equal(new Set(taken.map(({ message }) => message)).size, 8);
});
