import assert from 'node:assert/strict';
import { after, before, beforeEach, test } from 'node:test';
import type { Board, BoardJob } from '@twostroke/shared/contracts/answers/board';
import { bookingRequest, cart, mondayMorning } from './booking-request.ts';
import { hireEveryone, type People } from './hire.ts';
import {
  type Actor,
  type JsonObject,
  openDatabase,
  rejected,
  rejectionOf,
  rpc,
  type TestDatabase,
} from './open-database.ts';
import { checkInFor, stepTo, tickAll } from './workshop.ts';

/* The board of the office: what stands on it and where, how long it may stay in its status, and who has it. */
let db: TestDatabase;
let booking: string;
let people: People;
const monday = '2026-11-23';
const tuesday = '2026-11-24';
const wednesday = '2026-11-25';
const at = (day: string, time: string): string => `${day}T${time}:00+05:30`;

before(async () => {
  db = await openDatabase();
  people = await hireEveryone(db);
});
beforeEach(async () => {
  await db.sql`delete from public.service_bookings`;
  booking = await book();
});
after(() => db.close());

const call = <Answer = JsonObject>(as: Actor, name: string, args: JsonObject, when = mondayMorning): Promise<Answer> =>
  db.keep({ as, at: when }, (tx) => rpc(tx, name, args)) as Promise<Answer>;
const book = async (changes: JsonObject = {}): Promise<string> => {
  const request = bookingRequest({
    mode: 'workshop',
    items: cart('general-service'),
    expected_total: 1699,
    ...changes,
  });
  return String((await call(people.customer, 'create_booking', { request }))['id']);
};
const board = (day: string, when: string, as: Actor = people.desk): Promise<Board> =>
  call<Board>(as, 'list_board', { day }, when);
const step = async (to: string, when: string, more: JsonObject = {}) => {
  await checkInFor(to, db.sql);
  return call(people.desk, 'set_booking_status', { booking, ...stepTo(to), mechanic: 'Sagar Pawar', ...more }, when);
};
const assign = (mechanic: string, expected_mechanic?: string, as: Actor = people.desk) =>
  call(as, 'assign_job', { booking, mechanic, ...(expected_mechanic !== undefined && { expected_mechanic }) });

function only(jobs: readonly BoardJob[]): BoardJob {
  assert.equal(jobs.length, 1);
  return jobs[0]!;
}

const minutesSince = (instant: string, when: string): number => (Date.parse(when) - Date.parse(instant)) / 60_000;

test('a bike that stays overnight stands among those of other days, with the day it came', async () => {
  await step('assigned', at(tuesday, '10:30'));
  await step('inspecting', at(tuesday, '11:05'));
  const sameDay = await board(tuesday, at(tuesday, '12:00'));
  assert.equal(only(sameDay.bookings).id, booking);
  assert.deepEqual(sameDay.elsewhere, []);
  const nextDay = await board(wednesday, at(wednesday, '09:00'));
  assert.deepEqual(nextDay.bookings, []);
  const kept = only(nextDay.elsewhere);
  assert.equal(minutesSince(kept.here_since!, at(tuesday, '11:05')), 0);
  assert.equal(kept.ready_date, tuesday);
  assert.deepEqual([kept.service, kept.model, kept.amount], ['General Service', 'Classic 350', 1699]);
});

test('of changed bookings only those that stand on the board are answered', async () => {
  const other = await book();
  const some = (changed: string[], as: Actor = people.desk): Promise<Board> =>
    call<Board>(as, 'list_board', { day: tuesday, changed }, at(tuesday, '09:00'));
  const all = await board(tuesday, at(tuesday, '09:00'));
  assert.equal(all.bookings.length, 2);
  const one = await some([other]);
  assert.deepEqual(
    only(one.bookings),
    all.bookings.find(({ id }) => id === other),
  );
  assert.deepEqual([one.elsewhere, one.unlisted], [[], 0]);
  await db.sql`update public.service_bookings set booking_date = ${wednesday}, status = 'assigned' where id = ${other}`;
  assert.deepEqual((await some([other])).bookings, [], 'it left the day');
  await db.sql`update public.service_bookings set status = 'assigned', mechanic = 'Imran Shaikh' where id = ${booking}`;
  assert.deepEqual((await some([booking], people.mechanic)).bookings, [], 'the job of another mechanic');
});

