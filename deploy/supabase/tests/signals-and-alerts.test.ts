import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { after, before, beforeEach, test } from 'node:test';
import { bookingRequest, mondayMorning } from './booking-request.ts';
import { hireEveryone, type People } from './hire.ts';
import { openDatabase, rejected, rpc, type Actor, type JsonObject, type TestDatabase } from './open-database.ts';

/* What open pages hear of a booking and its photos, and the alerts that each person of the staff reads. */
let db: TestDatabase;
let booking: string;
let people: People;
before(async () => {
  db = await openDatabase();
  people = await hireEveryone(db);
});
beforeEach(async () => {
  await db.sql`delete from public.service_bookings`;
  const request = bookingRequest({ mode: 'workshop', items: [{ id: 'oil-change', quantity: 1 }], expected_total: 999 });
  booking = String((await call(people.customer, 'create_booking', { request }))['id']);
});
after(() => db.close());

const call = (as: Actor, name: string, args: JsonObject): Promise<JsonObject> =>
  db.keep({ as, at: mondayMorning }, (tx) => rpc(tx, name, args));

async function count(as: Actor, table: string): Promise<number> {
  return db.undo({ as }, async (tx) => {
    const [row] = await tx.unsafe<{ seen: number }[]>(`select count(*)::int as seen from public.${table}`);
    return row?.seen ?? -1;
  });
}

test('a new booking and its changes are signalled to every duty, without contacts', async () => {
  for (const who of ['owner', 'desk', 'foreman', 'mechanic', 'otherMechanic', 'accountant'] as const)
    assert.equal(await count(people[who], 'booking_signals'), 1, who);
  assert.equal(await count(people.customer, 'booking_signals'), 0);
  const columns = await db.sql`select * from public.booking_signals`;
  assert.deepEqual(
    columns.columns.map(({ name }) => name).filter((name) => /phone|name|mail|address/.test(name)),
    [],
  );
});

test('a photo that is added or removed tells staff and the customer to read the booking again', async () => {
  await db.sql`update public.service_bookings set status = 'inspecting' where id = ${booking}`;
  const told = async (): Promise<string> => {
    const [row] = await db.sql`
      select b.updated_at::text || ' ' || s.changed_at::text as told
      from public.service_bookings b join public.booking_signals s on s.id = b.id where b.id = ${booking}`;
    return String(row?.['told']);
  };
  const times = [await told()];
  for (const subject of ['check-in', 'card-12']) {
    const name = `${booking}/${subject}/${randomUUID()}.webp`;
    const change = (statement: string) =>
      db.keep({ as: people.owner, at: mondayMorning }, (tx) => tx.unsafe(statement, [name]));
    await change(`insert into storage.objects (bucket_id, name) values ('job-photos', $1)`);
    times.push(await told());
    await change(`delete from storage.objects where bucket_id = 'job-photos' and name = $1`);
    times.push(await told());
  }
  assert.equal(new Set(times).size, 5, times.join('\n'));
});

test('every duty writes its alerts, reads them and marks them as read, and nobody whose row is off', async () => {
  const staff = ['owner', 'desk', 'foreman', 'mechanic', 'accountant'] as const;
  const log = (user: string, type: string) =>
    db.keep({ as: { user } }, (tx) => tx`
      insert into public.notification_logs (user_id, order_id, type, title, body)
      values (${user}, ${booking}, ${type}, 'New Booking Received!', 'Booking')`); // oxfmt-ignore
  for (const who of staff) {
    await log(people[who].user, 'new_booking');
    assert.equal(await count(people[who], 'notification_logs'), 1, who);
  }
  const { user } = people.desk;
  await call(people.owner, 'set_staff_active', { person: user, active: false });
  assert.equal(await count(people.desk, 'notification_logs'), 0);
  assert.equal((await rejected(log(user, 'reminder'))).code, '42501');
  const read = db.undo({ as: people.desk }, (tx) => tx`update public.notification_logs set read_at = now()`);
  assert.equal((await read).count, 0);
  await call(people.owner, 'set_staff_active', { person: user, active: true });
  assert.equal(await count(people.desk, 'notification_logs'), 1);
});

test('an admin marks own alerts as read, and nothing else of them', async () => {
  for (const who of ['desk', 'mechanic'] as const)
    await db.keep(
      { as: people[who] },
      (tx) => tx`
        insert into public.notification_logs (user_id, order_id, type, title, body)
        values (${people[who].user}, ${booking}, 'new_booking', 'New Booking Received!', 'Booking')`,
    );
  const mark = (as: Actor) =>
    db.keep({ as }, (tx) => tx`update public.notification_logs set read_at = now() returning user_id`);
  assert.equal((await mark(people.customer)).length, 0);
  assert.deepEqual((await mark(people.mechanic)).map((row) => row['user_id']), [people.mechanic.user]); // oxfmt-ignore
  const unread = await db.sql`select user_id from public.notification_logs where read_at is null`;
  assert.deepEqual(unread.map((row) => row['user_id']), [people.desk.user]); // oxfmt-ignore
  const rename = db.keep({ as: people.desk }, (tx) => tx`update public.notification_logs set title = 'Mine'`);
  assert.equal((await rejected(rename)).code, '42501');
});
