import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { test } from 'node:test';
import { bookingRequest, cart, mondayMorning } from './booking-request.ts';
import { rejected, rejectionOf } from './open-database.ts';
import type { Actor, JsonObject } from './open-database.ts';
import { long, minutesLater, openFullWindow } from './full-window.ts';

const { db, admin, customer, full, call, book, cancel, wish, join, offer, states, claimToken, taken } =
  await openFullWindow();

test('joining a full window returns the position; repeating the request returns the same', async () => {
  const request = wish({ email: 'ravi@example.com' });
  const [first, again] = await Promise.all([1, 2].map(() => call('join_waitlist', { request })));
  assert.deepEqual([first?.['position'], again?.['position'], first?.['token']], [1, 1, again?.['token']]);
  assert.deepEqual([first?.['repeated'], again?.['repeated']].sort(), [false, true]);
  assert.deepEqual([first?.['date'], first?.['start'], first?.['end']], ['2026-11-24', '11:00', '13:00']);
  assert.equal((await join(long, minutesLater(1), customer))['position'], 2);
  const [row] = await db.sql`
    select user_id, windows, bike_name, items from public.waitlist order by created_at desc limit 1`;
  assert.deepEqual(
    { ...row },
    {
      user_id: typeof customer === 'object' ? customer.user : null,
      windows: 2,
      bike_name: 'Royal Enfield Classic 350',
      items: cart('general-service'),
    },
  );
});

test('the waitlist rejects what a booking would reject', async () => {
  const refusals: [JsonObject, string][] = [
    [{ request_id: 'x' }, 'PT422 request'],
    [{ mode: 'home' }, 'PT422 mode'],
    [{ date: '2026-02-30' }, 'PT422 date'],
    [{ time: '25:00' }, 'PT422 time'],
    [{ time: '11:30' }, 'PT422 time'],
    [{ name: '' }, 'PT422 name'],
    [{ phone: '5822012345' }, 'PT422 phone'],
    [{ email: 'ravi' }, 'PT422 email'],
    [{ items: cart('no-such-thing') }, 'PT422 items_refused'],
    [{ model: 'no/bike' }, 'PT422 model'],
    [{ website: 'spam' }, 'PT422 website'],
    [{ date: '2026-11-20' }, 'PT422 time_day_past'],
    [{ date: '2027-03-01' }, 'PT422 time_too_far'],
    [{ ...long, time: '16:00' }, 'PT422 time_too_long'],
    [{ time: '14:00' }, 'PT409 free'],
    [{ mode: 'workshop' }, 'PT409 free'],
  ];
  for (const [changes, expected] of refusals) assert.equal(await rejectionOf(join(changes)), expected);
  await db.sql`insert into public.weather_days (date, note) values ('2026-11-24', 'Rain')`;
  assert.equal(await rejectionOf(join()), 'PT422 time_weather');
  assert.deepEqual(await states(), []);
});

test('a number can join a window once and three windows at most, a window has ten entries, and admins are exempt', async () => {
  const phone = '90000 00077';
  await join({ phone });
  assert.equal(await rejectionOf(join({ phone })), 'PT409 in_line');
  for (const time of ['09:00', '14:00', '16:00']) for (let n = 0; n < 3; n += 1) await book({ time });
  await join({ phone, time: '09:00' });
  await join({ phone, time: '14:00' });
  const tooMany = await rejected(join({ phone, time: '16:00' }));
  assert.deepEqual([tooMany.code, tooMany.hint], ['PT429', 'too_many_waits']);
  assert.ok((JSON.parse(tooMany.detail ?? '{}') as { retry_after: number }).retry_after > 0);
  await join({ phone, time: '16:00' }, mondayMorning, admin);
  for (let n = 0; n < 9; n += 1) await join();
  assert.equal(await rejectionOf(join()), 'PT429 too_many_in_line');
});

test('of two concurrent requests of one number only one joins', async () => {
  const phone = '90000 00078';
  const answers = await Promise.all(
    Array.from({ length: 8 }, () => join({ phone }).catch((error: { hint?: string }) => error.hint)),
  );
  assert.deepEqual(answers.filter((answer) => answer === 'in_line').length, 7);
  assert.deepEqual(await states(), ['waiting']);
});

test('tokens are stored as hashes and give no other access, and unknown tokens give none', async () => {
  const joined = await join();
  await cancel(full[0]!);
  await offer(minutesLater(1));
  const claim = await claimToken(minutesLater(1));
  const leave = String(joined['token']);
  assert.match(leave, /^[0-9a-f]{64}$/);
  assert.notEqual(leave, claim);
  const [row] = await db.sql<{ words: string }[]>`select w::text || (
    select string_agg(m::text, '') from public.message_outbox m where m.waitlist_id = w.id
  ) as words from public.waitlist w`;
  for (const token of [leave, claim]) assert.ok(row && !row.words.includes(token));
  assert.equal(await rejectionOf(call('get_offer', { token: leave }, minutesLater(2))), 'PT404 unknown_offer');
  for (const token of ['', 'x', full[0]!.manage_token, '%']) {
    assert.equal(await rejectionOf(call('get_offer', { token }, minutesLater(2))), 'PT404 unknown_offer');
    assert.equal(await rejectionOf(call('leave_waitlist', { token }, minutesLater(2))), 'PT404 not_in_line');
  }
  assert.equal(await rejectionOf(call('get_booking', { manage_token: claim }, minutesLater(2))), 'PT404 not_found');
});

