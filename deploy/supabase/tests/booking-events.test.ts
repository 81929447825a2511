import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { after, before, beforeEach, test } from 'node:test';
import { bookingRequest, mondayMorning } from './booking-request.ts';
import { openDatabase, rejected, rpc } from './open-database.ts';
import type { TestDatabase, Tx } from './open-database.ts';

/* The history of a booking is complete: it has an event for every status, whichever role wrote it. */

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
    select actor || ': ' || coalesce(from_status::text, 'nothing') || ' to ' || to_status as told
    from public.booking_events where booking_id = ${booking} order by id`;
  return rows.map(({ told }) => told);
}
const booked = 'customer: nothing to confirmed';
const setStatus = (tx: Tx, status: string) =>
  tx`update public.service_bookings set status = ${status} where id = ${id}`;

test('no role can add or remove events, not even the service role or the owner of the database', async () => {
  const attempts = [
    'update public.booking_events set note = null',
    'delete from public.booking_events',
    'truncate public.booking_events',
    'truncate public.service_bookings cascade',
  ];
  for (const attempt of attempts) {
    await assert.rejects(db.sql.unsafe(attempt), /booking_events is append-only/, attempt);
    assert.equal((await rejected(asService((tx) => tx.unsafe(attempt)))).code, '42501', attempt);
  }
  const added = asService(
    (tx) => tx`
      insert into public.booking_events (booking_id, at, actor, to_status) values (${id}, now(), 'admin', 'ready')`,
  );
  assert.equal((await rejected(added)).code, '42501');
  assert.deepEqual(await history(), [booked]);
});

test('events are deleted only with their booking', async () => {
  const other = await db.keep({ as: 'anon', at: mondayMorning }, (tx) =>
    rpc(tx, 'create_booking', { request: bookingRequest() }),
  );
  await asService((tx) => tx`delete from public.service_bookings where id = ${id}`);
  assert.deepEqual(await history(), []);
  assert.deepEqual(await history(String(other['id'])), [booked]);
});

test('a direct status update gets an event', async () => {
  await asService((tx) => setStatus(tx, 'assigned'));
  assert.deepEqual(await history(), [booked, 'service: confirmed to assigned']);
  await db.sql.begin((tx) => setStatus(tx, 'inspecting'));
  assert.deepEqual((await history()).at(-1), 'service: assigned to inspecting');
  // An intermediate status within one transaction is never visible.
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

test('a function writes one event, also for the service role', async () => {
  await asService(async (tx) => {
    await tx`reset role`;
    await tx`select private.transition_booking(${id}, 'admin', 'assigned', null)`;
    await tx`select private.transition_booking(${id}, 'admin', 'on_the_way', null)`;
  });
  assert.deepEqual(await history(), [booked, 'admin: confirmed to assigned', 'admin: assigned to on_the_way']);
});

test('a directly inserted booking gets its first event', async () => {
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

test('no role can change an event, not even the owner of the database', async () => {
  await assert.rejects(
    db.sql`update public.booking_events set note = 'Never happened'`,
    /booking_events is append-only/,
  );
});
