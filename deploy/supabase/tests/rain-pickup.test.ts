import assert from 'node:assert/strict';
import { after, before, beforeEach, test } from 'node:test';
import { eventWords, type BookingEvent } from '@twostroke/shared/api/event-messages';
import { bookingRequest, cart, mondayMorning } from './booking-request.ts';
import { openDatabase, rejected, rejectionOf, rpc } from './open-database.ts';
import type { Actor, JsonObject, TestDatabase } from './open-database.ts';
import { clearPayments } from './payment-events.ts';
import { checkInFor, stepTo, tickAll } from './workshop.ts';

let db: TestDatabase;
let admin: Actor;
let owner: Actor;
let stranger: Actor;
let booking: JsonObject;

before(async () => {
  db = await openDatabase({ connections: 12 });
  owner = { user: await db.addUser('owner@example.com') };
  stranger = { user: await db.addUser('stranger@example.com') };
  admin = { user: await db.addUser('admin@example.com') };
  await db.sql`select public.make_owner(${admin.user})`;
});
beforeEach(async () => {
  await clearPayments(db.sql);
  await db.sql`delete from public.weather_days`;
  booking = await book();
  await rain();
});
after(() => db.close());

function call(as: Actor, at: string, name: string, args: JsonObject): Promise<JsonObject> {
  return db.keep({ as, at }, (tx) => rpc(tx, name, args));
}
/** Tuesday, 11 to 1, at the gate, ₹999. */
const book = (changes: JsonObject = {}, as: Actor = owner): Promise<JsonObject> =>
  call(as, mondayMorning, 'create_booking', { request: bookingRequest(changes) });
const rain = (): Promise<JsonObject> =>
  call(admin, mondayMorning, 'set_weather_mode', { day: '2026-11-24', enabled: true });
/** A pickup, at the same time unless said otherwise. */
const fetchIt = (changes: JsonObject = {}, as = owner, at = mondayMorning): Promise<JsonObject> =>
  call(as, at, 'reschedule_booking', {
    booking: booking['id'],
    date: '2026-11-24',
    start: '11:00',
    mode: 'pickup',
    ...changes,
  });
const read = (one = booking): Promise<JsonObject> => call(admin, mondayMorning, 'get_booking', { booking: one['id'] });

async function places(): Promise<string[]> {
  const rows = await db.sql<{ place: string }[]>`
    select mode || to_char(booking_date, ' DD') || to_char(window_start, ' HH24:MI') as place
    from public.booking_places order by 1`;
  return rows.map((row) => row.place);
}

test('a visit prevented by rain becomes a pickup in the same window, free, at the agreed price and not counted as a move', async () => {
  await call(admin, mondayMorning, 'set_booking_status', {
    booking: booking['id'],
    to_status: 'assigned',
    mechanic: 'Sagar',
  });
  await db.sql`update public.service_bookings set moves = 2, late_moves = 1`;
  assert.equal(((await read())['terms'] as JsonObject)['can_pick_up'], true);
  await fetchIt({}, owner, '2026-11-24T06:00:00+05:30');
  const now = await read();
  assert.deepEqual(
    [now['mode'], now['status'], now['booking_time'], now['window_end'], now['estimated_price'], now['fee']],
    ['pickup', 'assigned', '11:00', '13:00', 999, 0],
  );
  assert.deepEqual([now['moves'], now['late_moves'], now['version']], [2, 1, 1]);
  assert.deepEqual(
    (now['items'] as JsonObject[]).map(({ item_id }) => item_id),
    ['oil-change'],
  );
  const event = (now['events'] as BookingEvent[]).at(-1)!;
  assert.deepEqual(
    [event.actor, eventWords(event), event.moved_from],
    ['customer', 'Pickup instead of a visit to the gate', null],
  );
  assert.deepEqual(await places(), ['pickup 24 11:00']);
  const told =
    await db.sql`select version, kind, status from public.message_outbox where version = 1 and kind = 'change'`;
  assert.deepEqual(Object.values(told[0] ?? {}), [1, 'change', 'waiting']);
  assert.deepEqual(await fetchIt({}, owner, '2026-11-24T06:00:00+05:30'), await fetchIt(), 'again: nothing changes');

  // It is now a pickup like any other, so the day's weather mode no longer applies.
  const terms = now['terms'] as JsonObject;
  assert.deepEqual([terms['weather'], terms['can_pick_up'], terms['can_move']], [false, false, false]);
  const step = (to_status: string): Promise<JsonObject> =>
    call(admin, '2026-11-24T18:00:00+05:30', 'set_booking_status', { booking: booking['id'], ...stepTo(to_status) });
  assert.equal(await rejectionOf(step('on_the_way')), 'PT409 not_allowed');
  for (const status of ['picked_up', 'inspecting', 'in_service', 'quality_check', 'ready', 'completed']) {
    await checkInFor(status, db.sql);
    await step(status);
    if (status === 'in_service') await tickAll(db.sql);
  }
  const invoice = await call(owner, mondayMorning, 'get_invoice', { booking: booking['id'] });
  assert.deepEqual([invoice['total'], (invoice['lines'] as JsonObject[]).length], [999, 2]);
});

