import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { beforeEach, test } from 'node:test';
import { addStaff } from './add-staff.ts';
import { openInvoices } from './invoiced-bookings.ts';
import type { Actor, JsonObject } from './open-database.ts';

/** What a phone that was without a network is told when a colleague has entered the same thing since. */

const { db, boss, call, book, makeReady } = await openInvoices();
const sagar = await addStaff(db, 'mechanic');
const at = (time: string): string => `2026-11-24T${time}:00+05:30`;
let booking: string;

beforeEach(async () => {
  const booked = await book({ notes: 'Squeals from behind' });
  booking = String(booked['id']);
  await makeReady(booked, { status: 'inspecting' });
  await db.sql`
    insert into public.booking_inspection (booking_id, point, position, group_name, label)
    values (${booking}, 'pads', 1, 'Brakes', 'Pads')`;
  await db.sql`
    insert into public.booking_checklist (booking_id, line, group_name, label) values (${booking}, 1, 'Engine', 'Oil')`;
});

interface Answer extends JsonObject {
  outcome: string;
  standing?: { by: string; at: string };
}
/** @param made when it was entered; it is sent at 14:00 */
async function mark(what: JsonObject, made: string, as: Actor, id = randomUUID()): Promise<Answer> {
  return (await call('mark_job', { booking, mark: { id, made_at: at(made), ...what } }, as, at('14:00'))) as Answer;
}
const pads = (state: string, more: JsonObject = {}): JsonObject => ({ kind: 'point', point: 'pads', state, ...more });
async function stateOf(): Promise<string | undefined> {
  const [row] = await db.sql<{ state: string }[]>`
    select state from public.booking_inspection where booking_id = ${booking}`;
  return row?.state;
}

for (const { of, status, theirs, mine } of [
  { of: 'a point', status: 'inspecting', theirs: pads('due_now'), mine: pads('ok') },
  {
    of: 'a check-in',
    status: 'inspecting',
    theirs: { kind: 'check_in', odometer_km: 12_450 },
    mine: { kind: 'check_in', odometer_km: 12_400 },
  },
  {
    of: 'a line of the job card',
    status: 'in_service',
    theirs: { kind: 'tick', line: 1, done: true, not_needed: 'It was new' },
    mine: { kind: 'tick', line: 1, done: true },
  },
  {
    of: 'a test ride',
    status: 'quality_check',
    theirs: { kind: 'test_ride', running: false, odometer_km: 12_452, checks: ['Gears'] },
    mine: { kind: 'test_ride', running: false, odometer_km: 12_453, checks: [] },
  },
])
  test(`${of} that was entered before a colleague's is answered with who entered what counts, and when`, async () => {
    await db.sql`delete from public.booking_checkins where booking_id = ${booking}`;
    await db.sql`update public.service_bookings set status = ${status} where id = ${booking}`;
    const checkedIn = of !== 'a check-in' && {
      booking_id: booking,
      odometer_km: 12_450,
      checked_in_at: at('09:00'),
    };
    if (checkedIn) await db.sql`insert into public.booking_checkins ${db.sql(checkedIn)}`;
    const first = await mark(theirs, '12:00', sagar);
    assert.deepEqual([first.outcome, first.standing], ['applied', undefined]);
    const late = await mark(mine, '11:00', boss);
    assert.deepEqual([late.outcome, late.standing?.by], ['older', 'mechanic']);
    assert.equal(Date.parse(late.standing?.at ?? ''), Date.parse(at('12:00')));
    const kept = await mark({ ...mine, replaces: late.standing?.at }, '11:30', boss);
    assert.equal(kept.outcome, 'applied', 'a clock that is behind does not hold back who has read what stands');
  });

test('a mark replaces only what its sender has read', async () => {
  await mark(pads('due_now'), '12:00', sagar);
  const { standing } = await mark(pads('ok'), '11:00', boss);
  await mark(pads('due_later'), '12:30', sagar);
  const again = await mark(pads('ok', { replaces: standing?.at }), '13:00', boss);
  assert.deepEqual([again.outcome, await stateOf()], ['older', 'due_later']);
  assert.equal(Date.parse(again.standing?.at ?? ''), Date.parse(at('12:30')));
  const last = await mark(pads('ok', { replaces: again.standing?.at }), '13:00', boss);
  assert.deepEqual([last.outcome, await stateOf()], ['applied', 'ok']);
});

test('a mark whose answer was lost learns of the other one when it is sent again', async () => {
  await mark(pads('due_now'), '12:00', sagar);
  const id = randomUUID();
  for (let times = 0; times < 2; times += 1)
    assert.equal((await mark(pads('ok'), '11:00', boss, id)).standing?.by, 'mechanic');
});
