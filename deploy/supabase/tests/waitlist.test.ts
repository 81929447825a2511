import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { after, before, beforeEach, test } from 'node:test';
import { bookingRequest, cart, mondayMorning } from './booking-request.ts';
import { openDatabase, refused, rpc } from './open-database.ts';
import type { Actor, Json, TestDatabase } from './open-database.ts';

/* The gate on Tuesday at 11: three places, all booked, on Monday at 8. */
let db: TestDatabase;
let admin: Actor;
let customer: Actor;
let full: { id: string; manage_token: string }[];
before(async () => {
  db = await openDatabase({ connections: 12 });
  admin = { user: await db.addUser('admin@example.com') };
  customer = { user: await db.addUser('customer@example.com') };
  await db.sql`insert into public.user_roles values (${admin.user}, 'admin')`;
});
beforeEach(async () => {
  await db.sql.unsafe(`
    delete from public.service_bookings; delete from public.waitlist; delete from private.slot_holds;
    delete from public.weather_days; delete from public.capacities where weekday is not null;`);
  full = await Promise.all([1, 2, 3].map(() => book()));
});
after(() => db.close());

const minutesLater = (minutes: number): string => new Date(Date.parse(mondayMorning) + minutes * 60_000).toISOString();
function call(name: string, args: Json, at = mondayMorning, as: Actor = 'anon'): Promise<Json> {
  return db.keep({ as, at }, (tx) => rpc(tx, name, args));
}
async function book(changes: Json = {}, at = mondayMorning): Promise<{ id: string; manage_token: string }> {
  return (await call('create_booking', { request: bookingRequest(changes) }, at)) as {
    id: string;
    manage_token: string;
  };
}
async function cancel({ id, manage_token }: { id: string; manage_token: string }, at = mondayMorning): Promise<void> {
  await call('cancel_booking', { booking: id, manage_token }, at);
}

let lastPhone = 9_000_001_000;
const wish = (changes: Json = {}): Json => ({
  request_id: randomUUID(),
  mode: 'doorstep',
  date: '2026-11-24',
  time: '11:00',
  model: 'royal-enfield/classic-350',
  items: cart('oil-change'),
  name: 'Ravi Kale',
  phone: String((lastPhone += 1)),
  ...changes,
});
const long = { items: cart('general-service') };
function join(changes: Json = {}, at = mondayMorning, as: Actor = 'anon'): Promise<Json> {
  return call('join_waitlist', { request: wish(changes) }, at, as);
}
/** What a worker does: asks until there is nothing left to do. */
async function offer(at = mondayMorning): Promise<number> {
  for (let all = 0; ;) {
    const [row] = await db.keep({ at }, (tx) => tx<{ n: number }[]>`select private.offer_waitlist_places() as n`);
    if (!row?.n) return all;
    all += row.n;
  }
}
/** The state of each entry, in the order in which they joined. */
async function states(): Promise<string[]> {
  const rows = await db.sql<{ state: string }[]>`select state from public.waitlist order by created_at, id`;
  return rows.map(({ state }) => state);
}
/** The link of the one offer that is on its way, as the worker sends it. */
async function claimToken(at = mondayMorning): Promise<string> {
  const tokens = await db.keep({ at }, async (tx) => {
    const claims = await tx<
      { message: string; attempt: number; kind: string }[]
    >`select * from private.claim_messages(50)`;
    const found: string[] = [];
    for (const { message, attempt } of claims) {
      const [row] = await tx<
        { content: Json | null }[]
      >`select private.message_to_send(${message}, ${attempt}) as content`;
      if (row?.content?.['kind'] === 'place_free') found.push(String(row.content['claim_token']));
      await tx`select private.message_sent(${message})`;
    }
    return found;
  });
  assert.equal(new Set(tokens).size, 1);
  return tokens[0] ?? '';
}
async function taken(): Promise<number> {
  const [row] = await db.sql<{ n: number }[]>`
    select count(*)::int as n from public.booking_places
    where booking_date = '2026-11-24' and mode = 'doorstep' and window_start = '11:00'`;
  return row?.n ?? 0;
}
const hintOf = async (work: Promise<unknown>): Promise<string> => {
  const { code, hint } = await refused(work);
  return `${code} ${hint}`;
};

