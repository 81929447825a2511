import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { setActor, openDatabase, rejected, rpc } from './open-database.ts';
import type { Actor, JsonObject, TestDatabase, Tx } from './open-database.ts';
import { bookingRequest, mondayMorning } from './booking-request.ts';

let db: TestDatabase;
let boss: Actor;
let customer: Actor;
before(async () => {
  db = await openDatabase();
  const [admin, rider] = await Promise.all(['boss@example.com', 'rider@example.com'].map((mail) => db.addUser(mail)));
  assert.ok(admin !== undefined && rider !== undefined);
  await db.sql`select public.make_owner(${admin})`;
  boss = { user: admin };
  customer = { user: rider };
});
after(() => db.close());

const festival = '2026-11-24'; // a Tuesday, open from 9 to 7

/**
 * What list_slots answers a visitor about the day: `09:00 3` or the reason for each window, and why the day is closed.
 */
async function shown(tx: Tx, mode = 'doorstep'): Promise<{ closed: unknown; note: unknown; times: string[] }> {
  await setActor(tx, { as: 'anon' });
  const { days } = (await rpc(tx, 'list_slots', { mode, from_date: festival, days: 1 })) as { days: JsonObject[] };
  const [day] = days;
  assert.ok(day);
  const windows = day['windows'] as { start: string; free: number; why: string | null }[];
  const times = windows.map(({ start, free, why }) => `${start} ${why ?? free}`);
  await setActor(tx, { as: boss });
  return { closed: day['closed'], note: day['note'], times };
}

test('a holiday entered by an admin closes its day at once, a half day the afternoon; deleting it reopens them', async () => {
  await db.undo({ as: boss, at: mondayMorning }, async (tx) => {
    const versions = new Set<unknown>();
    const version = async (): Promise<unknown> =>
      versions.add((await tx`select public.content_version() as version`)[0]?.['version']);
    await version();
    await tx`insert into public.closures (date, reason) values (${festival}, 'Ganesh Visarjan')`;
    await version();
    assert.deepEqual(await shown(tx), {
      closed: 'Ganesh Visarjan',
      note: null,
      times: ['09:00 closed', '11:00 closed', '14:00 closed', '16:00 closed'],
    });
    await tx`update public.closures set closes_at = '13:00' where date = ${festival}`;
    await version();
    const half = await shown(tx);
    assert.deepEqual([half.closed, half.note], [null, 'Ganesh Visarjan']);
    assert.deepEqual(half.times, ['09:00 3', '11:00 3', '14:00 closed', '16:00 closed']);
    await tx`delete from public.closures where date = ${festival}`;
    assert.deepEqual((await shown(tx)).times, ['09:00 3', '11:00 3', '14:00 3', '16:00 3']);
    assert.equal(versions.size, 3, 'pages that show closures are rendered again');
  });
});

test('a closure stops new bookings and keeps existing ones, which staff cancel free of charge', async () => {
  await db.undo({ as: customer, at: mondayMorning }, async (tx) => {
    const { id } = await rpc(tx, 'create_booking', { request: bookingRequest({ date: festival }) });
    await setActor(tx, { as: boss });
    const booking = async (): Promise<JsonObject> => {
      const [row] = await tx`select to_jsonb(b) as row from public.service_bookings b where b.id = ${String(id)}`;
      return row?.['row'] as JsonObject;
    };
    const standing = await booking();
    await tx`insert into public.closures (date, reason) values (${festival}, 'Holi')`;
    assert.deepEqual(await booking(), standing);
    const late = { request: bookingRequest({ date: festival, time: '14:00' }) };
    const rejection = await rejected(tx.savepoint((inner) => rpc(inner, 'create_booking', late)));
    assert.deepEqual([rejection.code, rejection.hint], ['PT422', 'time_closed']);
    await rpc(tx, 'cancel_booking', { booking: String(id), cause: 'shop', reason: 'We are closed for Holi' });
    const { status, fee } = await booking();
    assert.deepEqual([status, fee], ['cancelled', 0]);
  });
});

test('a capacity change by an admin takes effect at once', async () => {
  await db.undo({ as: boss, at: mondayMorning }, async (tx) => {
    await tx`update public.capacities set places = 1 where mode = 'workshop' and weekday is null and window_start is null`;
    assert.deepEqual((await shown(tx, 'workshop')).times, ['09:00 1', '11:00 1', '14:00 1', '16:00 1']);
  });
});

test('rejects invalid values and users who are not admins', async () => {
  const whole = `insert into public.closures (date, reason) values ('${festival}', 'Holi')`;
  const tries: [Actor, string, string][] = [
    [boss, `insert into public.closures (date, closes_at, reason) values ('${festival}', '09:00', 'Holi')`, 'PT422'],
    [boss, `${whole}; update public.closures set closes_at = '08:30' where date = '${festival}'`, 'PT422'],
    [boss, `insert into public.closures (date, reason) values ('${festival}', ' ')`, '23514'],
    [boss, `insert into public.closures (date, reason) values ('${festival}', repeat('x', 121))`, '23514'],
    [boss, `update public.capacities set places = -1`, '23514'],
    [boss, `update public.capacities set places = 1001`, '23514'],
    [boss, `update public.capacities set weekday = 2`, '42501'],
    [boss, `delete from public.capacities`, '42501'],
    [customer, whole, '42501'],
    ['anon', whole, '42501'],
  ];
  for (const [as, statement, code] of tries)
    assert.equal((await rejected(db.undo({ as }, (tx) => tx.unsafe(statement)))).code, code, statement);
});
