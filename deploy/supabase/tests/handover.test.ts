import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { after, afterEach, before, beforeEach, test } from 'node:test';
import { bookingRequest, mondayMorning } from './booking-request.ts';
import { hire } from './hire.ts';
import { openDatabase, rejected, rejectionOf, rpc } from './open-database.ts';
import type { Actor, JsonObject, TestDatabase } from './open-database.ts';
import { readEvents } from './read-events.ts';
import { checkInFor } from './workshop.ts';

/** The code that a customer tells staff at each handover of the bike. */

let db: TestDatabase;
let owner: Actor;
let stranger: Actor;
let admin: Actor;
let booking: JsonObject;
let pickup: JsonObject;

before(async () => {
  db = await openDatabase();
  const [customer, other, boss] = await Promise.all(
    ['customer', 'other', 'boss'].map((name) => db.addUser(`${name}@example.com`)),
  );
  assert.ok(customer !== undefined && other !== undefined && boss !== undefined);
  [owner, stranger, admin] = [{ user: customer }, { user: other }, { user: boss }];
  await db.sql`select public.make_owner(${boss})`;
});
beforeEach(async () => {
  booking = await call(owner, 'create_booking', { request: bookingRequest() });
  const request = bookingRequest({ mode: 'pickup' });
  pickup = await call('anon', 'create_booking', { request });
  await status(pickup, 'assigned');
});
afterEach(() => db.sql`delete from public.service_bookings`);
after(() => db.close());

/** The bookings are of this day, and no bill is written before. */
const tuesday = '2026-11-24T12:00:00+05:30';
const call = (as: Actor, name: string, args: JsonObject, at = mondayMorning): Promise<JsonObject> =>
  db.keep({ as, at }, (tx) => rpc(tx, name, args));
const status = (of: JsonObject, to: string): Promise<unknown> =>
  db.sql`update public.service_bookings set status = ${to} where id = ${String(of['id'])}`;
const step = async (of: JsonObject, to_status: string, more: JsonObject = {}, as = admin): Promise<JsonObject> => {
  await checkInFor(to_status, db.sql);
  return call(as, 'set_booking_status', { booking: of['id'], to_status, ...more }, tuesday);
};
const codeOf = async (of: JsonObject): Promise<string> => {
  const [row] = await db.sql<{ code: string }[]>`
    select code from private.handover_codes where booking_id = ${String(of['id'])}`;
  return row?.code ?? '';
};
const another = (code: string): string => String((Number(code) + 1) % 10_000).padStart(4, '0');
const seen = async (as: Actor, key: JsonObject): Promise<unknown> =>
  (await call(as, 'get_booking', key))['handover_code'];
const lastWords = async (of: JsonObject): Promise<string | undefined> =>
  (await readEvents(db.sql, of['id'])).at(-1)?.words;

test('owner and link holder see the code, the shop does not', async () => {
  const code = await codeOf(booking);
  assert.match(code, /^\d{4}$/);
  const { id, manage_token } = booking;
  assert.equal(await seen(owner, { booking: id }), code);
  assert.equal(await seen('anon', { manage_token }), code);
  assert.equal(await seen(admin, { booking: id }), null);
  assert.equal(await seen(admin, { booking: pickup['id'] }), null);
});

test('other callers get not found, and no table stores the code', async () => {
  for (const as of [stranger, 'anon'] as const)
    for (const key of [{ booking: booking['id'] }, { manage_token: randomUUID() }])
      assert.equal((await rejected(seen(as, key))).hint, 'not_found');
  for (const as of [owner, stranger, admin, 'anon'] as const)
    assert.equal((await rejected(db.undo({ as }, (tx) => tx`select * from private.handover_codes`))).code, '42501');
  const columns = await db.sql`
    select from information_schema.columns where table_schema = 'public' and column_name ~ 'handover|code$'
      and table_name not in ('coupons', 'service_bookings', 'staff_bookings')`;
  assert.equal(columns.length, 0);
});

test('the code is shown from confirmation until the bike is returned or the booking ends', async () => {
  const shown: string[] = [];
  await db.sql`update public.service_bookings set pay_by = 'online', pay_until = '2026-11-23T08:15:00+05:30'`;
  for (const at of ['pending_payment', 'confirmed', 'assigned', 'picked_up', 'in_service', 'ready']) {
    await status(pickup, at);
    if ((await seen('anon', { manage_token: pickup['manage_token'] })) !== null) shown.push(at);
  }
  for (const at of ['completed', 'cancelled', 'no_show', 'expired']) {
    await status(pickup, at);
    assert.equal(await seen('anon', { manage_token: pickup['manage_token'] }), null, at);
  }
  assert.deepEqual(shown, ['confirmed', 'assigned', 'picked_up', 'in_service', 'ready']);
});

