import assert from 'node:assert/strict';
import { test } from 'node:test';
import { addStaff } from './add-staff.ts';
import { cart } from './booking-request.ts';
import { rejected, rejectionOf } from './open-database.ts';
import type { Actor, JsonObject } from './open-database.ts';
import { mirror, openWorkInProgress, shoes, tuesday } from './open-work-in-progress.ts';
import { tickAll } from './workshop.ts';

/* Extra work after the work has begun, steps back and changed prices. */
const { db, owner, stranger, admin, booked, call, set, step, propose, answer, reprice } = await openWorkInProgress();

const openLines = async (): Promise<string[]> =>
  (
    await db.sql<{ label: string }[]>`
      select label from public.booking_checklist where booking_id = ${booked.id} and done_at is null order by line`
  ).map(({ label }) => label);
const belt = { name: 'Drive belt', reason: 'Cracked', price: 1250 };

test('work found in service is asked for, joins the job card, and the booking returns to service', async () => {
  await tickAll(db.sql);
  const asked = await propose(belt, shoes, mirror);
  assert.equal(asked.status, 'awaiting_approval');
  const [one, two, three] = asked.extra_work;
  assert.deepEqual([two?.name, two?.price], ['Brake Pad / Shoe Replacement (per wheel)', 549]);
  assert.equal((await answer(one, 'yes')).status, 'awaiting_approval');
  await answer(two, 'yes');
  assert.equal((await answer(three, 'later')).status, 'in_service');
  assert.deepEqual(await openLines(), ['Drive belt', 'Brake Pad / Shoe Replacement (per wheel)']);
  assert.equal(await rejectionOf(step('quality_check')), 'PT409 not_ticked');
  await tickAll(db.sql);
  await step('quality_check');
  await step('ready');
  await step('completed', {}, tuesday);
  const invoice = await call(owner, 'get_invoice', { booking: booked.id });
  assert.equal(invoice['total'], 899 + 1250 + 549);
  assert.deepEqual(
    (invoice['lines'] as { description: string; total_paise: number }[]).map((l) => [l.description, l.total_paise]),
    [
      ['CVT & Belt Service', 89_900],
      ['Drive belt', 125_000],
      ['Brake Pad / Shoe Replacement (per wheel)', 54_900],
      ['Left mirror (declined)', 0],
    ],
  );
});

test('work found in the quality check returns there, and the bike is ready only when it is done', async () => {
  await tickAll(db.sql);
  await step('quality_check');
  const { extra_work } = await propose(mirror);
  assert.equal((await answer(extra_work[0], 'yes')).status, 'quality_check');
  assert.equal(await rejectionOf(step('ready')), 'PT409 not_ticked');
  const [line] = await db.sql<{ line: number }[]>`select line from public.booking_checklist where done_at is null`;
  await call(admin, 'tick_checklist', { booking: booked.id, lines: `{${line?.line}}`, done: true });
  assert.equal((await step('ready'))['status'], 'ready');
});

test('a booking that waits for an answer returns only to where it was, and is not cancelled in the work', async () => {
  await propose(mirror);
  await db.sql`delete from public.extra_work`;
  for (const to of ['inspecting', 'quality_check', 'cancelled'])
    assert.equal(await rejectionOf(step(to)), 'PT409 not_allowed');
  assert.equal((await step('in_service'))['status'], 'in_service');
});

test('a step back needs a note, which becomes a line that must be done', async () => {
  await tickAll(db.sql);
  await step('quality_check');
  assert.equal(await rejectionOf(step('in_service', { note: null })), 'PT422 step_note');
  assert.equal((await step('in_service', { note: 'Rear brake drags' }))['status'], 'in_service');
  assert.deepEqual(await openLines(), ['Rear brake drags']);
  assert.equal(await rejectionOf(step('quality_check')), 'PT409 not_ticked');
  await tickAll(db.sql);
  await step('quality_check');
  await step('ready');
  await step('in_service', { note: 'Horn does not sound' });
  assert.deepEqual(await openLines(), ['Horn does not sound']);
  await step('inspecting', { note: 'Look at the wiring again' });
  await step('in_service');
  assert.deepEqual(await openLines(), ['Horn does not sound']);
});