test('the visit can become a pickup on another day too, and a long job takes the places of a pickup', async () => {
  const items = cart('general-service');
  booking = await book({ date: '2026-11-27', time: '14:00', items, expected_total: 1699 });
  await db.sql`insert into public.weather_days (date, note) values ('2026-11-27', 'Heavy rain')`;
  const [before] = await db.sql`select windows from public.service_bookings where id = ${String(booking['id'])}`;
  assert.equal(before?.['windows'], 2);
  await fetchIt({ date: '2026-11-28', start: '16:00' });
  const now = await read();
  assert.deepEqual(
    [now['windows'], now['booking_date'], now['ready_date'], now['window_end']],
    [1, '2026-11-28', '2026-11-28', '18:00'],
  );
  assert.ok(((now['events'] as JsonObject[]).at(-1)!['moved_from'] as string).startsWith('2026-11-27'));
  assert.deepEqual(await places(), ['doorstep 24 11:00', 'pickup 28 16:00']);
});

test('the change is free even when the mechanic is on the way', async () => {
  for (const to_status of ['assigned', 'on_the_way'])
    await call(admin, mondayMorning, 'set_booking_status', { booking: booking['id'], to_status, mechanic: 'Sagar' });
  const done = await fetchIt({ start: '14:00' }, owner, '2026-11-24T09:30:00+05:30');
  assert.deepEqual([done['status'], done['fee']], ['assigned', 0]);
});

test('a guest changes to pickup by the link, staff can do it for a guest, and other callers get not found', async () => {
  const guest = await book({ date: '2026-11-25' }, 'anon');
  await db.sql`insert into public.weather_days (date, note) values ('2026-11-25', 'Heavy rain')`;
  const wish = { booking: guest['id'], date: '2026-11-25', start: '14:00' };
  assert.equal(await rejectionOf(fetchIt(wish, 'anon')), 'PT404 not_found');
  assert.equal(await rejectionOf(fetchIt(wish, stranger)), 'PT404 not_found');
  assert.equal(await rejectionOf(fetchIt({}, stranger)), 'PT404 not_found');
  await fetchIt({ ...wish, manage_token: guest['manage_token'] }, 'anon');
  assert.equal((await read(guest))['mode'], 'pickup');
  await fetchIt({}, admin);
  assert.deepEqual(
    [(await read())['mode'], eventWords(((await read())['events'] as BookingEvent[]).at(-1)!)],
    ['pickup', 'The customer asked for it. Pickup instead of a visit to the gate'],
  );
});

test('without weather mode only staff can change to pickup: for the weather, or because no work is possible there', async () => {
  await db.sql`delete from public.weather_days`;
  assert.equal(((await read())['terms'] as JsonObject)['can_pick_up'], false);
  assert.equal(await rejectionOf(fetchIt()), 'PT409 pickup_needs_rain');
  assert.equal(await rejectionOf(fetchIt({ cause: 'weather' })), 'PT403 shop_only');
  for (const cause of [null, 'customer'])
    assert.equal(await rejectionOf(fetchIt({ cause }, admin)), 'PT409 pickup_needs_rain', String(cause));
  const turnedAway = await book();
  await fetchIt({ cause: 'weather' }, admin);
  await fetchIt({ booking: turnedAway['id'], cause: 'shop' }, admin);
  for (const one of [booking, turnedAway]) {
    const now = await read(one);
    assert.deepEqual([now['mode'], now['fee'], now['moves']], ['pickup', 0, 0]);
  }
});

test('rejects other modes, jobs without pickup and bookings under way', async () => {
  for (const mode of ['workshop', 'van']) {
    const expected = mode === 'van' ? 'PT422 mode' : 'PT409 pickup_needs_rain';
    assert.equal(await rejectionOf(fetchIt({ mode })), expected);
    assert.equal(await rejectionOf(fetchIt({ mode, cause: 'weather' }, admin)), expected);
  }
  const workshop = await book({ mode: 'workshop', address: undefined });
  assert.equal(
    await rejectionOf(fetchIt({ booking: workshop['id'], cause: 'weather' }, admin)),
    'PT409 pickup_needs_rain',
  );
  const inspection = { items: cart('pre-purchase-inspection'), date: '2026-11-25', expected_total: 799 };
  const atTheGate = await book(inspection);
  await db.sql`insert into public.weather_days (date, note) values ('2026-11-25', 'Heavy rain')`;
  assert.equal(((await read(atTheGate))['terms'] as JsonObject)['can_pick_up'], false);
  assert.equal(await rejectionOf(fetchIt({ booking: atTheGate['id'], date: '2026-11-25' })), 'PT422 no_pickup');
  await db.sql`update public.service_bookings set status = 'inspecting' where id = ${String(booking['id'])}`;
  assert.equal(await rejectionOf(fetchIt()), 'PT409 cannot_move');
  assert.equal(await rejectionOf(fetchIt({ cause: 'weather' }, admin)), 'PT409 cannot_move');
});

