import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { after, before, beforeEach, test } from 'node:test';
import { bookingRequest, mondayMorning } from './booking-request.ts';
import { openDatabase, refused, rpc } from './open-database.ts';
import type { TestDatabase, Tx } from './open-database.ts';

/* The history of a booking holds all of it, whoever writes the status and whoever would rather not be in it. */

let db: TestDatabase;
let id: string;
before(async () => {
  db = await openDatabase();
});
beforeEach(async () => {
  await db.sql`delete from public.service_bookings`;
  const request = bookingRequest();
  const made = await db.keep({ as: 'anon', at: mondayMorning }, (tx) => rpc(tx, 'create_booking', { request }));
  id = String(made['id']);
});
after(() => db.close());

/** Works as a server script does over PostgREST, with the service-role key. */
function asService(work: (tx: Tx) => Promise<unknown>): Promise<unknown> {
  return db.sql.begin(async (tx) => {
    await tx`select set_config('request.jwt.claims', '{"role": "service_role"}', true)`;
    await tx`set local role service_role`;
    await work(tx);
  });
}

async function history(booking = id): Promise<unknown[]> {
  const rows = await db.sql<{ told: string }[]>`
    select actor || ': ' || coalesce(from_status, 'nothing') || ' to ' || to_status as told
    from public.booking_events where booking_id = ${booking} order by id`;
  return rows.map(({ told }) => told);
}
const booked = 'customer: nothing to confirmed';
const setStatus = (tx: Tx, status: string) =>
  tx`update public.service_bookings set status = ${status} where id = ${id}`;

test('nobody takes an event away or adds one: not the service role, not the owner of the database', async () => {
  const attempts = [
    'update public.booking_events set note = null',
    'delete from public.booking_events',
    'truncate public.booking_events',
    'truncate public.service_bookings cascade',
  ];
  for (const attempt of attempts) {
    await assert.rejects(db.sql.unsafe(attempt), /booking_events is append-only/, attempt);
    assert.equal((await refused(asService((tx) => tx.unsafe(attempt)))).code, '42501', attempt);
  }
  const added = asService(
    (tx) => tx`
      insert into public.booking_events (booking_id, at, actor, to_status) values (${id}, now(), 'admin', 'ready')`,
  );
  assert.equal((await refused(added)).code, '42501');
  assert.deepEqual(await history(), [booked]);
});

test('events go with their booking, and with nothing else', async () => {
  const other = await db.keep({ as: 'anon', at: mondayMorning }, (tx) =>
    rpc(tx, 'create_booking', { request: bookingRequest() }),
  );
  await asService((tx) => tx`delete from public.service_bookings where id = ${id}`);
  assert.deepEqual(await history(), []);
  assert.deepEqual(await history(String(other['id'])), [booked]);
});

test('a status that is written without a function is told by itself', async () => {
  await asService((tx) => setStatus(tx, 'assigned'));
  assert.deepEqual(await history(), [booked, 'service: confirmed to assigned']);
  await db.sql.begin((tx) => setStatus(tx, 'inspecting'));
  assert.deepEqual((await history()).at(-1), 'service: assigned to inspecting');
  // What was between in one transaction was never seen by anybody.
  await asService(async (tx) => {
    await setStatus(tx, 'in_service');
    await setStatus(tx, 'quality_check');
  });
  assert.deepEqual((await history()).slice(-1), ['service: inspecting to quality_check']);
  await asService(async (tx) => {
    await setStatus(tx, 'ready');
    await setStatus(tx, 'quality_check');
  });
  assert.equal((await history()).length, 4);
});

test('what a function tells is told once, also when the service role calls it', async () => {
  await asService(async (tx) => {
    await tx`reset role`;
    await tx`select private.go(${id}, 'admin', 'assigned', null)`;
    await tx`select private.go(${id}, 'admin', 'on_the_way', null)`;
  });
  assert.deepEqual(await history(), [booked, 'admin: confirmed to assigned', 'admin: assigned to on_the_way']);
});

test('a booking that is inserted without a function begins its history by itself', async () => {
  const copy = randomUUID();
  const [row] = await db.sql<{ columns: string }[]>`
    select string_agg(attname, ', ') as columns from pg_attribute
    where attrelid = 'public.service_bookings'::regclass and attnum > 0 and not attisdropped and attgenerated = ''
      and attname not in ('id', 'request_id')`;
  const columns = row?.columns ?? '';
  await asService((tx) =>
    tx.unsafe(`
      insert into public.service_bookings (id, request_id, ${columns})
      select '${copy}', '${copy}', ${columns} from public.service_bookings where id = '${id}'`),
  );
  assert.deepEqual(await history(copy), ['service: nothing to confirmed']);
});
