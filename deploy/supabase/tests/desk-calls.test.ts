import assert from 'node:assert/strict';
import { after, before, beforeEach, test } from 'node:test';
import { addStaff } from './add-staff.ts';
import { addWaiting, bookingRequest, mondayMorning } from './booking-request.ts';
import { openDatabase, rejected, rejectionOf, rpc } from './open-database.ts';
import type { Actor, JsonObject, TestDatabase } from './open-database.ts';
import { clearPayments } from './payment-events.ts';

let db: TestDatabase;
let desk: { user: string };
let owner: { user: string };
/** Who may not see callers' numbers: staff of other duties, and a customer. */
let others: { user: string }[];

before(async () => {
  db = await openDatabase();
  desk = await addStaff(db, 'desk');
  owner = await addStaff(db, 'owner');
  others = [
    ...(await Promise.all((['foreman', 'mechanic', 'accountant'] as const).map((duty) => addStaff(db, duty)))),
    { user: await db.addUser('customer@example.com') },
  ];
});
beforeEach(async () => {
  await clearPayments(db.sql);
  await db.sql`truncate public.callback_requests, public.waitlist, public.customer_calls cascade`;
});
after(() => db.close());

const call = (as: Actor, name: string, args: JsonObject, at = mondayMorning): Promise<JsonObject> =>
  db.keep({ as, at }, (tx) => rpc(tx, name, args));
async function callback(): Promise<string> {
  const wish = { kind: 'message', name: 'Ravi Jadhav', phone: '9000000031', details: { message: 'Paint a tank?' } };
  return String((await call('anon', 'request_callback', wish))['id']);
}
async function waiting(): Promise<string> {
  await addWaiting(db.sql, owner.user);
  const [row] = await db.sql<{ id: string }[]>`select id from public.waitlist`;
  return row?.id ?? '';
}
async function only(query: string): Promise<JsonObject> {
  const [row = {}] = await db.sql.unsafe<JsonObject[]>(query);
  return { ...row };
}

test('a call without an answer keeps the request open with the time of the try; reached closes it', async () => {
  const id = await callback();
  await call(desk, 'log_call', { callback: id, outcome: 'no_answer' }, '2026-11-23T10:20:00+05:30');
  await call(owner, 'log_call', { callback: id, outcome: 'no_answer' }, '2026-11-23T11:05:00+05:30');
  const tried = `select tries, tried_at = '2026-11-23T11:05:00+05:30' as latest, outcome from public.callback_requests`;
  assert.deepEqual(await only(tried), { tries: 2, latest: true, outcome: null });
  await call(desk, 'log_call', { callback: id, outcome: 'reached', about: 'Sent to a painter' });
  assert.deepEqual(await only('select outcome, handled_at is not null as closed from public.callback_requests'), {
    outcome: 'reached',
    closed: true,
  });
  const calls = await db.sql`select phone, called_by, about, outcome from public.customer_calls order by called_at`;
  assert.deepEqual(
    calls.map(({ phone, called_by, about, outcome }) => [phone, called_by, about, outcome]),
    [
      ['+919000000031', desk.user, 'Sent to a painter', 'reached'],
      ['+919000000031', desk.user, 'Paint a tank?', 'no_answer'],
      ['+919000000031', owner.user, 'Paint a tank?', 'no_answer'],
    ],
  );
  assert.equal(await rejectionOf(call(desk, 'log_call', { callback: id, outcome: 'no_answer' })), 'PT409 wish_closed');
});

test('who no longer wants to wait leaves the waitlist; reached and no answer keep the place in line', async () => {
  const id = await waiting();
  await call(desk, 'log_call', { waiting: id, outcome: 'reached' });
  await call(desk, 'log_call', { waiting: id, outcome: 'no_answer' });
  assert.deepEqual(await only('select state, tries from public.waitlist'), { state: 'waiting', tries: 1 });
  await call(desk, 'log_call', { waiting: id, outcome: 'not_wanted' });
  assert.deepEqual(await only('select state from public.waitlist'), { state: 'left' });
  assert.equal(await rejectionOf(call(desk, 'log_call', { waiting: id, outcome: 'reached' })), 'PT409 wish_closed');
});

