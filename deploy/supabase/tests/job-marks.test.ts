import { rejectionOf } from './open-database.ts';
import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { test } from 'node:test';
import type { JsonObject } from './open-database.ts';
import { checkIn, openJob, tuesday, type FloorJob } from './open-job.ts';

/* Marks of a phone that was without a network: each counts once, the later one wins, and open pages hear of it. */
const { db, boss, sagar, booked, call, step, mark } = await openJob();

test('a mark counts once, and of two marks for a point the later one counts', async () => {
  await step('assigned');
  await mark(checkIn);
  const id = randomUUID();
  const pads = { kind: 'point', point: 'front-pads', state: 'due_later', value: 2.4, note: 'Soon' };
  assert.equal((await mark({ ...pads, id }, sagar, '2026-11-24T12:10:00+05:30')).outcome, 'applied');
  const again = await mark({ ...pads, id, state: 'ok' }, sagar, '2026-11-24T12:10:00+05:30');
  assert.equal(again.outcome, 'repeated');
  const state = (job: FloorJob): unknown => job.inspection.find(({ point }) => point === 'front-pads')?.state;
  assert.equal(state(again.job), 'due_later');
  const late = await mark({ ...pads, state: 'due_now' }, boss, '2026-11-24T12:05:00+05:30');
  assert.deepEqual([late.outcome, state(late.job)], ['older', 'due_later']);
  const newer = await mark({ ...pads, state: 'due_now', value: 1.9 }, boss, '2026-11-24T12:15:00+05:30');
  assert.deepEqual([newer.outcome, state(newer.job)], ['applied', 'due_now']);
  const ahead = await mark({ ...pads, state: 'ok' }, sagar, '2026-12-24T12:15:00+05:30');
  assert.equal(ahead.outcome, 'applied', 'a clock that is ahead counts as now');
  assert.equal(
    (await mark({ ...pads, state: 'due_now' }, boss, tuesday, '2026-11-24T13:01:00+05:30')).outcome,
    'applied',
  );
});

test('open pages read a booking again when a point is marked, and not for a mark that counts no more', async () => {
  await step('assigned');
  await mark(checkIn);
  const signal = async (): Promise<unknown> =>
    (await db.sql`select changed_at from public.booking_signals where id = ${booked.id}`)[0]?.['changed_at'];
  const pads = { kind: 'point', point: 'front-pads', state: 'due_now', value: 1.2, id: randomUUID() };
  const before = await signal();
  await mark(pads);
  const marked = await signal();
  assert.notDeepEqual(marked, before);
  await mark(pads);
  await mark({ ...pads, id: randomUUID() }, sagar, '2026-11-24T12:05:00+05:30');
  assert.deepEqual(await signal(), marked);
});

test('what cannot be read is rejected with its field', async () => {
  await step('assigned');
  await mark(checkIn);
  const point = { kind: 'point', point: 'front-pads', state: 'ok' };
  for (const [wrong, code] of [
    [{ ...point, id: 'x' }, 'mark'],
    [{ ...point, kind: 'wish' }, 'mark'],
    [{ ...point, made_at: 'today' }, 'mark'],
    [{ ...point, point: 'wings' }, 'point'],
    [{ ...point, state: 'fine' }, 'point_state'],
    [{ ...point, value: '1e5' }, 'point_value'],
    [{ ...point, note: 'n'.repeat(301) }, 'point_note'],
    [{ ...checkIn, fuel: 5 }, 'fuel'],
    [{ ...checkIn, accessories: 'all' }, 'accessories'],
    [{ ...checkIn, accessories: Array.from({ length: 13 }, () => 'Key') }, 'accessories'],
    [{ ...checkIn, damage: 'd'.repeat(301) }, 'damage'],
    [{ ...checkIn, other_items: 'o'.repeat(201) }, 'other_items'],
  ] as const)
    assert.equal(await rejectionOf(mark(wrong)), `PT422 ${code}`);
});

test('a tick or an answer that was made earlier does not overwrite a later change', async () => {
  await step('assigned');
  await mark(checkIn);
  await step('in_service', { note: 'Points follow' });
  const early = '2026-11-24T13:05:00+05:30';
  const late = '2026-11-24T13:10:00+05:30';
  const [concern, line] = (await call(boss, 'get_job', { booking: booked.id }))['checklist'] as FloorJob['checklist'];
  const tick = (done: boolean) => ({ kind: 'tick', line: line?.line, done });
  assert.equal((await mark(tick(true), boss, late, late)).outcome, 'applied');
  const missed = await mark(tick(false), sagar, early, late);
  assert.deepEqual([missed.outcome, missed.job.checklist[1]?.answer], ['older', null]);
  assert.equal((missed.job.checklist[1] as unknown as { done_at: string | null }).done_at === null, false);
  const reply = (answer: string) => ({ kind: 'concern', line: concern?.line, answer });
  assert.equal((await mark(reply('found_and_fixed'), boss, late, late)).outcome, 'applied');
  const other = await mark(reply('not_found'), sagar, early, late);
  assert.deepEqual([other.outcome, other.job.checklist[0]?.answer], ['older', 'found_and_fixed']);
});

test('a job that is sent late in the order it was done arrives whole, each mark once', async () => {
  await step('assigned');
  const marks: JsonObject[] = [
    checkIn,
    { kind: 'point', point: 'rear-pads', state: 'due_now', value: 1.2 },
    { kind: 'propose', items: [{ item: 'brake-pad-replacement', reason: 'Worn to 1.2 mm', urgency: 'due_now' }] },
  ].map((what, index) => ({ ...what, id: randomUUID(), made_at: `2026-11-24T12:0${index}:00+05:30` }));
  for (const each of [...marks, ...marks]) await mark(each);
  const job = (await call(sagar, 'get_job', { booking: booked.id })) as FloorJob & { extra_work: JsonObject[] };
  assert.deepEqual(
    [job.status, job.extra_work.length, job.extra_work[0]?.['urgency']],
    ['awaiting_approval', 1, 'due_now'],
  );
});

test('each mark tells the pages of staff that the job has changed, one that is sent again does not', async () => {
  await step('assigned');
  await mark(checkIn);
  const id = randomUUID();
  const point = { kind: 'point', point: 'front-pads', state: 'ok', id };
  const changedAt = async (): Promise<string> => {
    const [row] = await db.sql<{ at: string }[]>`
      select changed_at::text as at from public.booking_signals where id = ${booked.id}`;
    return row?.at ?? '';
  };
  const atCheckIn = await changedAt();
  await mark(point);
  const atPoint = await changedAt();
  assert.notEqual(atPoint, atCheckIn);
  await mark(point);
  assert.equal(await changedAt(), atPoint);
  await step('in_service');
  const before = await changedAt();
  await call(boss, 'tick_checklist', { booking: booked.id, lines: [2], done: true });
  assert.notEqual(await changedAt(), before);
});
