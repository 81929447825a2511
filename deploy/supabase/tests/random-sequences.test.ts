import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import type { TestContext } from 'node:test';
import fc from 'fast-check';
import { mondayMorning } from './booking-request.ts';
import { checkAudit } from './check-jobs.ts';
import { openDatabase } from './open-database.ts';
import type { Actor, TestDatabase } from './open-database.ts';
import { clearInvoices, clearPayments } from './payment-events.ts';
import { addPeople } from './random-people.ts';
import { RandomRun } from './random-run.ts';
import { sequence, sequenceOfWork } from './random-steps.ts';
import type { RandomStep } from './random-steps.ts';
import { isWholeSuite } from './whole-suite.ts';

/*
 * Random sequences of actions of customers, guests and the shop, up to five concurrently, on few windows so that they
 * conflict. Some book with payment in advance and pay in time, late or never. After every step the database must still
 * be consistent.
 */
const seed = Number(process.env['PROPERTY_SEED'] ?? 20_261_127);

let db: TestDatabase;
let actors: Actor[];
before(async () => {
  db = await openDatabase();
  await db.sql`update public.shop set payment_provider = 'local'`;
  actors = await addPeople(db);
});
after(() => db.close());

/** Status transitions and refunds of a run. */
async function countPaths(met: Map<string, number>): Promise<void> {
  const ways = await db.sql<{ way: string; times: number }[]>`
    select from_status || ' to ' || to_status as way, count(*)::int as times from public.booking_events
    where from_status <> to_status group by 1
    union all select 'refund ' || reason, count(*)::int from public.refunds group by 1`;
  for (const { way, times } of ways) met.set(way, (met.get(way) ?? 0) + times);
}

/**
 * Plays random sequences.
 * @returns how often each call succeeded or was refused, and each transition happened
 */
async function play(
  t: TestContext,
  sequences: fc.Arbitrary<{ steps: RandomStep[]; wait: number }[]>,
  start: string,
  numRuns: number,
): Promise<Map<string, number>> {
  const met = new Map<string, number>();
  t.diagnostic(`PROPERTY_SEED=${seed}`);
  const property = fc.asyncProperty(sequences, async (batches) => {
    await clearInvoices(db.sql);
    await clearPayments(db.sql);
    await db.sql.unsafe('delete from private.slot_holds; delete from public.weather_days');
    const [log] = await db.sql<{ last: number }[]>`select coalesce(max(id), 0)::int as last from public.audit_log`;
    const run = new RandomRun(db, actors, start, met);
    if (sequences === sequenceOfWork) await run.open();
    for (const batch of batches) await run.play(batch);
    await checkAudit(db, log?.last ?? 0);
    await countPaths(met);
  });
  const limits = {
    endOnFailure: true,
    includeErrorInReport: true,
    interruptAfterTimeLimit: 150_000,
    markInterruptAsFailure: true,
  };
  await fc.assert(property, { seed, numRuns, ...limits });
  const counts = [...met].map(([what, times]) => `${what} ${times}`);
  t.diagnostic(counts.sort().join(', '));
  return met;
}

/** Asserts that the sequences had everything they are to have. */
function checkMet(met: Map<string, number>, ...all: string[]): void {
  const never = all.filter((what) => !met.has(what));
  assert.deepEqual(never, [], 'the sequences never had these');
}

test('places and histories stay consistent, in whatever order calls are made', async (t) => {
  const met = await play(t, sequence, mondayMorning, isWholeSuite ? 39 : 12);
  checkMet(
    met,
    ...['hold_slot', 'extend_hold', 'release_hold', 'create_booking', 'reschedule_booking', 'cancel_booking'].map(
      (name) => `${name} done`,
    ),
    ...['pay_after_service', 'set_booking_status', 'propose_extra_work', 'tick_checklist', 'set_weather_mode'].map(
      (name) => `${name} done`,
    ),
    ...['pending_payment to confirmed', 'pending_payment to expired', 'pending_payment to cancelled'],
    ...['expired to confirmed', 'refund paid_late', 'refund cancelled'],
    ...['hold_slot', 'create_booking', 'reschedule_booking'].map((name) => `${name} slot_taken`),
  );
  assert.ok(
    [...met.keys()].some((way) => way.endsWith(' to no_show')),
    'no booking was missed',
  );
});

test('jobs and their money stay consistent, in whatever order the shop works on them', async (t) => {
  const met = await play(t, sequenceOfWork, '2026-11-24T10:00:00+05:30', isWholeSuite ? 20 : 8);
  const done = (...names: string[]): string[] => names.map((name) => `${name} done`);
  checkMet(
    met,
    ...done('mark check_in', 'mark point', 'mark concern', 'mark tick', 'mark part', 'mark timer', 'mark test_ride'),
    ...done('mark propose', 'save_used_parts', 'update_booking', 'change_items', 'answer_items', 'assign_job'),
    ...[...done('change answer'), 'change answer work_begun'],
    ...done('promise_ready', 'propose_extra_work', 'reprice_extra_work', 'answer_extra_work', 'tick_checklist'),
    ...done('hold_for_caller', 'create_booking for a caller', 'create_booking with declined work', 'end_declined_work'),
    ...done('create_booking of a re-check'),
    ...done('undo', 'failed check', 'record_payment cash', 'record_payment card', 'finish_refund', 'set_booking_fee'),
    ...done('issue_credit_note', 'replace_invoice', 'give_late_credit', 'set_booking_status'),
    ...['update_booking stale stale', 'assign_job assigned_meanwhile'],
    ...['set_booking_status not_checked', 'set_booking_status not_ticked', 'ready to completed'],
    ...['inspecting', 'in_service', 'quality_check'].flatMap((from) => [
      `${from} to awaiting_approval`,
      `awaiting_approval to ${from}`,
    ]),
    ...['in_service to inspecting', 'quality_check to in_service'],
  );
  assert.ok(
    [...met.keys()].some((what) => /^mark .* again done$/.test(what)),
    'no mark was sent twice',
  );
});
