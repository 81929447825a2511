import assert from 'node:assert/strict';
import { after, before, beforeEach, test } from 'node:test';
import type { Board } from '@twostroke/shared/contracts/answers/board';
import { bookingRequest, cart, mondayMorning } from './booking-request.ts';
import { hireEveryone, type People } from './hire.ts';
import { openDatabase, rejected, rpc, type Actor, type JsonObject, type TestDatabase } from './open-database.ts';
import { checkInFor, stepTo } from './workshop.ts';

/* Days on which a person is not here: no job is given to them, and the places of the day stay as they are. */
let db: TestDatabase;
let booking: string;
let people: People;
const tuesday = '2026-11-24';
const wednesday = '2026-11-25';

before(async () => {
  db = await openDatabase();
  people = await hireEveryone(db);
});
beforeEach(async () => {
  await db.sql`delete from public.service_bookings`;
  await db.sql`delete from public.staff_absences`;
  const request = bookingRequest({ mode: 'workshop', items: cart('general-service'), expected_total: 1699 });
  booking = String((await call(people.customer, 'create_booking', { request }))['id']);
});
after(() => db.close());

const call = <Answer = JsonObject>(as: Actor, name: string, args: JsonObject, at = mondayMorning): Promise<Answer> =>
  db.keep({ as, at }, (tx) => rpc(tx, name, args)) as Promise<Answer>;
const isAway = (day: string, as: Actor = people.desk) =>
  db.keep(
    { as },
    (tx) => tx`insert into public.staff_absences (user_id, day) values (${people.mechanic.user}, ${day})`,
  );
const refusal = async (work: Promise<unknown>): Promise<unknown[]> => {
  const { code, hint, detail } = await rejected(work);
  return [`${code} ${hint}`, detail && JSON.parse(detail)];
};
const notHere = ['PT409 not_here', { mechanic: 'Sagar Pawar', day: tuesday }];

test('no function assigns a job to a person on their day off', async () => {
  await isAway(tuesday);
  const give = { booking, mechanic: 'Sagar Pawar' };
  assert.deepEqual(await refusal(call(people.foreman, 'assign_job', give)), notHere);
  const step = { booking, ...stepTo('assigned'), mechanic: 'Sagar Pawar' };
  assert.deepEqual(await refusal(call(people.desk, 'set_booking_status', step)), notHere);
  await db.keep({ as: people.desk }, (tx) => tx`delete from public.staff_absences`);
  await call(people.foreman, 'assign_job', give);
});

test('a bike that is here since an earlier day is worked on today', async () => {
  await isAway(wednesday);
  const give = { booking, mechanic: 'Sagar Pawar' };
  const nextDay = '2026-11-25T10:00:00+05:30';
  assert.deepEqual(await refusal(call(people.foreman, 'assign_job', give, nextDay)), [
    'PT409 not_here',
    { mechanic: 'Sagar Pawar', day: wednesday },
  ]);
  await call(people.foreman, 'assign_job', give);
});

test('a job that they have stays theirs, and goes on', async () => {
  await call(people.foreman, 'assign_job', { booking, mechanic: 'Sagar Pawar' });
  await isAway(tuesday);
  await checkInFor('inspecting', db.sql);
  await call(people.desk, 'set_booking_status', { booking, ...stepTo('inspecting') }, '2026-11-24T11:00:00+05:30');
  const board = await call<Board>(people.foreman, 'list_board', { day: tuesday });
  assert.deepEqual([board.away, board.bookings[0]?.mechanic], [['Sagar Pawar'], 'Sagar Pawar']);
});

test('the places of the day stay as they are', async () => {
  const free = async () => JSON.stringify(await call('anon', 'list_slots', { mode: 'workshop', days: 7 }));
  const before = await free();
  await isAway(tuesday);
  assert.equal(await free(), before);
});

test('owners and the desk write days off; other staff read them, customers do not', async () => {
  for (const as of [people.foreman, people.mechanic, people.accountant, people.customer])
    assert.equal((await rejected(isAway(tuesday, as))).code, '42501');
  await isAway(tuesday, people.owner);
  const seen = (as: Actor) => db.undo({ as }, async (tx) => (await tx`select * from public.staff_absences`).length);
  assert.deepEqual([await seen(people.mechanic), await seen(people.customer)], [1, 0]);
});

test('a day off and its end each tell the open pages of staff to read again', async () => {
  const told = async (): Promise<unknown> => (await db.sql`select changed_at from public.booking_signals`)[0];
  const before = await told();
  await isAway(tuesday);
  const after = await told();
  assert.notDeepEqual(after, before);
  await db.keep({ as: people.customer }, (tx) => tx`delete from public.staff_absences`);
  assert.deepEqual(await told(), after, 'a stranger ends no day off');
  await db.keep({ as: people.desk }, (tx) => tx`delete from public.staff_absences`);
  assert.notDeepEqual(await told(), after);
});
