import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { after, before, beforeEach, test } from 'node:test';
import { openDatabase, rpc } from './open-database.ts';
import type { JsonObject, TestDatabase } from './open-database.ts';
import { bookingRequest, cart, mondayMorning } from './booking-request.ts';
import { isWholeSuite } from './whole-suite.ts';

/** Many more than there are places and connections. */
const crowd = isWholeSuite ? 200 : 50;

let db: TestDatabase;
before(async () => {
  db = await openDatabase({ connections: 12 });
});
beforeEach(() =>
  db.sql.unsafe('delete from public.service_bookings; delete from private.slot_holds').then(() => undefined),
);
after(() => db.close());

/** Calls a function as a visitor: its answer, or the code and hint of the rejection. */
function tryCall(name: string, args: JsonObject, at = mondayMorning): Promise<JsonObject | string> {
  return db
    .keep({ as: 'anon', at }, (tx) => rpc(tx, name, args))
    .catch((error: { code?: string; hint?: string }) => `${error.code} ${error.hint}`);
}

/** Books all requests concurrently on 12 connections. */
function bookAll(requests: JsonObject[], at = mondayMorning): Promise<(JsonObject | string)[]> {
  return Promise.all(requests.map((request) => tryCall('create_booking', { request }, at)));
}

function hold(request_id: string, changes: JsonObject = {}, at = mondayMorning): Promise<JsonObject | string> {
  const wish = { mode: 'doorstep', date: '2026-11-24', start: '11:00', model: 'royal-enfield/classic-350' };
  return tryCall('hold_slot', { request_id, ...wish, items: cart('oil-change'), ...changes }, at);
}

const worked = (answers: (JsonObject | string)[]): JsonObject[] =>
  answers.filter((answer) => typeof answer === 'object');
const hints = (answers: (JsonObject | string)[]): Set<string> =>
  new Set(answers.filter((answer) => typeof answer === 'string'));

async function seats(): Promise<string[]> {
  const rows = await db.sql<{ place: string }[]>`
    select to_char(window_start, 'HH24:MI') || ' ' || seat as place from public.booking_places order by 1`;
  return rows.map((row) => row.place);
}

test('of 50 concurrent bookings of 3 places exactly 3 succeed', async () => {
  const answers = await bookAll(Array.from({ length: 50 }, () => bookingRequest()));
  assert.equal(answers.filter((answer) => typeof answer === 'object').length, 3);
  assert.deepEqual(new Set(answers.filter((answer) => typeof answer === 'string')), new Set(['PT409 slot_taken']));
  assert.deepEqual(await seats(), ['11:00 1', '11:00 2', '11:00 3']);
});

test('50 overlapping long and short jobs fill every place once, without a deadlock', async () => {
  const long = { items: cart('general-service'), expected_total: 1699 };
  const answers = await bookAll(
    Array.from({ length: 50 }, (_, i) =>
      i % 2 === 0
        ? bookingRequest({ ...long, time: ['09:00', '11:00', '14:00'][i % 3] })
        : bookingRequest({ time: ['16:00', '14:00', '11:00', '09:00'][i % 4] }),
    ),
  );
  const refusals = new Set(answers.filter((answer) => typeof answer === 'string'));
  assert.deepEqual(refusals, new Set(['PT409 slot_taken']));
  const taken = await seats();
  assert.equal(new Set(taken).size, taken.length);
  for (const window of ['09:00', '11:00', '14:00', '16:00']) {
    const count = taken.filter((place) => place.startsWith(window)).length;
    assert.ok(count <= 3, `${window} has ${count}`);
  }
  const [row] = await db.sql`
    select count(*)::int as wrong from public.service_bookings b
    where windows <> (select count(*) from public.booking_places p where p.booking_id = b.id)`;
  assert.equal(row?.['wrong'], 0);
});

test('one request sent 20 times concurrently makes one booking', async () => {
  const request = bookingRequest();
  const answers = (await bookAll(Array.from({ length: 20 }, () => request))) as JsonObject[];
  assert.equal(new Set(answers.map((answer) => answer['id'])).size, 1);
  assert.equal(new Set(answers.map((answer) => answer['manage_token'])).size, 1);
  assert.equal(answers.filter((answer) => answer['repeated'] === false).length, 1);
  assert.deepEqual(await seats(), ['11:00 1']);
});

