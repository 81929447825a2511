import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { test } from 'node:test';
import { cart, proveNumber } from './booking-request.ts';
import { rejected, rejectionOf } from './open-database.ts';
import type { JsonObject } from './open-database.ts';
import { long, minutesLater, openFullWindow } from './full-window.ts';

const { db, admin, full, call, book, cancel, join, offer, states, claimToken, taken } = await openFullWindow();

test('a released place is offered to the first in line for 20 minutes, with a message, and others see it as taken', async () => {
  await proveNumber(db.sql, '+919000000079');
  await join({ phone: '90000 00079' });
  await join({}, minutesLater(1));
  assert.equal(await offer(), 0);
  const [first] = full;
  await cancel(first!);
  assert.equal(await offer(minutesLater(2)), 1);
  assert.equal(await offer(minutesLater(2)), 0);
  assert.deepEqual(await states(), ['offered', 'waiting']);
  const [entry] = await db.sql`select offered_at, offer_ends_at from public.waitlist where state = 'offered'`;
  assert.equal((entry!['offer_ends_at'] as Date).getTime() - (entry!['offered_at'] as Date).getTime(), 20 * 60_000);
  assert.equal(await taken(), 3);
  assert.equal(await rejectionOf(book({}, minutesLater(3))), 'PT409 slot_taken');
  const told = await db.sql<{ channel: string; recipient: string }[]>`
    select channel, recipient from public.message_outbox where kind = 'place_free' order by id`;
  assert.deepEqual(
    told.map(({ channel }) => channel),
    ['mail', 'sms'],
  );
  assert.deepEqual(
    told.map(({ recipient }) => recipient),
    ['ravi@example.com', '+919000000079'],
  );
});

test('the link returns window, cart and number, and its request books them', async () => {
  const joined = await join({ name: 'Ravi Kale', phone: '90000 00079', email: 'ravi@example.com' });
  await cancel(full[0]!);
  await offer(minutesLater(1));
  const token = await claimToken(minutesLater(2));
  // An offer keeps its price like any hold.
  await db.sql`update public.package_prices set price = price + 100`;
  const found = await call('get_offer', { token }, minutesLater(6));
  const { vehicle, items, hold, request_id, ...rest } = found as JsonObject & {
    items: JsonObject[];
    hold: JsonObject;
    vehicle: JsonObject;
  };
  assert.deepEqual(rest, {
    mode: 'doorstep',
    date: '2026-11-24',
    start: '11:00',
    end: '13:00',
    name: 'Ravi Kale',
    phone: '+919000000079',
    email: 'ravi@example.com',
  });
  assert.equal(vehicle['modelId'], 'royal-enfield/classic-350');
  assert.deepEqual(items, [
    {
      id: 'oil-change',
      name: items[0]?.['name'],
      price: 999,
      quantity: 1,
      package_type: 'primary',
      duration_minutes: 45,
      two_day: false,
    },
  ]);
  assert.deepEqual([hold['seconds_left'], hold['can_extend']], [15 * 60, false]);
  // The browser requests its window again: it keeps the same hold, and no limit counts the call.
  const held = { mode: 'doorstep', date: '2026-11-24', start: '11:00', items: cart('oil-change') };
  const model = 'royal-enfield/classic-350';
  const same = await call('hold_slot', { request_id, model, ...held, phone: '90000 00079' }, minutesLater(7));
  assert.equal(same['expires_at'], hold['expires_at']);
  assert.equal(await rejectionOf(call('extend_hold', { request_id }, minutesLater(8))), 'PT409 extended');

  await book({ request_id, phone: '90000 00079', name: 'Ravi Kale' }, minutesLater(10));
  await db.sql`update public.package_prices set price = price - 100`;
  assert.ok((await states()).includes('claimed'));
  assert.equal(await rejectionOf(call('get_offer', { token }, minutesLater(11))), 'PT409 claimed');
  assert.deepEqual(await call('leave_waitlist', { token: joined['token'] }, minutesLater(12)), { state: 'claimed' });
  assert.equal(await taken(), 3);
});

