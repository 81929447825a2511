import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { test } from 'node:test';
import { addStaff } from './add-staff.ts';
import { openInvoices } from './invoiced-bookings.ts';
import { rejected } from './open-database.ts';
import type { JsonObject } from './open-database.ts';
import { stepTo, tickAll } from './workshop.ts';

const { db, boss, call, book, makeReady } = await openInvoices();
const sagar = await addStaff(db, 'mechanic');
const at = (time: string): string => `2026-11-24T${time}:00+05:30`;

async function job(): Promise<JsonObject> {
  const booking = await book();
  await makeReady(booking, { status: 'in_service' });
  return booking;
}
/** @param made when it was pressed @param sent when it arrived */
const mark = (booking: JsonObject, running: unknown, made: string, sent = made, as = sagar): Promise<JsonObject> =>
  call(
    'mark_job',
    { booking: booking['id'], mark: { id: randomUUID(), made_at: at(made), kind: 'timer', running } },
    as,
    at(sent),
  );
/** "10:00-10:40", in the order of their start; without an end it runs. */
async function times(booking: JsonObject): Promise<string[]> {
  const found = await db.sql<{ shown: string }[]>`
    select to_char(started_at at time zone 'Asia/Kolkata', 'HH24:MI') || '-'
      || coalesce(to_char(stopped_at at time zone 'Asia/Kolkata', 'HH24:MI'), '') as shown
    from private.work_timers where booking_id = ${String(booking['id'])} order by started_at`;
  return found.map(({ shown }) => shown);
}

test('start and pause are counted, and starting twice changes nothing', async () => {
  const booking = await job();
  await mark(booking, true, '10:00');
  await mark(booking, true, '10:05');
  await mark(booking, false, '10:40');
  await mark(booking, true, '11:00');
  assert.deepEqual(await times(booking), ['10:00-10:40', '11:00-']);
  const { timers } = await call('get_job', { booking: booking['id'] }, sagar);
  assert.deepEqual(
    (timers as { own: boolean; stopped_at: string | null }[]).map(({ own, stopped_at }) => [own, stopped_at === null]),
    [
      [true, false],
      [true, true],
    ],
  );
});

test('one timer runs per person: starting another job ends it, and colleagues go on', async () => {
  const [one, other] = [await job(), await job()];
  await mark(one, true, '10:00');
  await mark(one, true, '10:10', '10:10', boss);
  await mark(other, true, '10:30');
  assert.deepEqual(await times(one), ['10:00-10:30', '10:10-']);
  assert.deepEqual(await times(other), ['10:30-']);
});

test('marks that arrive late count from when they were made', async () => {
  const [one, other] = [await job(), await job()];
  await mark(other, true, '11:00');
  await mark(one, true, '10:00', '12:00');
  assert.deepEqual(await times(one), ['10:00-11:00'], 'until the other job was begun');
  await mark(one, false, '10:30', '12:01');
  assert.deepEqual(await times(one), ['10:00-10:30']);
  assert.deepEqual(await times(other), ['11:00-']);
});

test('a bike that is ready has no running timer, and one that is not here none at all', async () => {
  const booking = await job();
  await mark(booking, true, '10:00');
  assert.match((await times(booking))[0] ?? '', /-$/);
  await makeReady(booking);
  assert.doesNotMatch((await times(booking))[0] ?? '-', /-$/);
  const { hint } = await rejected(mark(await book(), true, '10:00', '10:00', boss));
  assert.equal(hint, 'not_at_work');
  assert.equal((await rejected(mark(booking, 'yes', '10:00'))).hint, 'timer');
});

test('a job that somebody else gets has no running timer of the mechanic who had it', async () => {
  const booking = await job();
  await mark(booking, true, '10:00');
  await mark(booking, true, '10:10', '10:10', boss);
  const [row] = await db.sql<{ name: string }[]>`select name from public.staff where user_id = ${sagar.user}`;
  const give = (mechanic: string, expected_mechanic?: string) =>
    call(
      'assign_job',
      { booking: booking['id'], mechanic, expected_mechanic: expected_mechanic ?? null },
      boss,
      at('11:00'),
    );
  await give(row?.name ?? '');
  assert.deepEqual(await times(booking), ['10:00-', '10:10-']);
  await give('Imran Shaikh', row?.name);
  assert.deepEqual(await times(booking), ['10:00-11:00', '10:10-']);
});

test('starting and pausing leave lines in the audit log', async () => {
  const booking = await job();
  await mark(booking, true, '10:00');
  await mark(booking, false, '10:20');
  const lines = await db.sql<{ action: string }[]>`
    select action from public.audit_log where table_name = 'work_timers' and row_key like ${`${String(booking['id'])} %`}
    order by id`;
  assert.deepEqual(
    lines.map(({ action }) => action),
    ['row_added', 'row_changed'],
  );
});

test('a start that arrives when the bike is ready counts until then, and does not run on', async () => {
  const booking = await book();
  await makeReady(booking, { status: 'quality_check' });
  await tickAll(db.sql);
  await call('set_booking_status', { booking: booking['id'], ...stepTo('ready') }, boss, at('11:00'));
  await mark(booking, true, '10:00', '12:00');
  assert.deepEqual(await times(booking), ['10:00-11:00']);
  await mark(booking, false, '10:40', '12:01');
  assert.deepEqual(await times(booking), ['10:00-10:40']);
  const { status } = await call('get_job', { booking: booking['id'] }, boss);
  assert.equal(status, 'ready');
  assert.equal((await rejected(mark(booking, true, '11:30', '12:02'))).hint, 'not_at_work', 'it was ready by then');
  // It goes back to the work: what was begun before still ends when it was ready the first time.
  const note = { note: 'Rear brake drags' };
  await call('set_booking_status', { booking: booking['id'], to_status: 'in_service', ...note }, boss, at('12:10'));
  await mark(booking, true, '10:50', '12:15');
  assert.deepEqual(await times(booking), ['10:00-10:40', '10:50-11:00']);
});
