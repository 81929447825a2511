import assert from 'node:assert/strict';
import { test } from 'node:test';
import { openOutbox, withMail } from './outbox-messages.ts';
import { rejected, rpc } from './open-database.ts';
import type { Actor, JsonObject, Tx } from './open-database.ts';
import { bookingRequest, cart, mondayMorning } from './booking-request.ts';

const { db, admin, owner, call, book, messages, claim, toSend, deliver, status } = await openOutbox();

const tuesday = '2026-11-24';

function setWeather(as: Actor, args: JsonObject): Promise<JsonObject> {
  return db.keep({ as, at: mondayMorning }, (tx) => rpc(tx, 'set_weather_mode', args));
}

interface Day {
  note: string | null;
  windows: { why: string | null }[];
}

async function dayOf(tx: Tx, mode: string): Promise<Day | undefined> {
  const list = await rpc(tx, 'list_slots', { mode, from_date: tuesday, days: 1 });
  return (list['days'] as Day[])[0];
}

test('in weather mode no doorstep window is free, while pickup and workshop continue', async () => {
  const set = await setWeather(admin, { day: tuesday, enabled: true, note: 'Red alert for rain' });
  assert.deepEqual(set, { date: tuesday, note: 'Red alert for rain', told: 0 });
  await db.undo({ as: 'anon', at: mondayMorning }, async (tx) => {
    const gate = await dayOf(tx, 'doorstep');
    assert.equal(gate?.note, 'Red alert for rain');
    assert.deepEqual(new Set(gate.windows.map(({ why }) => why)), new Set(['weather']));
    for (const mode of ['pickup', 'workshop']) {
      const other = await dayOf(tx, mode);
      assert.equal(other?.note, null);
      assert.deepEqual(new Set(other.windows.map(({ why }) => why)), new Set([null]));
    }
  });
});

test('the first free window and the nearest ones are on other days', async () => {
  await setWeather(admin, { day: '2026-11-23', enabled: true });
  const list = await db.undo({ as: 'anon', at: mondayMorning }, (tx) => rpc(tx, 'list_slots', { mode: 'doorstep' }));
  assert.deepEqual(list['first_free'], {
    date: tuesday,
    start: '09:00',
    end: '11:00',
    free: 3,
    free_until: '2026-11-24T01:30:00+00:00',
  });
  assert.deepEqual(
    (list['alternatives'] as { date: string }[]).map(({ date }) => date),
    [tuesday, tuesday, tuesday, tuesday],
  );
});

test('a doorstep booking is rejected with the alternatives', async () => {
  await setWeather(admin, { day: tuesday, enabled: true });
  const book = (changes: JsonObject): Promise<JsonObject> =>
    db.undo({ as: 'anon', at: mondayMorning }, (tx) =>
      rpc(tx, 'create_booking', { request: bookingRequest({ items: cart('oil-change'), ...changes }) }),
    );
  const error = await rejected(book({}));
  assert.deepEqual([error.code, error.hint], ['PT422', 'time_weather']);
  assert.equal(error.detail, '{"note": "Heavy rain: no work at the gate"}');
  assert.equal((await book({ mode: 'pickup' }))['status'], 'confirmed');
});

test('switching it off restores the day; switching it on twice replaces the message', async () => {
  await setWeather(admin, { day: tuesday, enabled: true });
  await setWeather(admin, { day: tuesday, enabled: true, note: 'Ghat road closed' });
  assert.deepEqual(await setWeather(admin, { day: tuesday, enabled: false }), { date: tuesday, note: null, told: 0 });
  const day = await db.undo({ as: 'anon', at: mondayMorning }, (tx) => dayOf(tx, 'doorstep'));
  assert.deepEqual([day?.note, day?.windows[0]?.why], [null, null]);
});

test('only an admin can switch it on, and only for today or later', async () => {
  assert.equal((await rejected(setWeather(owner, { day: tuesday, enabled: true }))).code, 'PT403');
  assert.equal((await rejected(setWeather('anon', { day: tuesday, enabled: true }))).code, '42501');
  assert.equal((await rejected(setWeather(admin, { day: '2026-11-22', enabled: true }))).hint, 'day');
  assert.equal((await rejected(setWeather(admin, { day: null, enabled: true }))).hint, 'day');
  assert.equal((await rejected(setWeather(admin, { day: tuesday, enabled: true, note: 'x' }))).hint, 'weather_note');
});

const rain = async (enabled: boolean, at = mondayMorning): Promise<unknown> =>
  (await call(admin, 'set_weather_mode', { day: tuesday, enabled }, at))['told'];
const newsOfRain = async (booking: string): Promise<string[]> =>
  (await messages(booking)).filter((words) => words.includes('weather'));

test('weather mode sends a message to every upcoming doorstep visit and to no other booking', async () => {
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

test('switching it off and on again sends one message per booking, also to bookings without one so far', async () => {
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

test('the weather message is dropped when its booking is cancelled, moved or past before it is sent', async () => {
  const [cancelled, moved] = [await book(), await book()];
  const at = '2026-11-23T09:00:00+05:30';
  await deliver(at);
  const late = await book({ time: '09:00' }, at);
  await deliver(at);
  await rain(true, at);
  await call(owner, 'cancel_booking', { booking: cancelled }, at);
  await call(owner, 'reschedule_booking', { booking: moved, date: '2026-11-25', start: '11:00' }, at);
  assert.deepEqual(await deliver('2026-11-24T11:00:00+05:30'), ['change sms', 'reminder_24h sms']);
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

test('a worker reads the message that staff wrote, if any', async () => {
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