test('an offer expires after 20 minutes: the next entry gets the place, and the old link answers with free times', async () => {
  await join();
  await join({}, minutesLater(1));
  await cancel(full[0]!);
  await offer(minutesLater(2));
  const token = await claimToken(minutesLater(2));
  assert.equal(await offer(minutesLater(21.9)), 0);
  assert.deepEqual(await states(), ['offered', 'waiting']);
  assert.equal(await offer(minutesLater(22)), 2);
  assert.deepEqual(await states(), ['lapsed', 'offered']);
  const over = await rejected(call('get_offer', { token }, minutesLater(23)));
  assert.deepEqual([over.code, over.hint], ['PT409', 'offer_over']);
  const details = JSON.parse(over.detail ?? '{}') as { alternatives: JsonObject[]; mode: string; request_id?: string };
  assert.equal(details.alternatives.length, 4);
  assert.deepEqual([details.mode, details.request_id], ['doorstep', undefined]);
  assert.equal(await taken(), 3);
});

test('an entry whose job does not fit is skipped and keeps its position', async () => {
  // A two-window job at 9 also needs 11, which is full; the short job of a later entry fits.
  for (let n = 0; n < 3; n += 1) await book({ time: '09:00' });
  await join({ ...long, time: '09:00' });
  await join({ time: '09:00' }, minutesLater(1));
  const at9 = await db.sql<
    { id: string }[]
  >`select id from public.service_bookings where booking_time = '09:00' limit 1`;
  await call('cancel_booking', { booking: at9[0]?.id }, minutesLater(2), admin);
  assert.equal(await offer(minutesLater(3)), 1);
  assert.deepEqual(await states(), ['waiting', 'offered']);
});

test('a move, an expired hold, a missing payment and more capacity release places', async () => {
  await join();
  await call('reschedule_booking', {
    booking: full[0]!.id,
    manage_token: full[0]!.manage_token,
    date: '2026-11-25',
    start: '11:00',
  });
  assert.equal(await offer(), 1);

  await db.sql`delete from public.waitlist`;
  await db.sql`delete from public.booking_places where hold_id is not null`;
  const request_id = randomUUID();
  const held = { request_id, mode: 'doorstep', date: '2026-11-24', start: '11:00', items: cart('oil-change') };
  await call('hold_slot', { ...held, model: 'royal-enfield/classic-350' });
  await join();
  assert.equal(await secondsToNext(minutesLater(4)), 6 * 60);
  assert.equal(await offer(minutesLater(9.9)), 0);
  assert.equal(await offer(minutesLater(10)), 1);
  assert.equal(await secondsToNext(minutesLater(11)), 19 * 60);

  await db.sql`delete from public.waitlist`;
  await db.sql`delete from public.booking_places where hold_id is not null`;
  await db.sql`update public.shop set payment_provider = 'local'`;
  await book({ payment: 'online' });
  await db.sql`update public.shop set payment_provider = null`;
  await join();
  assert.equal(await offer(minutesLater(14.9)), 0);
  assert.equal(await offer(minutesLater(15)), 1);

  await db.sql`delete from public.waitlist`;
  await db.sql`delete from public.booking_places where hold_id is not null`;
  await book({}, minutesLater(16));
  await join({}, minutesLater(16));
  assert.equal(await offer(minutesLater(17)), 0);
  await db.sql`insert into public.capacities (mode, weekday, window_start, places) values ('doorstep', 2, '11:00', 4)`;
  assert.equal(await offer(minutesLater(17)), 1);

  /** How long a worker may sleep, ignoring other messages. */
  async function secondsToNext(at: string): Promise<number | undefined> {
    return db.keep({ at }, async (tx) => {
      await tx`update public.message_outbox set status = 'dropped' where status = 'waiting'`;
      const [row] = await tx<{ seconds: number }[]>`select private.seconds_to_next_message() as seconds`;
      return row?.seconds;
    });
  }
});

test('no offer is made in weather mode, too soon or too late, and entries of past windows expire', async () => {
  await join();
  await cancel(full[0]!);
  await db.sql`insert into public.weather_days (date, note) values ('2026-11-24', 'Rain')`;
  assert.equal(await offer(), 0);
  await db.sql`delete from public.weather_days`;
  assert.equal(await offer('2026-11-24T09:30:00+05:30'), 0);
  assert.deepEqual(await states(), ['waiting']);
  assert.equal(await offer('2026-11-24T11:00:00+05:30'), 1);
  assert.deepEqual(await states(), ['lapsed']);
});