test('visitors and customers cannot read the waitlist; admins read all but the secrets', async () => {
  await join({}, mondayMorning, customer);
  const read = (as: Actor, columns: string): Promise<number> =>
    db.keep({ as }, async (tx) => (await tx.unsafe(`select ${columns} from public.waitlist`)).length);
  assert.equal((await rejected(read('anon', 'id'))).code, '42501');
  assert.equal(await read(customer, 'id'), 0);
  assert.equal(await read(admin, 'customer_name, phone, state, created_at'), 1);
  for (const secret of ['request_id', 'offer_request_id', 'leave_hash', 'claim_hash', '*'])
    assert.equal((await rejected(read(admin, secret))).code, '42501');
});

test('entries are deleted a week after the day', async () => {
  await join();
  await offer('2026-12-01T12:00:00+05:30');
  assert.deepEqual(await states(), ['lapsed']);
  await offer('2026-12-02T00:00:00+05:30');
  assert.deepEqual(await states(), []);
});

const byDesk = { on_behalf: 'phone', phone: '90000 00079', name: 'Ravi Kale', expected_total: 999 };

test('the desk keeps the offered place while it talks, and books it for the one who waits', async () => {
  await join({ phone: '90000 00079' });
  await cancel(full[0]!);
  await offer(minutesLater(1));
  const token = await claimToken(minutesLater(2));
  const [entry] = await db.sql<{ id: string }[]>`select id from public.waitlist`;
  const waiting = entry?.id ?? '';
  const request_id = randomUUID();
  const window = { mode: 'doorstep', date: '2026-11-24', start: '11:00', items: cart('oil-change') };
  const hold = { ...window, request_id, model: 'royal-enfield/classic-350' };
  assert.equal(await rejectionOf(call('hold_for_caller', hold, minutesLater(15), admin)), 'PT409 slot_taken');
  const held = await call('hold_for_caller', { ...hold, waiting }, minutesLater(15), admin);
  assert.equal(held['seconds_left'], 30 * 60);
  assert.equal(await taken(), 3);
  // Meanwhile the link goes on, and no worker takes the place away.
  await offer(minutesLater(30));
  assert.deepEqual(await states(), ['offered']);
  assert.equal((await call('get_offer', { token }, minutesLater(31)))['start'], '11:00');
  const request = bookingRequest({ ...byDesk, request_id, waiting, date: '2026-11-24', time: '11:00' });
  const booked = await call('create_booking', { request }, minutesLater(32), admin);
  assert.deepEqual([await states(), await taken()], [['claimed'], 3]);
  assert.equal(await rejectionOf(call('get_offer', { token }, minutesLater(33))), 'PT409 claimed');
  const calls = await db.sql`select outcome, booking_id from public.customer_calls`;
  assert.deepEqual(
    calls.map((row) => Object.values(row)),
    [['booked', booked['id']]],
  );
});

test('the desk books another window for the one who waits: the entry is closed, and the offered place is free again in time', async () => {
  await join({ phone: '90000 00079' });
  await cancel(full[0]!);
  await offer(minutesLater(1));
  const token = await claimToken(minutesLater(2));
  const [entry] = await db.sql<{ id: string }[]>`select id from public.waitlist`;
  const request = bookingRequest({ ...byDesk, waiting: entry?.id, date: '2026-11-24', time: '14:00' });
  await call('create_booking', { request }, minutesLater(5), admin);
  assert.deepEqual(await states(), ['claimed']);
  assert.equal(await rejectionOf(call('get_offer', { token }, minutesLater(6))), 'PT409 claimed');
  await book({}, minutesLater(22));
});

test('an offer that the link has taken is not taken by the desk, and a customer names no entry', async () => {
  await join({ phone: '90000 00079' });
  await cancel(full[0]!);
  await offer(minutesLater(1));
  const [entry] = await db.sql<
    { id: string; offer_request_id: string }[]
  >`select id, offer_request_id from public.waitlist`;
  const waiting = entry?.id ?? '';
  assert.equal(await rejectionOf(book({ waiting }, minutesLater(2))), 'PT409 slot_taken');
  await book({ request_id: entry?.offer_request_id, phone: '90000 00079' }, minutesLater(3));
  const hold = { mode: 'doorstep', date: '2026-11-24', start: '11:00', items: cart('oil-change'), waiting };
  const args = { ...hold, request_id: randomUUID(), model: 'royal-enfield/classic-350' };
  assert.equal(await rejectionOf(call('hold_for_caller', args, minutesLater(4), admin)), 'PT409 slot_taken');
});