test('who joins a full window learns the place in line; the same request says the same', async () => {
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

test('what a booking would not take, the line does not take either', async () => {
  const refusals: [Json, string][] = [
    [{ request_id: 'x' }, 'PT422 request_id'],
    [{ mode: 'home' }, 'PT422 mode'],
    [{ date: '2026-02-30' }, 'PT422 date'],
    [{ time: '25:00' }, 'PT422 time'],
    [{ time: '11:30' }, 'PT422 time'],
    [{ name: '' }, 'PT422 name'],
    [{ phone: '5822012345' }, 'PT422 phone'],
    [{ email: 'ravi' }, 'PT422 email'],
    [{ items: cart('no-such-thing') }, 'PT422 items'],
    [{ model: 'no/bike' }, 'PT422 model'],
    [{ website: 'spam' }, 'PT422 website'],
    [{ date: '2026-11-20' }, 'PT422 time_past'],
    [{ date: '2027-03-01' }, 'PT422 time_too_far'],
    [{ ...long, time: '16:00' }, 'PT422 time_too_long'],
    [{ time: '14:00' }, 'PT409 free'],
    [{ mode: 'workshop' }, 'PT409 free'],
  ];
  for (const [changes, expected] of refusals) assert.equal(await hintOf(join(changes)), expected);
  await db.sql`insert into public.weather_days (date, note) values ('2026-11-24', 'Rain')`;
  assert.equal(await hintOf(join()), 'PT422 time_weather');
  assert.deepEqual(await states(), []);
});

test('a number stands in a line once, in three lines at most, and ten wait for a window; admins may do more', async () => {
  const phone = '90000 00077';
  await join({ phone });
  assert.equal(await hintOf(join({ phone })), 'PT409 in_line');
  for (const time of ['09:00', '14:00', '16:00']) for (let n = 0; n < 3; n += 1) await book({ time });
  await join({ phone, time: '09:00' });
  await join({ phone, time: '14:00' });
  const tooMany = await refused(join({ phone, time: '16:00' }));
  assert.deepEqual([tooMany.code, tooMany.hint], ['PT429', 'too_many_waits']);
  assert.ok((JSON.parse(tooMany.detail ?? '{}') as { retry_after: number }).retry_after > 0);
  await join({ phone, time: '16:00' }, mondayMorning, admin);
  for (let n = 0; n < 9; n += 1) await join();
  assert.equal(await hintOf(join()), 'PT429 too_many_in_line');
});

test('two that ask at once for one number: one of them is in line', async () => {
  const phone = '90000 00078';
  const answers = await Promise.all(
    Array.from({ length: 8 }, () => join({ phone }).catch((error: { hint?: string }) => error.hint)),
  );
  assert.deepEqual(answers.filter((answer) => answer === 'in_line').length, 7);
  assert.deepEqual(await states(), ['waiting']);
});

test('a place that frees goes to the first in line, for 20 minutes, with a message; others see it as taken', async () => {
  await join({ email: 'ravi@example.com' });
  await join({}, minutesLater(1));
  assert.equal(await offer(), 0);
  const [first] = full;
  await cancel(first!);
  assert.equal(await offer(minutesLater(2)), 1);
  assert.equal(await offer(minutesLater(2)), 0);
  assert.deepEqual(await states(), ['offered', 'waiting']);
  const [entry] = await db.sql`select offered_at, offer_ends_at from public.waitlist where state = 'offered'`;
  assert.equal((entry?.['offer_ends_at'] as Date).getTime() - (entry?.['offered_at'] as Date).getTime(), 20 * 60_000);
  assert.equal(await taken(), 3);
  assert.equal(await hintOf(book({}, minutesLater(3))), 'PT409 slot_taken');
  const told = await db.sql<{ channel: string; recipient: string }[]>`
    select channel, recipient from public.message_outbox where kind = 'place_free' order by id`;
  assert.deepEqual(
    told.map(({ channel }) => channel),
    ['mail', 'sms'],
  );
  assert.equal(told[0]?.recipient, 'ravi@example.com');
});

test('the link opens the window, the cart and the number, and books it', async () => {
  const joined = await join({ name: 'Ravi Kale', phone: '90000 00079', email: 'ravi@example.com' });
  await cancel(full[0]!);
  await offer(minutesLater(1));
  const token = await claimToken(minutesLater(2));
  const found = await call('get_offer', { token }, minutesLater(6));
  const { vehicle, items, hold, request_id, ...rest } = found as Json & { items: Json[]; hold: Json; vehicle: Json };
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
    },
  ]);
  assert.deepEqual([hold['seconds_left'], hold['can_extend']], [15 * 60, false]);
  // The browser asks once more for the window it has: it is the same hold, and no limit counts it.
  const held = { mode: 'doorstep', date: '2026-11-24', start: '11:00', items: cart('oil-change') };
  const model = 'royal-enfield/classic-350';
  const same = await call('hold_slot', { request_id, model, ...held, phone: '90000 00079' }, minutesLater(7));
  assert.equal(same['expires_at'], hold['expires_at']);
  assert.equal(await hintOf(call('extend_hold', { request_id }, minutesLater(8))), 'PT409 extended');

  await book({ request_id, phone: '90000 00079', name: 'Ravi Kale' }, minutesLater(10));
  assert.ok((await states()).includes('claimed'));
  assert.equal(await hintOf(call('get_offer', { token }, minutesLater(11))), 'PT409 claimed');
  assert.deepEqual(await call('leave_waitlist', { token: joined['token'] }, minutesLater(12)), { state: 'claimed' });
  assert.equal(await taken(), 3);
});