test('codes are random: forty bookings have nearly as many codes, independent of their ids', async () => {
  const rows = await db.sql<{ id: string; code: string }[]>`
    insert into public.service_bookings (request_id, customer_name, phone, brand_slug, model_id, bike_name, mode,
      booking_date, booking_time, window_end, minutes, windows, ready_date, estimated_price, status)
    select gen_random_uuid(), customer_name, phone, brand_slug, model_id, bike_name, mode, booking_date, booking_time,
      window_end, minutes, windows, ready_date, estimated_price, status
    from public.service_bookings, generate_series(1, 20)
    returning id, (select 'unused') as code`;
  const codes = await Promise.all(rows.map((row) => codeOf({ ...row })));
  assert.ok(new Set(codes).size > 35, codes.join(' '));
});

test('pickup and return of a bike need the code, which may contain spaces', async () => {
  const code = await codeOf(pickup);
  assert.equal(
    (await step(pickup, 'picked_up', { handover_code: ` ${code.slice(0, 2)} ${code.slice(2)} ` }))['status'],
    'picked_up',
  );
  assert.equal(await lastWords(pickup), '');
  await status(pickup, 'ready');
  assert.equal((await step(pickup, 'completed', { handover_code: code, note: 'Paid in cash' }))['status'], 'completed');
  assert.equal(await lastWords(pickup), 'Paid in cash');
});

test('doorstep and workshop bookings need the code once, at completion', async () => {
  assert.equal((await step(booking, 'assigned'))['status'], 'assigned');
  assert.equal((await step(booking, 'on_the_way'))['status'], 'on_the_way');
  assert.equal((await step(booking, 'inspecting'))['status'], 'inspecting');
  await status(booking, 'ready');
  const nothing = 'PT422 handover_code';
  assert.equal(await rejectionOf(step(booking, 'completed')), nothing);
  assert.equal(await rejectionOf(step(booking, 'completed', { handover_code: ' ' })), nothing);
});

test('staff can proceed without the code by adding a note, which stays with the booking', async () => {
  const short = 'PT422 without_code';
  assert.equal(await rejectionOf(step(pickup, 'picked_up', { without_code: 'no' })), short);
  assert.equal(await rejectionOf(step(pickup, 'picked_up', { without_code: 'n'.repeat(301) })), short);
  await step(pickup, 'picked_up', { without_code: '  The phone  is dead ', note: 'Key at the desk' });
  assert.equal(await lastWords(pickup), 'Key at the desk. Without the code: The phone is dead');
});

test('wrong codes are counted, and after five only a note is accepted', async () => {
  const right = await codeOf(pickup);
  const tries: unknown[] = [];
  for (let nth = 0; nth < 5; nth += 1) {
    const answer = await step(pickup, 'picked_up', { handover_code: another(right) });
    tries.push(answer['details']);
    assert.deepEqual([answer['code'], answer['hint']], ['PT422', 'wrong_code']);
  }
  assert.deepEqual(
    tries,
    [4, 3, 2, 1, 0].map((left) => `{"tries_left": ${left}}`),
  );
  for (const handover_code of [right, another(right)])
    assert.equal(await rejectionOf(step(pickup, 'picked_up', { handover_code })), 'PT409 no_more_tries');
  const [row] = await db.sql`select status from public.service_bookings where id = ${String(pickup['id'])}`;
  assert.equal(row?.['status'], 'assigned');
  await step(pickup, 'picked_up', { without_code: 'Typed wrong too often' });
  await status(pickup, 'ready');
  assert.equal((await step(pickup, 'completed', { handover_code: right }))['status'], 'completed', 'five new tries');
});

test('of twenty concurrent wrong codes, five are checked', async () => {
  const wrong = another(await codeOf(pickup));
  const answers = await Promise.allSettled(
    Array.from({ length: 20 }, () => step(pickup, 'picked_up', { handover_code: wrong })),
  );
  assert.equal(answers.filter((answer) => answer.status === 'fulfilled').length, 5);
});

