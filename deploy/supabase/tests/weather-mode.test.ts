import assert from 'node:assert/strict';
import { after, before, beforeEach, test } from 'node:test';
import { openDatabase, refused, rpc } from './open-database.ts';
import type { Actor, Json, TestDatabase, Tx } from './open-database.ts';
import { bookingRequest, cart, mondayMorning } from './booking-request.ts';

let db: TestDatabase;
let admin: Actor;
let customer: Actor;
before(async () => {
  db = await openDatabase();
  admin = { user: await db.addUser('admin@example.com') };
  customer = { user: await db.addUser('customer@example.com') };
  await db.sql`insert into public.user_roles values (${admin.user}, 'admin')`;
});
beforeEach(() => db.sql`delete from public.weather_days`.then(() => undefined));
after(() => db.close());

const tuesday = '2026-11-24';

function setWeather(as: Actor, args: Json): Promise<Json> {
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

test('in weather mode nothing is free at the gate, while pickup and workshop go on', async () => {
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

test('the first free time and the nearest ones lie on other days', async () => {
  await setWeather(admin, { day: '2026-11-23', enabled: true });
  const list = await db.undo({ as: 'anon', at: mondayMorning }, (tx) => rpc(tx, 'list_slots', { mode: 'doorstep' }));
  assert.deepEqual(list['first_free'], { date: tuesday, start: '09:00', end: '11:00', free: 3 });
  assert.deepEqual(
    (list['alternatives'] as { date: string }[]).map(({ date }) => date),
    [tuesday, tuesday, tuesday, tuesday],
  );
});

test('a booking at the gate is refused with what to do instead', async () => {
  await setWeather(admin, { day: tuesday, enabled: true });
  const book = (changes: Json): Promise<Json> =>
    db.undo({ as: 'anon', at: mondayMorning }, (tx) =>
      rpc(tx, 'create_booking', { request: bookingRequest({ items: cart('oil-change'), ...changes }) }),
    );
  const error = await refused(book({}));
  assert.deepEqual([error.code, error.hint], ['PT422', 'time_weather']);
  assert.equal(error.message, 'Heavy rain: no work at the gate. Choose pickup, or another day.');
  assert.equal((await book({ mode: 'pickup' }))['status'], 'confirmed');
});

test('switched off again, the day is as before; switching twice changes the words', async () => {
  await setWeather(admin, { day: tuesday, enabled: true });
  await setWeather(admin, { day: tuesday, enabled: true, note: 'Ghat road closed' });
  assert.deepEqual(await setWeather(admin, { day: tuesday, enabled: false }), { date: tuesday, note: null, told: 0 });
  const day = await db.undo({ as: 'anon', at: mondayMorning }, (tx) => dayOf(tx, 'doorstep'));
  assert.deepEqual([day?.note, day?.windows[0]?.why], [null, null]);
});

test('only an admin switches it, and only for days to come', async () => {
  assert.equal((await refused(setWeather(customer, { day: tuesday, enabled: true }))).code, 'PT403');
  assert.equal((await refused(setWeather('anon', { day: tuesday, enabled: true }))).code, '42501');
  assert.equal((await refused(setWeather(admin, { day: '2026-11-22', enabled: true }))).hint, 'day');
  assert.equal((await refused(setWeather(admin, { day: null, enabled: true }))).hint, 'day');
  assert.equal((await refused(setWeather(admin, { day: tuesday, enabled: true, note: 'x' }))).hint, 'note');
});