test('a step that was pressed by mistake is taken back by who may make it, and leaves an event but no line', async () => {
  const foreman = await addStaff(db, 'foreman');
  const mechanic = await addStaff(db, 'mechanic');
  await tickAll(db.sql);
  const undo = (as: Actor): Promise<JsonObject> =>
    call(as, 'set_booking_status', { booking: booked.id, to_status: 'in_service', note: 'By mistake', undo: true });
  for (const staff of [admin, foreman, mechanic]) {
    await step('quality_check');
    assert.equal((await undo(staff))['status'], 'in_service');
    assert.deepEqual(await openLines(), []);
    const [event] = await db.sql`
      select from_status, to_status, data from public.booking_events
      where booking_id = ${booked.id} order by id desc limit 1`;
    assert.deepEqual({ ...event }, { from_status: 'quality_check', to_status: 'in_service', data: { undone: true } });
  }
  await step('quality_check');
  const accountant = await addStaff(db, 'accountant');
  for (const other of [owner, stranger, accountant]) assert.match(await rejectionOf(undo(other)), /^PT403/);
  assert.match((await rejected(undo('anon'))).code, /^42501$/);
});

test('a step is taken back only while it is the latest one', async () => {
  await tickAll(db.sql);
  await step('quality_check');
  await step('ready');
  assert.equal(await rejectionOf(step('in_service', { note: 'By mistake', undo: true })), 'PT409 not_allowed');
  assert.deepEqual(await openLines(), []);
});

test('work that is agreed when the bike is ready is ticked before the bike is handed back', async () => {
  await tickAll(db.sql);
  await step('quality_check');
  await step('ready');
  await call(admin, 'change_items', {
    booking: booked.id,
    items: cart('general-service'),
    expected_version: 0,
    customer_yes: 'Agreed at the counter',
  });
  assert.equal(await rejectionOf(step('completed', {}, tuesday)), 'PT409 not_ticked');
  await step('in_service', { note: 'The general service too' });
  await tickAll(db.sql);
  for (const status of ['quality_check', 'ready', 'completed']) await step(status, {}, tuesday);
});

test('a bill before the day of the booking is rejected', async () => {
  await tickAll(db.sql);
  await set('ready');
  const { code, hint, detail } = await rejected(step('completed'));
  const from = new Date('2026-11-24T00:00:00+05:30').toISOString().replace('.000Z', '+00:00');
  assert.deepEqual([code, hint, JSON.parse(detail ?? '{}')], ['PT409', 'too_early', { from, minutes: null }]);
});

test('a changed price takes the answer back, and an answer to the old price is rejected', async () => {
  const { extra_work } = await propose(mirror);
  await answer(extra_work[0], 'yes', { price_version: 1 });
  assert.deepEqual((await openLines()).at(-1), 'Left mirror');
  const again = await reprice(extra_work[0], 520);
  assert.deepEqual([again.status, again.extra_work[0]?.status], ['awaiting_approval', 'proposed']);
  assert.ok(!(await openLines()).includes('Left mirror'), 'it is off the job card until the new answer');
  const stale = await rejected(answer(extra_work[0], 'yes', { price_version: 1 }));
  assert.deepEqual([stale.hint, stale.detail], ['work_repriced', '{"price": 520}']);
  assert.equal((await answer(extra_work[0], 'yes', { price_version: 2 })).status, 'in_service');
  assert.deepEqual((await openLines()).at(-1), 'Left mirror');
  const within = await reprice(extra_work[0], 300);
  assert.deepEqual([within.status, within.extra_work[0]?.decided_by], ['in_service', 'limit']);
  await tickAll(db.sql);
  assert.equal(await rejectionOf(reprice(extra_work[0], 310)), 'PT409 work_done');
});

test('a reading customer is not told who of the staff noted an answer', async () => {
  const { extra_work } = await propose(mirror);
  await answer(extra_work[0], 'no', { note: 'Said no on the phone' }, admin);
  const seen = await call(owner, 'get_booking', { booking: booked.id });
  assert.equal('answered_by' in ((seen['extra_work'] as JsonObject[])[0] ?? {}), false);
  const [row] = await db.sql`select answered_by from public.extra_work`;
  assert.equal(row?.['answered_by'], admin.user);
});