test('after 20 minutes the offer is over: the next one gets the place, the old link says so with free times', async () => {
  await join();
  await join({}, minutesLater(1));
  await cancel(full[0]!);
  await offer(minutesLater(2));
  const token = await claimToken(minutesLater(2));
  assert.equal(await offer(minutesLater(21.9)), 0);
  assert.deepEqual(await states(), ['offered', 'waiting']);
  assert.equal(await offer(minutesLater(22)), 2);
  assert.deepEqual(await states(), ['lapsed', 'offered']);
  const over = await refused(call('get_offer', { token }, minutesLater(23)));
  assert.deepEqual([over.code, over.hint], ['PT409', 'offer_over']);
  const details = JSON.parse(over.detail ?? '{}') as { alternatives: Json[]; mode: string; request_id?: string };
  assert.equal(details.alternatives.length, 4);
  assert.deepEqual([details.mode, details.request_id], ['doorstep', undefined]);
  assert.equal(await taken(), 3);
});

test('whoever does not fit is passed, and stays first', async () => {
  // A two-window job at 9 needs 11 as well, where all is booked; the short one of somebody later fits.
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

test('places free by moving, by a hold that runs out, by no payment, and by more capacity', async () => {
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
  assert.equal(await secondsToNext(minutesLater(11), 'place_free'), 19 * 60);

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

  /** How long a worker may sleep, other messages aside. */
  async function secondsToNext(at: string, but = ''): Promise<number | undefined> {
    return db.keep({ at }, async (tx) => {
      await tx`update public.message_outbox set status = 'dropped' where status = 'waiting' and kind <> ${but}`;
      await tx`update public.message_outbox set status = 'dropped' where status = 'waiting'`;
      const [row] = await tx<{ seconds: number }[]>`select private.seconds_to_next_message() as seconds`;
      return row?.seconds;
    });
  }
});

test('in weather mode, too soon or past: nothing is offered, and who waited for what is over is closed', async () => {
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

test('who leaves is passed; who gives an offered place back lets the next one have it', async () => {
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
  // What was offered and left is not sent any more; what is offered is.
  await claimToken(minutesLater(5));
});

test('an offered place that is given up for another time goes to the next one', async () => {
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

test('tokens are stored hashed and open nothing else; unknown ones open nothing', async () => {
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
  assert.equal(await hintOf(call('get_offer', { token: leave }, minutesLater(2))), 'PT404 not_found');
  for (const token of ['', 'x', full[0]!.manage_token, '%']) {
    assert.equal(await hintOf(call('get_offer', { token }, minutesLater(2))), 'PT404 not_found');
    assert.equal(await hintOf(call('leave_waitlist', { token }, minutesLater(2))), 'PT404 not_found');
  }
  assert.equal(await hintOf(call('get_booking', { manage_token: claim }, minutesLater(2))), 'PT404 not_found');
});

test('visitors and customers read nothing of the line, staff all but the secrets', async () => {
  await join({}, mondayMorning, customer);
  const read = (as: Actor, columns: string): Promise<number> =>
    db.keep({ as }, async (tx) => (await tx.unsafe(`select ${columns} from public.waitlist`)).length);
  assert.equal((await refused(read('anon', 'id'))).code, '42501');
  assert.equal(await read(customer, 'id'), 0);
  assert.equal(await read(admin, 'customer_name, phone, state, created_at'), 1);
  for (const secret of ['request_id', 'offer_request_id', 'leave_hash', 'claim_hash', '*'])
    assert.equal((await refused(read(admin, secret))).code, '42501');
});

test('a week after the day nothing is left of who waited', async () => {
  await join();
  await offer('2026-12-01T12:00:00+05:30');
  assert.deepEqual(await states(), ['lapsed']);
  await offer('2026-12-02T00:00:00+05:30');
  assert.deepEqual(await states(), []);
});

test('four workers, bookings, holds, cancellations and claims at once: never above capacity, no offer twice', async () => {
  for (let n = 0; n < 6; n += 1) await join({}, minutesLater(n / 60));
  const at = minutesLater(5);
  const quietly = (work: Promise<unknown>): Promise<unknown> =>
    work.catch((error: { code?: string }) => {
      // A refusal in words is an answer; a deadlock or a broken key is not.
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
