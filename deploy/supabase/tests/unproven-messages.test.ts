// Which SMS go to a number that is not proven, and how a day's budgets are used.
import assert from 'node:assert/strict';
import { beforeEach, test } from 'node:test';
import { bookingRequest, mondayMorning, proveNumber } from './booking-request.ts';
import { openOutbox, withMail } from './outbox-messages.ts';
import { tickAll } from './workshop.ts';

const { db, owner, admin, call, book, claim, sent, deliver, status } = await openOutbox();
const phone = '98220 00077';

beforeEach(async () => {
  await db.sql`update private.message_budgets set sms_a_day = 300, alerted_on = null`;
});

/** A guest books with a number that is not proven. */
async function bookAsGuest(changes: object = {}, at = mondayMorning): Promise<{ id: string; manage_token: string }> {
  const request = bookingRequest({ phone, ...changes });
  const { id, manage_token } = await call('anon', 'create_booking', { request }, at);
  return { id: String(id), manage_token: String(manage_token) };
}

/** Sets a budget so that what is sent now is so many per cent of it. */
async function use(percent: number, kind = 'confirmation'): Promise<void> {
  const [row] = await db.sql<{ sent: number }[]>`
    select count(*)::int as sent from public.message_outbox where kind = ${kind} and channel = 'sms' and status = 'sent'`;
  const budget = Math.floor((100 * (row?.sent ?? 0)) / percent);
  await db.sql`update private.message_budgets set sms_a_day = ${budget} where kind = ${kind}`;
}
const alerts = async (at: string): Promise<object[]> =>
  db.keep({ at }, async (tx) =>
    [...(await tx`select kind, sent_percent, sms_a_day from private.alert_budgets()`)].map((row) => ({ ...row })),
  );

const reminded = '2026-11-23T11:00:00+05:30';
const friday = '2026-11-27T08:00:00+05:30';

test('an unproven number gets one SMS for a booking: mail brings the rest', async () => {
  const { id, manage_token } = await bookAsGuest(withMail);
  assert.deepEqual(await deliver(mondayMorning), ['confirmation mail', 'confirmation sms']);
  assert.deepEqual(await deliver(reminded), ['reminder_24h mail']);
  const move = { booking: id, manage_token, date: '2026-11-26', start: '14:00' };
  await call('anon', 'reschedule_booking', move, '2026-11-23T11:30:00+05:30');
  assert.deepEqual(await deliver('2026-11-23T11:30:00+05:30'), ['change mail']);
  await call(admin, 'set_weather_mode', { day: '2026-11-26', enabled: true }, '2026-11-25T08:00:00+05:30');
  const told = await deliver('2026-11-25T08:00:00+05:30');
  assert.ok(told.includes('weather mail'));
  assert.ok(told.every((each) => each.endsWith(' mail')));
  await call(admin, 'cancel_booking', { booking: id }, '2026-11-25T09:00:00+05:30');
  assert.deepEqual(await deliver('2026-11-25T09:00:00+05:30'), ['cancellation mail']);
});

test('a missed visit sends no SMS to an unproven number', async () => {
  const { id } = await bookAsGuest();
  await deliver(mondayMorning);
  await status(id, 'assigned');
  await status(id, 'no_show', '2026-11-24T11:15:00+05:30');
  assert.deepEqual(await deliver('2026-11-24T11:15:00+05:30'), []);
});

test('from check-in on an unproven number gets the messages of the job', async () => {
  const { id } = await bookAsGuest();
  await deliver(mondayMorning);
  for (const to of ['assigned', 'on_the_way']) await status(id, to);
  assert.deepEqual(await deliver(mondayMorning), []);
  await status(id, 'inspecting');
  const items = [{ name: 'Brake pads', reason: 'Worn to 1 mm', price: 600, minutes: 30 }];
  const { extra_work } = await call(admin, 'propose_extra_work', { booking: id, items });
  assert.deepEqual(await deliver(mondayMorning), ['extra_work sms']);
  const [line] = extra_work as { id: string }[];
  await call(admin, 'answer_extra_work', { line: line?.id, answer: 'no', note: 'By phone' });
  for (const to of ['in_service', 'quality_check', 'ready', 'completed']) {
    await status(id, to, '2026-11-24T13:00:00+05:30');
    if (to === 'in_service') await tickAll(db.sql);
  }
  assert.deepEqual(await deliver('2026-11-25T13:00:00+05:30'), ['invoice sms', 'review sms']);
});

test('a number that is proven after the booking gets its reminders; for a year', async () => {
  await bookAsGuest();
  await deliver(mondayMorning);
  await proveNumber(db.sql, '+919822000077');
  assert.deepEqual(await deliver(reminded), ['reminder_24h sms']);
  await db.sql`update private.proven_numbers set proven_at = ${reminded}::timestamptz - interval '365 days'`;
  assert.deepEqual(await deliver('2026-11-24T09:00:00+05:30'), []);
});