test('the lane of the workshop goes by the status, not by the day of the booking', async () => {
  await step('assigned', at(tuesday, '10:30'));
  await step('inspecting', at(tuesday, '11:05'));
  await db.sql`update public.service_bookings set booking_date = '2026-11-30' where id = ${booking}`;
  const early = only((await board(tuesday, at(tuesday, '12:00'))).elsewhere);
  assert.equal(minutesSince(early.here_since!, at(tuesday, '11:05')), 0);
  // At the gate it is with its customer.
  await db.sql`update public.service_bookings set mode = 'doorstep' where id = ${booking}`;
  assert.equal(only((await board(tuesday, at(tuesday, '12:00'))).elsewhere).here_since, null);
});

test('a job that was not begun on its day is not lost, and one that is over is gone', async () => {
  await step('assigned', at(tuesday, '10:30'));
  const left = only((await board(wednesday, at(wednesday, '09:00'))).elsewhere);
  assert.deepEqual([left.status, left.here_since], ['assigned', null]);
  await db.sql`update public.service_bookings set status = 'no_show' where id = ${booking}`;
  assert.deepEqual((await board(wednesday, at(wednesday, '09:00'))).elsewhere, []);
});

test('people on the waitlist of other days are counted by day for those who read it, from today on', async () => {
  const waits = (day: string, state: string) => db.sql`
    insert into public.waitlist (
      request_id, mode, booking_date, booking_time, window_end, model_id, bike_name, items, windows, next_day, customer_name,
      phone, created_at, leave_hash, state
    ) values (
      gen_random_uuid(), 'workshop', ${day}, '11:00', '13:00', 'royal-enfield/classic-350', 'Classic 350', '[]', 1, false,
      'Asha', '+9190000000' || lpad((select count(*) + 10 from public.waitlist)::text, 2, '0'), now(),
      sha256(gen_random_uuid()::text::bytea), ${state}
    )`;
  for (const [day, state] of [
    ...[[monday, 'waiting'], [tuesday, 'waiting'], [wednesday, 'waiting'], [wednesday, 'waiting']], // oxfmt-ignore
    ...[[wednesday, 'left'], ['2026-11-27', 'waiting'], ['2026-11-28', 'lapsed']], // oxfmt-ignore
  ] as [string, string][])
    await waits(day, state);
  const counted = async (as: Actor): Promise<string[]> =>
    (await board(tuesday, at(tuesday, '09:00'), as)).waiting_elsewhere.map(({ date, count }) => `${date} ${count}`);
  for (const duty of ['owner', 'desk', 'foreman', 'accountant'] as const)
    assert.deepEqual(await counted(people[duty]), [`${wednesday} 2`, '2026-11-27 1'], duty);
  assert.deepEqual(await counted(people.mechanic), []);
  await db.sql`delete from public.waitlist`;
});

test('a bill counts on its own day', async () => {
  for (const to of ['assigned', 'inspecting', 'in_service']) await step(to, at(tuesday, '11:05'));
  await tickAll(db.sql);
  for (const to of ['quality_check', 'ready']) await step(to, at(tuesday, '12:30'));
  assert.equal(only((await board(tuesday, at(tuesday, '12:30'))).bookings).due, 1699);
  await step('completed', at(wednesday, '10:00'));
  const billed = only((await board(wednesday, at(wednesday, '10:01'))).elsewhere);
  assert.deepEqual([billed.status, billed.amount, billed.due], ['completed', 1699, null]);
  assert.deepEqual((await board(monday, at(wednesday, '10:01'))).elsewhere, []);
});

test('the minutes of a status are rows; work and inspection have those of the job and of agreed extra work', async () => {
  const allowed = async (when: string): Promise<number | null> =>
    only((await board(tuesday, when)).bookings).allowed_minutes;
  assert.equal(await allowed(mondayMorning), 60);
  await step('assigned', at(tuesday, '10:30'));
  assert.equal(await allowed(at(tuesday, '10:31')), null);
  await step('inspecting', at(tuesday, '11:00'));
  const job = only((await board(tuesday, at(tuesday, '11:01'))).bookings);
  assert.equal(job.allowed_minutes, job.minutes);
  await call(people.desk, 'propose_extra_work', {
    booking,
    items: [{ name: 'Brake pads', reason: 'Worn', price: 600, minutes: 30 }],
  });
  assert.equal(await allowed(at(tuesday, '11:20')), 30);
  await db.sql`update public.extra_work set status = 'approved', decided_by = 'customer', decided_at = now()`;
  await db.sql`update public.service_bookings set status = 'in_service' where id = ${booking}`;
  assert.equal(await allowed(at(tuesday, '11:30')), job.minutes + 30);
  await db.sql`update public.service_bookings set status = 'ready' where id = ${booking}`;
  await db.keep({ as: people.owner }, (tx) => tx`update public.status_targets set minutes = 45 where status = 'ready'`);
  assert.equal(await allowed(at(tuesday, '11:40')), 45);
  const line = await db.sql`select before, after from public.audit_log where table_name = 'status_targets'`;
  assert.deepEqual({ ...line[0] }, { before: { minutes: 120 }, after: { minutes: 45 } });
  await db.sql`update public.status_targets set minutes = 120 where status = 'ready'`;
});