test('an inspection that was begun by mistake is taken back from the floor, and the bike has not arrived', async () => {
  const arrived = async (of: JsonObject): Promise<boolean> => {
    const [row] = await db.sql<{ here: boolean }[]>`select private.arrived_at(${String(of['id'])}) is not null as here`;
    return row!.here;
  };
  const mark = async (of: JsonObject, what: JsonObject): Promise<unknown> => {
    const marked = { id: randomUUID(), made_at: tuesday, ...what };
    const { job } = await call(admin, 'mark_job', { booking: of['id'], mark: marked }, tuesday);
    return (job as JsonObject)['status'];
  };
  const back = (to_status: string): JsonObject => ({ kind: 'step', to_status, note: 'By mistake', undo: true });
  const odometer = { kind: 'check_in', odometer_km: 12_450 };
  const ridden = await call(owner, 'create_booking', { request: bookingRequest({ mode: 'workshop' }) });
  await status(ridden, 'assigned');
  assert.equal(await mark(ridden, odometer), 'inspecting');
  assert.equal(await arrived(ridden), true);
  assert.equal(await mark(ridden, back('assigned')), 'assigned');
  assert.equal(await arrived(ridden), false);
  assert.equal(await mark(ridden, odometer), 'inspecting');
  assert.equal(await arrived(ridden), true);

  // The customer has said the code: nobody asks for it again.
  await step(pickup, 'picked_up', { handover_code: await codeOf(pickup) });
  assert.equal(await mark(pickup, odometer), 'inspecting');
  assert.equal(await mark(pickup, back('picked_up')), 'picked_up');
  assert.equal(await arrived(pickup), true);
  assert.equal(await rejectionOf(mark(pickup, back('assigned'))), 'PT409 not_allowed');
});

test('a malformed code or an impossible transition uses up no attempt', async () => {
  for (const handover_code of ['12', '12345', 'abcd', '12a4', '١٢٣٤'])
    assert.equal(await rejectionOf(step(pickup, 'picked_up', { handover_code })), 'PT422 code_figures');
  assert.equal((await rejected(step(pickup, 'completed', { handover_code: '0000' }))).hint, 'not_allowed');
  const [row] = await db.sql`select wrong_tries from private.handover_codes where booking_id = ${String(pickup['id'])}`;
  assert.equal(row?.['wrong_tries'], 0);
});

test('only an admin can enter codes', async () => {
  const handover_code = await codeOf(pickup);
  assert.equal((await rejected(step(pickup, 'picked_up', { handover_code }, owner))).hint, 'forbidden');
  assert.equal((await rejected(step(pickup, 'picked_up', { handover_code }, 'anon'))).code, '42501');
});

interface Alarm {
  tries: number;
  by: string | null;
  left_at: string | null;
}
const alarmOf = async (of: JsonObject, as: Actor = admin): Promise<Alarm | null> => {
  const board = await call(as, 'list_board', { day: '2026-11-24' }, tuesday);
  return (board['bookings'] as { id: string; code_alarm: Alarm | null }[]).find(({ id }) => id === of['id'])!
    .code_alarm;
};

test('from the third wrong code on the board warns owner, desk and foreman, until the right one', async () => {
  const right = await codeOf(pickup);
  const wrong = { handover_code: another(right) };
  const touched = async () => (await db.sql`select updated_at from public.service_bookings where id = ${String(pickup['id'])}`)[0]?.['updated_at']; // oxfmt-ignore
  for (let nth = 0; nth < 2; nth += 1) await step(pickup, 'picked_up', wrong);
  assert.equal(await alarmOf(pickup), null);
  const before = await touched();
  await step(pickup, 'picked_up', wrong);
  assert.notDeepEqual(await touched(), before, 'open boards read it again');
  const { tries, by, left_at } = (await alarmOf(pickup))!;
  assert.deepEqual([tries, typeof by, left_at], [3, 'string', null]);
  for (const duty of ['desk', 'foreman'] as const)
    assert.equal((await alarmOf(pickup, { user: await hire(db, duty) }))?.tries, 3, duty);
  for (const duty of ['mechanic', 'accountant'] as const) {
    await db.sql`update public.service_bookings set mechanic = null where id = ${String(pickup['id'])}`;
    assert.equal(await alarmOf(pickup, { user: await hire(db, duty) }), null, duty);
  }
  await step(pickup, 'picked_up', { handover_code: right });
  assert.equal(await alarmOf(pickup), null);
});

test('a handover without a network on a wrong code raises the alarm at once; a mistyped code with a network does not', async () => {
  await status(booking, 'ready');
  const right = await codeOf(booking);
  const wrong = { kind: 'step', to_status: 'completed', handover_code: another(right) };
  const send = (how: { made_at: string; queued?: true }) =>
    call(admin, 'mark_job', { booking: booking['id'], mark: { id: randomUUID(), ...wrong, ...how } }, tuesday);
  // The clock of this phone is slow.
  await send({ made_at: '2026-11-24T11:20:00+05:30' });
  assert.equal(await alarmOf(booking), null);
  // A gap of the network at the gate.
  const made = new Date(Date.parse(tuesday) - 20_000).toISOString();
  await send({ made_at: made, queued: true });
  const { tries, left_at } = (await alarmOf(booking))!;
  assert.deepEqual([tries, new Date(left_at!).toISOString()], [2, made]);
  await step(booking, 'completed', { without_code: 'The customer called: her son took it' });
  assert.equal(await alarmOf(booking), null);
});
