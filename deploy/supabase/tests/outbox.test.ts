import assert from 'node:assert/strict';
import { after, before, beforeEach, test } from 'node:test';
import { bookingRequest, mondayMorning } from './booking-request.ts';
import { openDatabase, refused, rpc } from './open-database.ts';
import type { Actor, Json, TestDatabase } from './open-database.ts';
import { stepTo, tickAll } from './workshop.ts';

/* A booking for Tuesday 24 November at 11, made on Monday at 8: both reminders are still to come. */
let db: TestDatabase;
let owner: Actor;
let admin: Actor;
before(async () => {
  db = await openDatabase();
  owner = { user: await db.addUser('owner@example.com') };
  admin = { user: await db.addUser('admin@example.com') };
  await db.sql`insert into public.user_roles values (${admin.user}, 'admin')`;
});
beforeEach(async () => {
  await db.sql`delete from public.service_bookings`;
  await db.sql`delete from public.weather_days`;
});
after(() => db.close());

function call(as: Actor, name: string, args: Json, at = mondayMorning): Promise<Json> {
  return db.keep({ as, at }, (tx) => rpc(tx, name, args));
}
async function book(changes: Json = {}, at = mondayMorning): Promise<string> {
  return String((await call(owner, 'create_booking', { request: bookingRequest(changes) }, at))['id']);
}
const withMail = { email: 'asha@example.com' };

/** Every message of a booking, in words: version, kind, channel, status and when it is due. */
async function messages(booking: string): Promise<string[]> {
  const rows = await db.sql<{ words: string }[]>`
    select concat_ws(' ', version, kind, channel, status, to_char(due_at at time zone 'Asia/Kolkata', 'DD HH24:MI')) as words
    from public.message_outbox where booking_id = ${booking} order by id`;
  return rows.map(({ words }) => words);
}
const waiting = async (booking: string): Promise<string[]> =>
  (await messages(booking))
    .filter((words) => words.includes(' waiting '))
    .map((words) => words.replace(' waiting', ''));

interface Claim {
  message: string;
  attempt: number;
  kind: string;
  channel: string;
}
async function claim(at: string, most = 100): Promise<Claim[]> {
  const rows = await db.keep(
    { at },
    (tx) => tx<Claim[]>`select * from private.claim_messages(${most}) order by message`,
  );
  return [...rows];
}
async function toSend({ message, attempt }: Claim, at: string): Promise<Json | null> {
  const [row] = await db.keep(
    { at },
    (tx) => tx<{ content: Json | null }[]>`select private.message_to_send(${message}, ${attempt}) as content`,
  );
  return row?.content ?? null;
}
async function sent({ message }: Claim, at: string): Promise<void> {
  await db.keep({ at }, (tx) => tx`select private.message_sent(${message})`);
}
async function failed({ message, attempt }: Claim, at: string, forGood = false): Promise<string | null> {
  const [row] = await db.keep(
    { at },
    (tx) => tx<{ status: string | null }[]>`
      select private.message_failed(${message}, ${attempt}, 'No answer', ${forGood}) as status`,
  );
  return row?.status ?? null;
}
/** Sends what is due, and says what that was. */
async function deliver(at: string): Promise<string[]> {
  const told: string[] = [];
  for (const one of await claim(at)) {
    if ((await toSend(one, at)) === null) continue;
    await sent(one, at);
    told.push(`${one.kind} ${one.channel}`);
  }
  return told.sort();
}
const status = async (booking: string, to: string, at = mondayMorning): Promise<unknown> =>
  call(admin, 'set_booking_status', { booking, ...stepTo(to), mechanic: 'Sagar' }, at);

test('a booking is confirmed at once and reminded of 24 and 2 hours before, by SMS and by mail', async () => {
  assert.deepEqual(await waiting(await book(withMail)), [
    '0 confirmation mail 23 08:00',
    '0 confirmation sms 23 08:00',
    '0 reminder_24h mail 23 11:00',
    '0 reminder_24h sms 23 11:00',
    '0 reminder_2h mail 24 09:00',
    '0 reminder_2h sms 24 09:00',
  ]);
});

test('without an e-mail address there is an SMS only; reminders that would lie in the past are not written', async () => {
  assert.deepEqual(await waiting(await book({}, '2026-11-23T12:00:00+05:30')), [
    '0 confirmation sms 23 12:00',
    '0 reminder_2h sms 24 09:00',
  ]);
});