test('only owners change the minutes of a status', async () => {
  for (const who of ['desk', 'foreman', 'mechanic', 'accountant', 'customer'] as const) {
    const changed = await db.undo(
      { as: people[who] },
      (tx) => tx`update public.status_targets set minutes = 1 where status = 'ready' returning status`,
    );
    assert.equal(changed.length, 0, who);
  }
});

test('each duty reads the bookings it may read, with the phone where it is shown', async () => {
  await assign('Sagar Pawar');
  const seen = async (who: keyof typeof people): Promise<(string | null)[]> =>
    (await board(tuesday, mondayMorning, people[who])).bookings.map(({ phone }) => phone);
  const phone = '+919000000012';
  assert.deepEqual(await Promise.all((['owner', 'desk', 'foreman', 'mechanic', 'otherMechanic', 'accountant'] as const).map(seen)), [[phone], [phone], [phone], [phone], [], [null]]); // oxfmt-ignore
  for (const as of [people.customer, 'anon'] as const)
    assert.match(await rejectionOf(board(tuesday, mondayMorning, as)), /^(PT403 forbidden|42501)/);
});

test('a job is given to a mechanic, and to another one without a step back', async () => {
  await assign('Sagar Pawar');
  await step('inspecting', at(tuesday, '11:00'));
  await assign('Imran Shaikh', 'Sagar Pawar', people.foreman);
  const job = only((await board(tuesday, at(tuesday, '12:00'))).bookings);
  assert.deepEqual([job.status, job.mechanic], ['inspecting', 'Imran Shaikh']);
  assert.equal(minutesSince(job.status_since, at(tuesday, '11:00')), 0, 'the time in its status goes on');
  const [row] = await db.sql`select assigned_to from public.service_bookings where id = ${booking}`;
  assert.equal(row?.['assigned_to'], people.otherMechanic.user);
  const [event] = await db.sql`
    select kind, data, actor_id from public.booking_events where booking_id = ${booking} order by id desc limit 1`;
  assert.deepEqual({ ...event }, { kind: 'corrected', data: { before: { mechanic: 'Sagar Pawar' }, edit: 0 }, actor_id: people.foreman.user }); // oxfmt-ignore
});

test('an assignment from an older state is rejected with who has the job', async () => {
  await assign('Sagar Pawar');
  const { hint, detail } = await rejected(assign('Imran Shaikh'));
  assert.deepEqual([hint, JSON.parse(detail!)], ['assigned_meanwhile', { mechanic: 'Sagar Pawar' }]);
  assert.equal(await rejectionOf(assign('-', 'Sagar Pawar')), 'PT422 mechanic');
  for (const who of ['mechanic', 'accountant', 'customer'] as const)
    assert.equal(await rejectionOf(assign('Imran Shaikh', 'Sagar Pawar', people[who])), 'PT403 forbidden', who);
  await db.sql`update public.service_bookings set status = 'cancelled' where id = ${booking}`;
  assert.equal(await rejectionOf(assign('Imran Shaikh', 'Sagar Pawar')), 'PT409 cannot_assign');
});

test('a promised day and time are in the board and the booking until the booking is moved', async () => {
  const promise = (day: string, clock?: string, as: Actor = people.foreman, when = at(tuesday, '12:00')) =>
    call(as, 'promise_ready', { booking, day, ...(clock !== undefined && { clock }) }, when);
  await promise(wednesday, '18:00');
  const [card] = (await board(tuesday, at(tuesday, '12:00'))).bookings;
  assert.deepEqual([card?.ready_date, card?.ready_time], [wednesday, '18:00']);
  const seen = await call(people.customer, 'get_booking', { booking });
  const told = (seen['events'] as JsonObject[]).at(-1);
  assert.deepEqual([seen['ready_date'], seen['ready_time']], [wednesday, '18:00']);
  assert.deepEqual([told?.['kind'], told?.['data']], ['promised', { date: wednesday, time: '18:00' }]);
  await promise(wednesday, '18:00');
  const again = await call(people.customer, 'get_booking', { booking });
  assert.equal((again['events'] as JsonObject[]).length, (seen['events'] as JsonObject[]).length);
  await promise(wednesday);
  assert.equal((await board(tuesday, at(tuesday, '12:00'))).bookings[0]?.ready_time, null);
  await promise(wednesday, '09:15');
  await call(people.desk, 'reschedule_booking', { booking, date: wednesday, start: '11:00', cause: 'shop' });
  const [moved] = (await board(wednesday, at(tuesday, '12:00'))).bookings;
  assert.deepEqual([moved?.ready_date, moved?.ready_time], [wednesday, null]);
});