test('an entry that has left is skipped, and a released offer goes to the next entry', async () => {
  const [first, second] = [await join(), await join({}, minutesLater(1))];
  await join({}, minutesLater(2));
  assert.deepEqual(await call('leave_waitlist', { token: first['token'] }), { state: 'left' });
  assert.deepEqual(await call('leave_waitlist', { token: first['token'] }), { state: 'left' });
  await cancel(full[0]!);
  await offer(minutesLater(3));
  assert.deepEqual(await states(), ['left', 'offered', 'waiting']);
  assert.deepEqual(await call('leave_waitlist', { token: second['token'] }, minutesLater(4)), { state: 'left' });
  await offer(minutesLater(4));
  assert.deepEqual(await states(), ['left', 'left', 'offered']);
  const messages = await db.sql`select status from public.message_outbox where kind = 'place_free' order by id`;
  assert.equal(messages.length, 2);
  // The message of a released offer is not sent; that of the current offer is.
  await claimToken(minutesLater(5));
});

test('an offered place goes to the next entry when its owner holds another window', async () => {
  await join();
  await join({}, minutesLater(1));
  await cancel(full[0]!);
  await offer(minutesLater(2));
  const { request_id } = await call('get_offer', { token: await claimToken(minutesLater(2)) }, minutesLater(3));
  const other = { mode: 'doorstep', date: '2026-11-24', start: '14:00', items: cart('oil-change') };
  await call('hold_slot', { request_id, ...other, model: 'royal-enfield/classic-350' }, minutesLater(4));
  assert.deepEqual(await states(), ['lapsed', 'waiting']);
  assert.equal(await offer(minutesLater(4)), 1);
  assert.deepEqual(await states(), ['lapsed', 'offered']);
});

test('concurrent workers, bookings, holds, cancellations and claims never exceed capacity or repeat an offer', async () => {
  for (let n = 0; n < 6; n += 1) await join({}, minutesLater(n / 60));
  const at = minutesLater(5);
  const quietly = (work: Promise<unknown>): Promise<unknown> =>
    work.catch((error: { code?: string }) => {
      // A rejection with a code is a valid answer; a deadlock or a constraint violation is not.
      assert.match(String(error.code), /^PT/);
    });
  for (let round = 0; round < 6; round += 1) {
    const standing = await db.sql<{ id: string }[]>`
      select id from public.service_bookings where status = 'confirmed' and booking_time = '11:00' order by random() limit 2`;
    const offers = await db.sql<{ request: string }[]>`
      select offer_request_id as request from public.waitlist where state = 'offered'`;
    await Promise.all([
      ...standing.map(({ id }) => quietly(call('cancel_booking', { booking: id }, at, admin))),
      ...[1, 2, 3, 4].map(() => offer(at)),
      ...offers.slice(0, 1).map(({ request }) => quietly(book({ request_id: request }, at))),
      ...offers.slice(1, 2).map(({ request }) => quietly(call('release_hold', { request_id: request }, at))),
      quietly(book({}, at)),
      quietly(join({}, at)),
    ]);
    const [row] = await db.sql<{ most: number }[]>`
      select coalesce(max(n), 0)::int as most from (
        select count(*) as n from public.booking_places where booking_date = '2026-11-24' and mode = 'doorstep' group by window_start
      ) t`;
    assert.ok(row && row.most <= 3, `${row?.most} places are taken`);
  }
  const twice = await db.sql`
    select waitlist_id from private.slot_holds where waitlist_id is not null group by 1 having count(*) > 1`;
  assert.equal(twice.length, 0);
  const [row] = await db.sql<{ wrong: number }[]>`
    select count(*)::int as wrong from public.waitlist w
    where (w.state = 'offered') <> exists (
      select from public.booking_places p join private.slot_holds h on h.id = p.hold_id where h.waitlist_id = w.id
    )`;
  assert.equal(row?.wrong, 0);
});
