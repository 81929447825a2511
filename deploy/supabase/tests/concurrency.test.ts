import assert from 'node:assert/strict';
import { after, before, beforeEach, test } from 'node:test';
import { openDatabase, rpc } from './open-database.ts';
import type { Json, TestDatabase } from './open-database.ts';
import { bookingRequest, cart, mondayMorning } from './booking-request.ts';

let db: TestDatabase;
before(async () => {
  db = await openDatabase({ connections: 20 });
});
beforeEach(() => db.sql`delete from public.service_bookings`.then(() => undefined));
after(() => db.close());

/** Books all requests at once on 20 connections: the booking, or the hint of the refusal. */
function bookAll(requests: Json[]): Promise<(Json | string)[]> {
  return Promise.all(
    requests.map((request) =>
      db
        .keep({ as: 'anon', at: mondayMorning }, (tx) => rpc(tx, 'create_booking', { request }))
        .catch((error: { code?: string; hint?: string }) => `${error.code} ${error.hint}`),
    ),
  );
}

async function seats(): Promise<string[]> {
  const rows = await db.sql<{ place: string }[]>`
    select to_char(window_start, 'HH24:MI') || ' ' || seat as place from public.booking_places order by 1`;
  return rows.map((row) => row.place);
}

test('50 bookings at once on 3 places: exactly 3', async () => {
  const answers = await bookAll(Array.from({ length: 50 }, () => bookingRequest()));
  assert.equal(answers.filter((answer) => typeof answer === 'object').length, 3);
  assert.deepEqual(new Set(answers.filter((answer) => typeof answer === 'string')), new Set(['PT409 slot_taken']));
  assert.deepEqual(await seats(), ['11:00 1', '11:00 2', '11:00 3']);
});

test('50 long and short jobs that overlap fill every place once, without a deadlock', async () => {
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

test('one request sent 20 times at once is one booking', async () => {
  const request = bookingRequest();
  const answers = (await bookAll(Array.from({ length: 20 }, () => request))) as Json[];
  assert.equal(new Set(answers.map((answer) => answer['id'])).size, 1);
  assert.equal(new Set(answers.map((answer) => answer['manage_token'])).size, 1);
  assert.equal(answers.filter((answer) => answer['repeated'] === false).length, 1);
  assert.deepEqual(await seats(), ['11:00 1']);
});

test('places freed by cancelling are taken again, and never more than there are', async () => {
  const first = (await bookAll(Array.from({ length: 3 }, () => bookingRequest()))) as Json[];
  const cancels = first.map((booking) =>
    db.keep({ as: 'anon', at: mondayMorning }, (tx) =>
      rpc(tx, 'cancel_booking', { booking: booking['id'], manage_token: booking['manage_token'] }),
    ),
  );
  await Promise.all([...cancels, bookAll(Array.from({ length: 20 }, () => bookingRequest()))]);
  await bookAll(Array.from({ length: 5 }, () => bookingRequest()));
  assert.deepEqual(await seats(), ['11:00 1', '11:00 2', '11:00 3']);
});