test('places freed by cancelling are booked again, never above capacity', async () => {
  const first = (await bookAll(Array.from({ length: 3 }, () => bookingRequest()))) as JsonObject[];
  const cancels = first.map((booking) =>
    db.keep({ as: 'anon', at: mondayMorning }, (tx) =>
      rpc(tx, 'cancel_booking', { booking: booking['id'], manage_token: booking['manage_token'] }),
    ),
  );
  await Promise.all([...cancels, bookAll(Array.from({ length: 20 }, () => bookingRequest()))]);
  await bookAll(Array.from({ length: 5 }, () => bookingRequest()));
  assert.deepEqual(await seats(), ['11:00 1', '11:00 2', '11:00 3']);
});

test(`of ${crowd} concurrent holds and bookings on a window with 3 places exactly 3 succeed, and the holds are valid`, async () => {
  const ids = Array.from({ length: crowd }, () => randomUUID());
  const answers = await Promise.all(
    ids.map((id, i) =>
      i % 2 === 0 ? hold(id) : tryCall('create_booking', { request: bookingRequest({ request_id: id }) }),
    ),
  );
  assert.equal(worked(answers).length, 3);
  const refusals = [...hints(answers)].filter((hint) => hint !== 'PT429 held_by_many');
  assert.deepEqual(refusals, ['PT409 slot_taken']);
  assert.deepEqual(await seats(), ['11:00 1', '11:00 2', '11:00 3']);
  const holders = ids.filter((_, i) => i % 2 === 0 && typeof answers[i] === 'object');
  const booked = await bookAll(holders.map((request_id) => bookingRequest({ request_id })));
  assert.ok(holders.length <= 2, 'guests hold half of the window, rounded up');
  assert.equal(worked(booked).length, holders.length);
  assert.deepEqual(await seats(), ['11:00 1', '11:00 2', '11:00 3']);
});

test('never more than 3 places are taken while holds expire and their owners and others book', async () => {
  const holders = Array.from({ length: 3 }, () => randomUUID());
  await Promise.all(holders.map((id) => hold(id)));
  // The clock of the owners is before the end of their holds, that of the others after it.
  const [owners, others] = await Promise.all([
    bookAll(
      holders.map((request_id) => bookingRequest({ request_id })),
      '2026-11-23T08:09:59+05:30',
    ),
    bookAll(
      Array.from({ length: 40 }, () => bookingRequest()),
      '2026-11-23T08:10:00+05:30',
    ),
  ]);
  assert.equal(worked([...owners, ...others]).length, 3);
  assert.deepEqual(hints([...owners, ...others]), new Set(['PT409 slot_taken']));
  assert.deepEqual(await seats(), ['11:00 1', '11:00 2', '11:00 3']);
});

test('holds that move between days and modes do not deadlock', async () => {
  const days = ['2026-11-24', '2026-11-25'];
  const browsers = Array.from({ length: 8 }, () => randomUUID());
  const moves = browsers.flatMap((id, b) =>
    Array.from({ length: 10 }, (_, i) => () => {
      const mode = (b + i) % 3 === 0 ? 'pickup' : 'doorstep';
      // Every second hold has already expired when the next one is made.
      const at = i % 2 === 0 ? mondayMorning : '2026-11-23T08:30:00+05:30';
      return hold(id, { date: days[(b + i) % 2], mode }, at);
    }),
  );
  const answers = await Promise.all(moves.map((move) => move()));
  const allowed = new Set(['PT409 slot_taken', 'PT429 too_many', 'PT429 held_by_many']);
  for (const hint of hints(answers)) assert.ok(allowed.has(hint), hint);
  const over = await db.sql`
    select booking_date, window_start, mode from public.booking_places
    group by 1, 2, 3 having count(*) > case mode when 'pickup' then 2 else 3 end`;
  assert.deepEqual([...over], []);
});

test('one request that is held, extended, released and booked concurrently ends as one booking or none', async () => {
  const request_id = randomUUID();
  const answers = await Promise.all(
    Array.from({ length: 10 }, () => [
      hold(request_id),
      tryCall('extend_hold', { request_id }),
      tryCall('release_hold', { request_id }),
      tryCall('create_booking', { request: bookingRequest({ request_id }) }),
    ]).flat(),
  );
  const allowed = new Set(['PT409 hold_over', 'PT409 extended', 'PT409 booked', 'PT429 too_many']);
  for (const hint of hints(answers)) assert.ok(allowed.has(hint), hint);
  assert.deepEqual(await seats(), ['11:00 1']);
});