test('a sign-in with a confirmed phone proves the number, a sign-up with a typed one does not', async () => {
  const isProven = async (): Promise<boolean | undefined> => {
    const [row] = await db.sql<{ yes: boolean }[]>`select private.is_number_proven('+919822000077') as yes`;
    return row?.yes;
  };
  const [user] = await db.sql<{ id: string }[]>`
    insert into auth.users (phone, raw_user_meta_data) values ('919822000077', '{"phone": "+919822000077"}') returning id`;
  assert.equal(await isProven(), false);
  await db.sql`update auth.users set phone_confirmed_at = now() where id = ${user?.id ?? ''}`;
  assert.equal(await isProven(), true);
  await db.sql`delete from private.proven_numbers`;
  await db.sql`update auth.users set email = 'x@example.com' where id = ${user?.id ?? ''}`;
  assert.equal(await isProven(), false, 'another change of the account is no proof');
});

test('at 70 % of a budget staff are alerted, once a day', async () => {
  for (let i = 0; i < 7; i += 1)
    await bookAsGuest({ mode: 'workshop', address: null, date: `2026-11-2${4 + (i % 5)}` });
  await deliver(mondayMorning);
  await db.sql`update private.message_budgets set sms_a_day = 11 where kind = 'confirmation'`;
  assert.deepEqual(await alerts(mondayMorning), []);
  await use(70);
  const both = await Promise.all([alerts(mondayMorning), alerts(mondayMorning)]);
  assert.deepEqual(both.flat(), [{ kind: 'confirmation', sent_percent: 70, sms_a_day: 10 }]);
  assert.deepEqual(await alerts('2026-11-23T23:59:59+05:30'), []);
  assert.deepEqual(await alerts('2026-11-24T08:00:00+05:30'), [], 'a new day has a new budget');
});

test('sign-in codes count for their own budget, and staff are alerted of it, too', async () => {
  await db.sql`update private.message_budgets set sms_a_day = 10 where kind = 'sign_in_code'`;
  for (let sent = 0; sent < 7; sent += 1)
    await db.sql`select private.take_sign_in_sms('+919822000077', ${mondayMorning}::timestamptz)`;
  assert.deepEqual(await alerts(mondayMorning), [{ kind: 'sign_in_code', sent_percent: 70, sms_a_day: 10 }]);
  assert.deepEqual(await alerts(mondayMorning), []);
});

test('at 90 % messages to unproven numbers wait for the next day; proven ones and accounts never do', async () => {
  const guests = { mode: 'workshop', address: null };
  for (let i = 0; i < 9; i += 1) await bookAsGuest({ ...guests, date: `2026-11-2${4 + (i % 5)}` });
  await deliver(mondayMorning);
  await use(90);
  const { id } = await bookAsGuest({ ...guests, date: '2026-11-28', time: '14:00', ...withMail });
  assert.deepEqual(await deliver(mondayMorning), ['confirmation mail']);
  const [next] = await db.keep(
    { at: mondayMorning },
    (tx) => tx<{ seconds: number }[]>`select private.seconds_to_next_message() as seconds`,
  );
  assert.ok((next?.seconds ?? 0) > 3600, 'a worker is not kept awake by it');

  await book({ ...guests, date: '2026-11-28' });
  assert.deepEqual(await deliver(mondayMorning), ['confirmation sms'], 'a proven number');
  await call(owner, 'create_booking', { request: bookingRequest({ ...guests, phone, date: '2026-11-27' }) });
  assert.deepEqual(await deliver(mondayMorning), ['confirmation sms'], 'an account');

  const tomorrow = '2026-11-24T00:00:00+05:30';
  const [waiting] = (await claim(tomorrow)).filter(({ kind }) => kind === 'confirmation');
  assert.ok(waiting, 'it is sent on the next day');
  await sent(waiting, tomorrow);
  const [row] = await db.sql`
    select attempts, status from public.message_outbox where booking_id = ${id} and kind = 'confirmation' and channel = 'sms'`;
  assert.deepEqual({ ...row }, { attempts: 1, status: 'sent' });
});

test('a message that waits is sent when its number is proven or the budget is raised', async () => {
  const guests = { mode: 'workshop', address: null };
  for (let i = 0; i < 9; i += 1) await bookAsGuest({ ...guests, date: `2026-11-2${4 + (i % 5)}` });
  await deliver(mondayMorning);
  await use(90);
  await bookAsGuest({ ...guests, date: '2026-11-28', phone: '98220 00078' });
  await bookAsGuest({ ...guests, date: '2026-11-28', phone: '98220 00079' });
  assert.deepEqual(await deliver(mondayMorning), []);
  await proveNumber(db.sql, '+919822000078');
  assert.deepEqual(await deliver(mondayMorning), ['confirmation sms']);
  await db.sql`update private.message_budgets set sms_a_day = 300`;
  assert.deepEqual(await deliver(mondayMorning), ['confirmation sms']);
});

test('budgets count the messages of one kind and one day', async () => {
  const used = async (at: string): Promise<number | undefined> =>
    db.keep({ at }, async (tx) => {
      const [row] = await tx<{ used: number }[]>`select private.budget_used('confirmation') as used`;
      return row?.used;
    });
  await book(withMail);
  await deliver(mondayMorning);
  await deliver(reminded);
  await db.sql`update private.message_budgets set sms_a_day = 4`;
  assert.equal(await used(mondayMorning), 25);
  assert.equal(await used(friday), 0);
});