test('lead times are those of any pickup, today and on later days', async () => {
  const at = '2026-11-24T10:30:00+05:30';
  assert.equal(await rejectionOf(fetchIt({}, owner, at)), 'PT422 time_too_soon');
  assert.equal(await rejectionOf(fetchIt({ start: '14:00' }, owner, at)), 'PT422 time_too_soon');
  assert.equal((await fetchIt({ start: '16:00' }, owner, at))['booking_time'], '16:00');

  booking = await book({ date: '2026-11-25' });
  await db.sql`insert into public.weather_days (date, note) values ('2026-11-25', 'Heavy rain')`;
  const evening = '2026-11-25T16:00:00+05:30';
  assert.equal(await rejectionOf(fetchIt({ date: '2026-11-25', start: '16:00' }, owner, evening)), 'PT422 time_past');
  assert.equal((await fetchIt({ date: '2026-11-26' }, owner, evening))['booking_date'], '2026-11-26');
});

test('a full pickup window is rejected with the nearest free ones, and the doorstep place is kept', async () => {
  for (let i = 0; i < 2; i += 1) await book({ mode: 'pickup' });
  const error = await rejected(fetchIt());
  assert.deepEqual([error.code, error.hint], ['PT409', 'slot_taken']);
  assert.equal((JSON.parse(error.detail ?? '') as { alternatives: JsonObject[] }).alternatives.length, 4);
  assert.ok((await places()).includes('doorstep 24 11:00'));
  assert.equal((await read())['mode'], 'doorstep');
});

test('of two concurrent changes from different days to the last pickup place, the second is rejected and keeps its place', async () => {
  await book({ mode: 'pickup' });
  const other = await book({ date: '2026-11-25' });
  await db.sql`insert into public.weather_days (date, note) values ('2026-11-25', 'Heavy rain')`;
  let second: Promise<string> | undefined;
  await db.keep({ as: owner, at: mondayMorning }, async (tx) => {
    const slot = { date: '2026-11-24', start: '11:00', mode: 'pickup' };
    await rpc(tx, 'reschedule_booking', { booking: booking['id'], ...slot });
    second = rejectionOf(fetchIt({ booking: other['id'] }));
    let waiting = 0;
    while (waiting === 0) {
      const [row] = await db.sql<{ waiting: number }[]>`
        select count(*)::int as waiting from pg_stat_activity
        where datname = current_database() and wait_event_type = 'Lock'`;
      waiting = row?.waiting ?? 0;
    }
  });
  assert.equal(await second, 'PT409 slot_taken');
  assert.deepEqual(await places(), ['doorstep 25 11:00', 'pickup 24 11:00', 'pickup 24 11:00']);
});

test('of six concurrent changes to the last two pickup places, from and to other days, two succeed without a deadlock', async () => {
  await db.sql`delete from public.weather_days`;
  await clearPayments(db.sql);
  const all: JsonObject[] = [];
  for (const date of ['2026-11-24', '2026-11-25'])
    for (let i = 0; i < 3; i += 1) all.push(await book({ date }, 'anon'));
  const pickups = [
    await book({ mode: 'pickup', date: '2026-11-25' }),
    await book({ mode: 'pickup', date: '2026-11-25' }),
  ];
  await rain();
  await db.sql`insert into public.weather_days (date, note) values ('2026-11-25', 'Heavy rain')`;
  const answers = await Promise.allSettled([
    ...all.map(({ id, manage_token }) => fetchIt({ booking: id, manage_token, start: '14:00' }, 'anon')),
    // Concurrent with them: pickups that move from the next day to this one, or back.
    ...pickups.map(({ id }, i) =>
      call(owner, mondayMorning, 'reschedule_booking', {
        booking: id,
        date: i === 0 ? '2026-11-24' : '2026-11-26',
        start: '11:00',
      }),
    ),
  ]);
  const refusals = answers.flatMap((answer) =>
    answer.status === 'rejected' ? [(answer.reason as { hint?: string }).hint] : [],
  );
  assert.deepEqual(refusals, ['slot_taken', 'slot_taken', 'slot_taken', 'slot_taken']);
  const [row] = await db.sql`
    select count(*) filter (where b.mode = 'pickup' and b.booking_time = '14:00')::int as fetched,
      count(*) filter (where p.mode is distinct from b.mode or p.window_start <> b.booking_time)::int as wrong
    from public.service_bookings b left join public.booking_places p on p.booking_id = b.id`;
  assert.deepEqual(Object.values(row ?? {}), [2, 0]);
});