test('a request that is booked is closed by the booking itself, in its transaction', async () => {
  const [asked, line] = [await callback(), await waiting()];
  const book = (more: JsonObject): Promise<JsonObject> =>
    call(desk, 'create_booking', {
      request: bookingRequest({ on_behalf: 'phone', callback: asked, waiting: line, ...more }),
    });
  assert.equal(await rejectionOf(book({ expected_total: 1 })), 'PT409 price_changed');
  const open = 'select c.outcome, w.state from public.callback_requests c, public.waitlist w';
  assert.deepEqual(await only(open), { outcome: null, state: 'waiting' });
  const { id } = await book({});
  assert.deepEqual(await only(open), { outcome: 'booked', state: 'claimed' });
  assert.deepEqual(await only('select outcome, about, booking_id from public.customer_calls'), {
    ...{ outcome: 'booked', about: 'Paint a tank?', booking_id: id },
  });
});

test('a customer who names a request closes nothing', async () => {
  const id = await callback();
  await call('anon', 'create_booking', { request: bookingRequest({ callback: id }) });
  assert.deepEqual(await only('select outcome from public.callback_requests'), { outcome: null });
});

test('the card of a customer has bookings, notes, calls and messages, for owners and the desk alone', async () => {
  const { id, number } = await call('anon', 'create_booking', {
    request: bookingRequest({ email: 'asha@example.in' }),
  });
  await call(desk, 'log_call', { phone: '90000 00012', outcome: 'reached', about: 'Where is the bill?' });
  await db.keep(
    { as: desk },
    (tx) => tx`insert into public.customer_notes (phone, note) values ('+919000000012', 'Call after six')`,
  );
  const card = await call(owner, 'get_customer', { phone: '9000000012' });
  const [booking] = card['bookings'] as JsonObject[];
  assert.deepEqual([booking?.['id'], booking?.['work']], [id, 'Engine Oil Change']);
  const [note] = card['notes'] as JsonObject[];
  const [logged] = card['calls'] as JsonObject[];
  const [{ name } = { name: '' }] = await db.sql<
    { name: string }[]
  >`select name from public.staff where user_id = ${desk.user}`;
  assert.deepEqual([note?.['note'], note?.['by']], ['Call after six', name]);
  assert.deepEqual([logged?.['about'], logged?.['by'], logged?.['outcome']], ['Where is the bill?', name, 'reached']);
  const kinds = (card['messages'] as JsonObject[]).map(
    (message) => `${String(message['kind'])} ${String(message['booking'])}`,
  );
  assert.ok(kinds.includes(`confirmation ${String(number)}`));
  assert.equal(card['email'], 'asha@example.in');
  for (const as of ['anon', ...others] as const) {
    const refusals = [
      await rejected(call(as, 'get_customer', { phone: '9000000012' })),
      await rejected(call(as, 'log_call', { phone: '9000000012', outcome: 'reached' })),
    ];
    for (const refusal of refusals) assert.match(refusal.code, as === 'anon' ? /42501/ : /PT403/);
  }
});

test('reminders are those of one person', async () => {
  const remind = (as: Actor, words: string) =>
    db.keep({ as }, (tx) => tx`insert into public.desk_reminders (words, due_at) values (${words}, now())`);
  await remind(desk, 'Call the insurer');
  const seen = (as: Actor) =>
    db.undo({ as }, async (tx) => (await tx`select words from public.desk_reminders`).map(({ words }) => words));
  assert.deepEqual([await seen(desk), await seen(owner)], [['Call the insurer'], []]);
  const other = db.keep({ as: owner }, (tx) => tx`update public.desk_reminders set done_at = now()`);
  assert.equal((await other).count, 0);
  for (const as of others) assert.equal((await rejected(remind(as, 'Mine'))).code, '42501');
});

test('wrong input is refused with its field', async () => {
  const cases: [JsonObject, string][] = [
    [{ outcome: 'booked', phone: '9000000012' }, 'PT422 outcome'],
    [{ outcome: 'maybe', phone: '9000000012' }, 'PT422 outcome'],
    [{ outcome: 'reached', phone: '12' }, 'PT422 phone'],
    [{ outcome: 'reached' }, 'PT422 phone'],
    [{ outcome: 'reached', phone: '9000000012', about: 'x'.repeat(201) }, 'PT422 call_about'],
    [{ outcome: 'reached', callback: 'x' }, 'PT404 unknown_wish'],
    [{ outcome: 'reached', waiting: '00000000-0000-4000-8000-000000000000' }, 'PT404 unknown_wish'],
  ];
  for (const [args, refusal] of cases) assert.equal(await rejectionOf(call(desk, 'log_call', args)), refusal);
  assert.equal(await rejectionOf(call(desk, 'get_customer', { phone: '1' })), 'PT422 phone');
});