test('no promise is for a time that has passed, before the booking, or by a mechanic; and none for a bike that is ready', async () => {
  const promise = (day: string, clock?: string, as: Actor = people.desk, when = at(tuesday, '12:00')) =>
    rejectionOf(call(as, 'promise_ready', { booking, day, ...(clock !== undefined && { clock }) }, when));
  assert.equal(await promise(tuesday, '12:00'), 'PT422 promise_past');
  assert.equal(await promise(monday, undefined, people.desk, mondayMorning), 'PT422 promise_past');
  assert.equal(await promise('2026-11-31'), 'PT422 date');
  assert.equal(await promise('2027-06-01'), 'PT422 date');
  assert.equal(await promise(wednesday, '25:00'), 'PT422 promise_time');
  assert.equal(await promise(wednesday, '18:00', people.mechanic), 'PT403 forbidden');
  assert.equal(await promise(wednesday, '18:00', people.accountant), 'PT403 forbidden');
  assert.equal(await promise(wednesday, '18:00', people.customer), 'PT403 forbidden');
  await db.sql`update public.service_bookings set status = 'ready' where id = ${booking}`;
  assert.equal(await promise(wednesday, '18:00'), 'PT409 cannot_promise');
});

test('the board says when a question was sent and seen: by its customer or at the link, never by staff', async () => {
  await step('assigned', at(tuesday, '10:30'));
  await step('inspecting', at(tuesday, '11:05'));
  const work = [450, 600].map((price) => ({ name: `Mirror ${price}`, reason: 'Glass is loose', price }));
  const items = work as unknown as JsonObject;
  await db.sql`update public.service_bookings set approval_limit = 0`;
  const question = async () => only((await board(tuesday, at(tuesday, '12:20'))).bookings).question;
  const proposed = await call(people.mechanic, 'propose_extra_work', { booking, items }, at(tuesday, '12:04'));
  const sent_at = '2026-11-24T06:34:00+00:00';
  assert.deepEqual(await question(), { sent_at, seen_at: null });

  const [link] = await db.sql<{ token: string }[]>`
    select private.manage_token(request_id) as token from public.service_bookings where id = ${booking}`;
  const see = (as: Actor, when: string, manage_token: string | null = null): Promise<JsonObject> =>
    call(as, 'see_extra_work', { booking, manage_token }, at(tuesday, when));
  const stranger = { user: await db.addUser('stranger@example.com') };
  for (const other of [people.desk, people.mechanic, people.owner, stranger, 'anon'] as const)
    assert.equal(await rejectionOf(see(other, '12:04')), 'PT404 not_found');
  for (const staff of [people.desk, people.mechanic]) await see(staff, '12:04', link?.token);
  assert.deepEqual(await question(), { sent_at, seen_at: null });

  const changed = async (): Promise<unknown> =>
    (await db.sql`select changed_at from public.booking_signals where id = ${booking}`)[0]?.['changed_at'];
  const before = await changed();
  await see('anon', '12:05', link?.token);
  assert.notDeepEqual(await changed(), before, 'staff hear of it');
  await see(people.customer, '12:15');
  assert.deepEqual(await question(), { sent_at, seen_at: '2026-11-24T06:35:00+00:00' });
  const lines = proposed['extra_work'] as { id: string }[];
  const { extra_work } = await call(people.desk, 'get_booking', { booking }, at(tuesday, '12:16'));
  assert.deepEqual(
    (extra_work as { seen_at: string }[]).map(({ seen_at }) => seen_at),
    lines.map(() => '2026-11-24T06:35:00+00:00'),
  );

  // Another price is another question.
  await call(people.desk, 'reprice_extra_work', { line: lines[0]?.id, price: 480 }, at(tuesday, '12:17'));
  assert.deepEqual(await question(), { sent_at: '2026-11-24T06:47:00+00:00', seen_at: null });
  await see(people.customer, '12:18');
  assert.equal((await question())?.seen_at, '2026-11-24T06:48:00+00:00');
  for (const { id } of lines) await call(people.customer, 'answer_extra_work', { line: id, answer: 'no' });
  assert.equal(await question(), null);
});