test('the same request again, twice at once and later, adds nothing', async () => {
  const request = bookingRequest(withMail);
  const [first, second] = await Promise.all([1, 2].map(() => call(owner, 'create_booking', { request })));
  await call(owner, 'create_booking', { request }, '2026-11-23T09:00:00+05:30');
  assert.equal(first?.['id'], second?.['id']);
  assert.equal((await messages(String(first?.['id']))).length, 6);
});

test('a booking that waits for its payment is confirmed when it is paid, and one that expires is never', async () => {
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
    db.keep({ at: mondayMorning }, (tx) => tx`select private.go(${booking}, 'system', ${to}, null)`);
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

test('moved twice: each change is told, old reminders are dropped, new ones come', async () => {
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

test('moved to its own time, or refused: nothing is written', async () => {
  const booking = await book();
  const before = await messages(booking);
  await call(owner, 'reschedule_booking', { booking, date: '2026-11-24', start: '11:00' });
  await refused(call(owner, 'reschedule_booking', { booking, date: '2026-11-22', start: '11:00' }));
  assert.deepEqual(await messages(booking), before);
});

test('a cancellation drops everything that waits and is told once, whoever cancels and how often', async () => {
  const booking = await book(withMail);
  assert.deepEqual(await deliver(mondayMorning), ['confirmation mail', 'confirmation sms']);
  await call(owner, 'cancel_booking', { booking }, '2026-11-23T10:00:00+05:30');
  await call(admin, 'cancel_booking', { booking }, '2026-11-23T10:30:00+05:30');
  assert.deepEqual(await waiting(booking), ['1 cancellation mail 23 10:00', '1 cancellation sms 23 10:00']);
  assert.deepEqual(await deliver('2026-11-25T00:00:00+05:30'), ['cancellation mail', 'cancellation sms']);
});

test('reminders that are due, taken and then overtaken by a cancellation are not sent', async () => {
  const booking = await book();
  await deliver(mondayMorning);
  const late = '2026-11-23T11:05:00+05:30';
  const [reminder] = await claim(late);
  assert.equal(reminder?.kind, 'reminder_24h');
  await call(owner, 'cancel_booking', { booking }, late);
  // The cancellation waits until the worker has let go of what it took before.
  assert.deepEqual(await claim(late), []);
  assert.equal(await toSend(reminder, late), null);
  assert.deepEqual(await deliver(late), ['cancellation sms']);
  assert.equal((await messages(booking)).filter((words) => words.includes(' sent ')).length, 2);
});

test('what came too late is not sent: the day-before reminder when the next is due, that one after the window began', async () => {
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
    await status(booking, to, at);
    if (to === 'in_service') await tickAll(db.sql);
  }
}

test('nobody there, or done: what waits is dropped; who was not there is told', async () => {
  const missed = await book();
  await status(missed, 'assigned');
  const waited = '2026-11-24T11:15:00+05:30';
  await status(missed, 'no_show', waited);
  assert.deepEqual(await waiting(missed), ['0 no_show sms 24 11:15']);
  assert.equal((await messages(missed)).length, 4);
  assert.deepEqual(await deliver(waited), ['no_show sms']);
  const done = await book();
  await finish(done);
  assert.deepEqual(await waiting(done), ['0 review sms 24 08:00']);
  assert.equal((await messages(done)).length, 4);
});

test('24 hours after the work the customer is asked once how we did, while a second look is free', async () => {
  const evening = '2026-11-24T17:00:00+05:30';
  const booking = await book(withMail);
  await deliver(mondayMorning);
  await finish(booking, evening);
  assert.deepEqual(await waiting(booking), ['0 review mail 25 17:00', '0 review sms 25 17:00']);
  assert.deepEqual(await deliver('2026-11-25T16:59:59+05:30'), []);
  assert.deepEqual(await deliver('2026-11-25T17:00:00+05:30'), ['review mail', 'review sms']);
  assert.deepEqual(await deliver('2026-11-26T12:00:00+05:30'), []);
  const forgotten = await book({ time: '09:00' });
  await finish(forgotten, evening);
  assert.deepEqual(await deliver('2026-11-26T17:00:00+05:30'), []);
});

test('who is not done after all is not asked; done again, a day after that, and never twice', async () => {
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
  assert.deepEqual(await waiting(booking), ['0 review sms 26 15:00']);
  assert.deepEqual(await deliver('2026-11-26T15:00:00+05:30'), ['review sms']);
  await set('ready', null);
  await set('completed', '2026-11-26T16:00:00+05:30');
  assert.deepEqual(await deliver('2026-11-27T16:00:00+05:30'), []);
});

const tuesday = '2026-11-24';
const rain = async (enabled: boolean, at = mondayMorning): Promise<unknown> =>
  (await call(admin, 'set_weather_mode', { day: tuesday, enabled }, at))['told'];
const newsOfRain = async (booking: string): Promise<string[]> =>
  (await messages(booking)).filter((words) => words.includes('weather'));

test('in weather mode everybody whose visit to the gate is still to come is told, and nobody else', async () => {
  const gate = await book(withMail);
  const others = [
    await book({ mode: 'workshop' }),
    await book({ mode: 'pickup' }),
    await book({ date: '2026-11-25' }),
    await book({ time: '14:00' }),
    await book({ time: '14:00' }),
  ];
  await call(owner, 'cancel_booking', { booking: others[3] });
  for (const to of ['assigned', 'on_the_way', 'inspecting']) await status(others[4] ?? '', to);
  assert.equal(await rain(true), 1);
  assert.deepEqual(await newsOfRain(gate), ['0 weather mail waiting 23 08:00', '0 weather sms waiting 23 08:00']);
  assert.deepEqual((await Promise.all(others.map(newsOfRain))).flat(), []);
  assert.equal(await rain(false), 0);
  // On the day itself, when the window is over.
  assert.equal(await rain(true, '2026-11-24T13:00:00+05:30'), 0);
});

test('switched on again, off and on again: nobody is told twice, and who was not told yet is told then', async () => {
  const booking = await book();
  await deliver(mondayMorning);
  assert.equal(await rain(true), 1);
  assert.equal(await rain(true), 0);
  assert.equal(await rain(false), 0);
  assert.deepEqual(await deliver(mondayMorning), []);
  assert.equal(await rain(true), 1);
  assert.deepEqual(await deliver(mondayMorning), ['weather sms']);
  assert.equal(await rain(false), 1);
  assert.equal(await rain(true), 0);
  assert.deepEqual(await deliver(mondayMorning), []);
  assert.deepEqual(await newsOfRain(booking), ['0 weather sms sent 23 08:00']);
});

test('cancelled, moved or over before it was sent: nobody hears of the rain any more', async () => {
  const [cancelled, moved] = [await book(), await book()];
  const at = '2026-11-23T09:00:00+05:30';
  await deliver(at);
  const late = await book({ time: '09:00' }, at);
  await deliver(at);
  await rain(true, at);
  await call(owner, 'cancel_booking', { booking: cancelled }, at);
  await call(owner, 'reschedule_booking', { booking: moved, date: '2026-11-25', start: '11:00' }, at);
  assert.deepEqual(await deliver('2026-11-24T11:00:00+05:30'), ['cancellation sms', 'change sms', 'reminder_24h sms']);
  assert.deepEqual(await newsOfRain(late), ['0 weather sms dropped 23 09:00']);
  const [taken] = [await book({ date: '2026-11-25' }, at)];
  await db.sql`insert into public.weather_days (date, note) values ('2026-11-25', 'Rain')`;
  await db.sql`delete from public.message_outbox`;
  await call(admin, 'set_weather_mode', { day: '2026-11-25', enabled: true }, at);
  const claims = await claim(at);
  await call(owner, 'cancel_booking', { booking: taken }, at);
  const told = await Promise.all(
    claims.map(async (one) => (await toSend(one, at))?.['booking'] as { id: string } | undefined),
  );
  assert.deepEqual(told.map((one) => one?.id).filter(Boolean), [moved]);
});

test('a worker reads what staff say of the weather, and nothing where it simply rains', async () => {
  const said = async (note?: string): Promise<unknown> => {
    await rain(false);
    await db.sql`delete from public.service_bookings`;
    await book();
    // One at a time for each booking and channel: the confirmation goes first.
    await deliver(mondayMorning);
    await call(admin, 'set_weather_mode', { day: tuesday, enabled: true, ...(note ? { note } : {}) });
    const [one] = (await claim(mondayMorning)).filter(({ kind }) => kind === 'weather');
    return one && (await toSend(one, mondayMorning))?.['weather_note'];
  };
  assert.equal(await said(), null);
  assert.equal(await said('Ghat road closed'), 'Ghat road closed');
});

test('each time extra work waits for an answer the customer learns of it, unless it was answered before', async () => {
  const booking = await book();
  await deliver(mondayMorning);
  for (const to of ['assigned', 'on_the_way', 'inspecting']) await status(booking, to);
  const items = [{ name: 'Brake pads', reason: 'Worn to 1 mm', price: 600, minutes: 30 }] as unknown as Json;
  const propose = (): Promise<Json> => call(admin, 'propose_extra_work', { booking, items });
  const first = (await propose())['extra_work'] as { id: string }[];
  assert.deepEqual(await waiting(booking), ['1 extra_work sms 23 08:00']);
  await call(owner, 'answer_extra_work', { line: first[0]?.id, approve: true });
  assert.deepEqual(await deliver(mondayMorning), []);
  await propose();
  assert.deepEqual(await deliver(mondayMorning), ['extra_work sms']);
  assert.deepEqual((await messages(booking)).slice(-2), [
    '1 extra_work sms dropped 23 08:00',
    '2 extra_work sms sent 23 08:00',
  ]);
});

test('an account that takes a booking over, a fee and a repeated status tell nobody anything', async () => {
  const booking = await book();
  const before = await messages(booking);
  await call(admin, 'set_booking_fee', { booking, fee: 50, note: 'Agreed' });
  await status(booking, 'assigned');
  await db.sql`update public.service_bookings set version = 7, user_id = null where id = ${booking}`;
  assert.deepEqual(await messages(booking), before);
  const [row] = await db.sql`select version from public.service_bookings`;
  assert.equal(row?.['version'], 0, 'nobody sets the version by hand');
});

test('a worker gets the booking as its customer sees it, with the token that opens it', async () => {
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

test('a claimed message belongs to one worker until its time is over, and then to the next', async () => {
  await book();
  const [first] = await claim(mondayMorning);
  assert.ok(first);
  assert.deepEqual(await claim('2026-11-23T08:01:59+05:30'), []);
  const later = '2026-11-23T08:02:00+05:30';
  const [second] = await claim(later);
  assert.deepEqual([second?.message, second?.attempt], [first.message, 2]);
  // The first one comes back: it is not given the text, and its failure does not end the other's claim.
  assert.equal(await toSend(first, later), null);
  assert.equal(await failed(first, later), null);
  assert.deepEqual(await claim(later), []);
  assert.ok(second && (await toSend(second, later)));
  // But that it has sent after all is believed: nothing is sent a third time.
  await sent(first, later);
  assert.deepEqual(await claim('2026-11-23T08:30:00+05:30'), []);
});

test('a failure is tried again after twice the pause each time, at most an hour, twelve times', async () => {
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

test('what no further try can help has failed at once; an admin has it tried again, nobody else', async () => {
  const booking = await book();
  const [message] = await claim(mondayMorning);
  assert.ok(message);
  assert.equal(await failed(message, mondayMorning, true), 'failed');
  const retry = (as: Actor): Promise<Json> => call(as, 'retry_message', { message: message.message });
  assert.equal((await refused(retry(owner))).code, 'PT403');
  assert.equal((await refused(retry('anon'))).code, '42501');
  assert.equal((await retry(admin))['status'], 'waiting');
  assert.equal((await refused(retry(admin))).hint, 'not_failed');
  assert.deepEqual(await deliver(mondayMorning), ['confirmation sms']);
  assert.equal((await refused(call(admin, 'retry_message', { message: 0 }))).code, 'PT404');
  assert.deepEqual((await messages(booking))[0], '0 confirmation sms sent 23 08:00');
});

test('a failed message of a booking that has changed since is not sent again', async () => {
  const booking = await book();
  const [message] = await claim(mondayMorning);
  assert.ok(message);
  await failed(message, mondayMorning, true);
  await call(owner, 'cancel_booking', { booking });
  const again = await refused(call(admin, 'retry_message', { message: message.message }));
  assert.deepEqual([again.code, again.hint], ['PT409', 'not_current']);
});

test('two workers that ask at once never get the same message', async () => {
  for (let n = 0; n < 4; n += 1)
    await book({ ...withMail, mode: n % 2 ? 'workshop' : 'doorstep', date: `2026-11-${24 + (n >> 1)}` });
  const at = mondayMorning;
  const taken = (await Promise.all(Array.from({ length: 8 }, () => claim(at, 1)))).flat();
  assert.equal(taken.length, 8);
  assert.equal(new Set(taken.map(({ message }) => message)).size, 8);
});
