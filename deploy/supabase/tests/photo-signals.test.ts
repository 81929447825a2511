import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { after, before, test } from 'node:test';
import { bookingRequest, mondayMorning } from './booking-request.ts';
import { hire } from './hire.ts';
import { openDatabase, rpc, type TestDatabase } from './open-database.ts';

/* Open pages of staff and of the customer hear of each photo that is added or removed. */
let db: TestDatabase;
before(async () => {
  db = await openDatabase();
});
after(() => db.close());

test('a photo that is added or removed tells staff and the customer to read the booking again', async () => {
  const boss = { user: await hire(db, 'owner') };
  const request = bookingRequest({ mode: 'workshop', items: [{ id: 'oil-change', quantity: 1 }], expected_total: 999 });
  const { id } = await db.keep({ as: { user: await db.addUser('asha@example.com') }, at: mondayMorning }, (tx) =>
    rpc(tx, 'create_booking', { request }),
  );
  await db.sql`update public.service_bookings set status = 'inspecting' where id = ${String(id)}`;
  const told = async (): Promise<string> => {
    const [row] = await db.sql`
      select b.updated_at::text || ' ' || s.changed_at::text as told
      from public.service_bookings b join public.booking_signals s on s.id = b.id where b.id = ${String(id)}`;
    return String(row?.['told']);
  };
  const times = [await told()];
  for (const subject of ['check-in', 'card-12']) {
    const name = `${String(id)}/${subject}/${randomUUID()}.webp`;
    const change = (statement: string) =>
      db.keep({ as: boss, at: mondayMorning }, (tx) => tx.unsafe(statement, [name]));
    await change(`insert into storage.objects (bucket_id, name) values ('job-photos', $1)`);
    times.push(await told());
    await change(`delete from storage.objects where bucket_id = 'job-photos' and name = $1`);
    times.push(await told());
  }
  assert.equal(new Set(times).size, 5, times.join('\n'));
});
