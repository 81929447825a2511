import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { beforeEach, test } from 'node:test';
import { addStaff } from './add-staff.ts';
import { openInvoices } from './invoiced-bookings.ts';
import { rejected } from './open-database.ts';
import type { Actor, JsonObject } from './open-database.ts';

const { db, boss, call, book, makeReady } = await openInvoices();
const [sagar, accountant] = [await addStaff(db, 'mechanic'), await addStaff(db, 'accountant')];
const at = (time: string): string => `2026-11-24T${time}:00+05:30`;
let booking: JsonObject;

beforeEach(async () => {
  booking = await book();
  await makeReady(booking, { status: 'quality_check' });
  await db.sql`delete from public.booking_checkins where booking_id = ${String(booking['id'])}`;
  await db.sql`
    insert into public.booking_checkins (booking_id, odometer_km, checked_in_at)
    values (${String(booking['id'])}, 12450, now())`;
});

interface Ride {
  started_at: string | null;
  ended_at: string | null;
  odometer_km: number | null;
  checks: string[];
  by: string;
}
/** @param made when it was entered @param sent when it arrived */
async function mark(what: JsonObject, made: string, as: Actor = sagar, sent = made): Promise<[string, Ride]> {
  const entry = { id: randomUUID(), made_at: at(made), kind: 'test_ride', ...what };
  const answer = await call('mark_job', { booking: booking['id'], mark: entry }, as, at(sent));
  return [String(answer['outcome']), (answer['job'] as JsonObject)['test_ride'] as Ride];
}
const problem = async (what: JsonObject, as: Actor = sagar): Promise<string> => {
  const { code, hint } = await rejected(mark(what, '13:30', as));
  return `${code} ${hint}`;
};
const start = { running: true };
const save = { running: false, odometer_km: 12_452, checks: ['Brakes hold, front and rear'] };
const times = ({ started_at, ended_at }: Ride): unknown[] =>
  [started_at, ended_at].map((time) => time && new Date(time).toISOString().slice(11, 16));

test('a ride has its start, its end, the odometer after it, what was tried and who rode', async () => {
  assert.equal((await call('get_job', { booking: booking['id'] }, sagar, at('13:00')))['test_ride'], null);
  const [, onTheRoad] = await mark(start, '13:28');
  assert.deepEqual(times(onTheRoad), ['07:58', null]);
  const [outcome, ride] = await mark(save, '13:36');
  assert.equal(outcome, 'applied');
  assert.deepEqual(times(ride), ['07:58', '08:06']);
  assert.deepEqual([ride.odometer_km, ride.checks], [12_452, ['Brakes hold, front and rear']]);
  assert.match(ride.by, /./);
});

test('one more tick after the ride does not change when it ended; riding again begins anew', async () => {
  await mark(start, '13:28');
  await mark(save, '13:36');
  const [, more] = await mark({ ...save, checks: ['Brakes hold, front and rear', 'No leak after the ride'] }, '13:40');
  assert.deepEqual([times(more), more.checks.length], [['07:58', '08:06'], 2]);
  const [, again] = await mark(start, '14:00');
  assert.deepEqual([times(again), again.odometer_km, again.checks], [['08:30', null], null, []]);
});

test('a mark counts once, and of two marks the later one counts', async () => {
  const id = randomUUID();
  await mark({ ...save, id }, '13:36');
  assert.equal((await mark({ ...save, id, odometer_km: 12_460 }, '13:36'))[0], 'repeated');
  const [outcome, ride] = await mark({ ...save, odometer_km: 12_460 }, '13:30', boss, '13:50');
  assert.deepEqual([outcome, ride.odometer_km, times(ride)], ['older', 12_452, [null, '08:06']]);
});

test('what cannot be a ride is rejected with its field', async () => {
  for (const [wrong, code] of [
    [{ ...save, running: 'yes' }, 'test_ride'],
    [{ ...save, checks: 'all' }, 'test_ride'],
    [{ ...save, checks: ['c'.repeat(41)] }, 'test_ride'],
    [{ ...save, checks: Array.from({ length: 13 }, () => 'Idle') }, 'test_ride'],
    [{ ...save, odometer_km: 'many' }, 'odometer_km'],
    [{ running: false, checks: [] }, 'odometer_km'],
    [{ ...save, odometer_km: 12_449 }, 'test_ride_km'],
    [{ ...save, odometer_km: 12_551 }, 'test_ride_km'],
  ] as const)
    assert.equal(await problem(wrong), `PT422 ${code}`, JSON.stringify(wrong));
});

test('a ride is entered by those who work on the job, while the bike is worked on or ready', async () => {
  assert.equal(await problem(start, accountant), 'PT403 forbidden');
  await db.sql`update public.service_bookings set mechanic = 'Somebody else' where id = ${String(booking['id'])}`;
  assert.equal(await problem(start), 'PT404 not_found');
  assert.equal((await mark(start, '13:28', boss))[0], 'applied');
  for (const [status, may] of [
    ['inspecting', false],
    ['in_service', true],
    ['ready', true],
    ['completed', false],
  ] as const) {
    await db.sql`update public.service_bookings set status = ${status} where id = ${String(booking['id'])}`;
    if (may) await mark(save, '13:36', boss);
    else assert.equal(await problem(save, boss), 'PT409 not_in_service', status);
  }
});

test('a ride leaves lines in the audit log', async () => {
  await mark(start, '13:28');
  await mark(save, '13:36');
  const lines = await db.sql<{ action: string }[]>`
    select action from public.audit_log where table_name = 'test_rides' and row_key = ${String(booking['id'])} order by id`;
  assert.deepEqual(
    lines.map(({ action }) => action),
    ['row_added', 'row_changed'],
  );
});
