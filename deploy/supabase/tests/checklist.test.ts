import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { after, afterEach, before, beforeEach, test } from 'node:test';
import { bookingRequest, cart, mondayMorning } from './booking-request.ts';
import { openDatabase, rejected, rejectionOf, rpc } from './open-database.ts';
import type { Actor, JsonObject, TestDatabase, Tx } from './open-database.ts';

/** The job card of a booking: written when the work begins, ticked line by line, complete before the quality check. */

let db: TestDatabase;
let owner: Actor;
let stranger: Actor;
let admin: Actor;
let booking: JsonObject;

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
  const items = cart('general-service', 'puncture-tubeless', 'extended-warranty');
  const request = bookingRequest({
    items: items.map((item) => (item.id === 'puncture-tubeless' ? { ...item, quantity: 2 } : item)),
    expected_total: 1699 + 2 * 129 + 349,
    approval_limit: 500,
  });
  booking = await call(owner, 'create_booking', { request });
  await status('inspecting');
  const work = [
    { name: 'Brake pads', reason: 'Worn to 1 mm', price: 500 },
    { name: 'New mirror', reason: 'Cracked', price: 450 },
  ];
  const { extra_work } = await call(admin, 'propose_extra_work', { booking: booking['id'], items: work });
  const line = (extra_work as JsonObject[])[1]?.['id'];
  await call(owner, 'answer_extra_work', { line, answer: 'no' });
  await call(admin, 'set_booking_status', { booking: booking['id'], to_status: 'in_service' });
});
afterEach(() => db.sql`delete from public.service_bookings`);
after(() => db.close());

const call = (as: Actor, name: string, args: JsonObject): Promise<JsonObject> =>
  db.keep({ as, at: mondayMorning }, (tx) => rpc(tx, name, args));
const status = (to: string): Promise<unknown> =>
  db.sql`update public.service_bookings set status = ${to} where id = ${String(booking['id'])}`;
const checked = (): Promise<JsonObject> =>
  call(admin, 'set_booking_status', { booking: booking['id'], to_status: 'quality_check' });

interface Line {
  line: number;
  group_name: string;
  label: string;
  done_at: string | null;
  not_needed: string | null;
}
const lines = async (sql: Tx | TestDatabase['sql'] = db.sql): Promise<Line[]> => sql<Line[]>`
  select line, group_name, label, done_at, not_needed from public.booking_checklist
  where booking_id = ${String(booking['id'])} order by line`;
const tick = (
  numbers: unknown,
  done: boolean | null = true,
  more: JsonObject = {},
  as = admin,
): Promise<JsonObject> => {
  const list = Array.isArray(numbers) ? `{${numbers.join(',')}}` : numbers;
  return call(as, 'tick_checklist', { booking: booking['id'], lines: list, done, ...more });
};

test('the job card has the lines of the package for this bike, the add-ons and the approved extra work', async () => {
  const printed = await db.sql`
    select group_name, label from public.model_job_cards
    where model_id = 'royal-enfield/classic-350' and package_slug = 'general-service' and kind = 'included'
    order by position`;
  assert.equal(printed.length, 25);
  assert.deepEqual(
    (await lines()).map(({ line, group_name, label }) => [line, group_name, label]),
    [
      ...printed.map(({ group_name, label }) => [group_name, label] as unknown[]),
      ['Add-ons', '2 × Tubeless puncture repair'],
      ['Extra work', 'Brake pads'],
    ].map((line, index) => [index + 1, ...line]),
  );
});

test('what is printed before the work begins is what the job card will have, for the shop and the customer', async () => {
  const plan = (as: Actor): Promise<Omit<Line, 'done_at' | 'not_needed'>[]> =>
    db.undo(
      { as },
      (tx) => tx<Line[]>`
        select line, group_name, label from public.planned_job_lines
        where booking_id = ${String(booking['id'])} order by line`,
    );
  const written = (await lines()).map(({ line, group_name, label }) => ({ line, group_name, label }));
  assert.equal(written.length, 27);
  for (const reader of [admin, owner]) assert.deepEqual([...(await plan(reader))], written);
  assert.deepEqual([...(await plan(stranger))], []);
  assert.equal((await rejected(plan('anon'))).code, '42501');
});

test('later changes of the catalog do not change the job card', async () => {
  const before = await lines();
  await db.undo({}, async (tx) => {
    await tx`update public.package_items set label = 'Line ' || position where package_slug = 'general-service'`;
    assert.deepEqual(await lines(tx), before);
    await tx`delete from public.package_items where package_slug = 'general-service'`;
    assert.deepEqual(await lines(tx), before);
  });
});

test('the quality check passes only when every line is done or marked as not needed', async () => {
  const all = (await lines()).map(({ line }) => line);
  const error = await rejected(checked());
  assert.deepEqual([error.code, error.hint, error.detail], ['PT409', 'not_ticked', '{"left": 27}']);
  assert.equal((await tick(all.slice(2)))['left'], 2);
  assert.equal((await tick([1]))['left'], 1);
  assert.equal((await rejected(checked())).detail, '{"left": 1}');
  const { left, checklist } = await tick([2], true, { not_needed: '  Has no  such filter ' });
  assert.equal(left, 0);
  assert.equal((checklist as Line[])[1]?.not_needed, 'Has no such filter');
  assert.equal((await checked())['status'], 'quality_check');
});

test('a tick can be undone, and repeating a tick changes nothing', async () => {
  await tick([1, 2]);
  const first = await lines();
  await db.keep({ as: admin, at: '2026-11-23T09:00:00+05:30' }, (tx) =>
    rpc(tx, 'tick_checklist', { booking: booking['id'], lines: '{1,2}', done: true }),
  );
  assert.deepEqual(await lines(), first);
  assert.equal((await tick([1], false))['left'], 26);
  assert.deepEqual([(await lines())[0]?.done_at, (await lines())[1]?.done_at !== null], [null, true]);
  await tick([1], true, { not_needed: 'Not on this bike' });
  await tick([1], false);
  assert.equal((await lines())[0]?.not_needed, null);
});

test('records who ticked a line', async () => {
  await tick([3]);
  const [row] = await db.sql`
    select done_by from public.booking_checklist where booking_id = ${String(booking['id'])} and line = 3`;
  assert.equal(row?.['done_by'], (admin as { user: string }).user);
});

test('only an admin ticks lines, and only through the function', async () => {
  assert.equal(await rejectionOf(tick([1], true, {}, owner)), 'PT403 forbidden');
  assert.equal(await rejectionOf(tick([1], true, {}, stranger)), 'PT403 forbidden');
  assert.equal((await rejected(tick([1], true, {}, 'anon'))).code, '42501');
  for (const as of [owner, admin])
    assert.equal(
      (await rejected(db.undo({ as }, (tx) => tx`update public.booking_checklist set done_at = now()`))).code,
      '42501',
    );
});

test('a call with unknown, foreign, too many or no lines is rejected as a whole', async () => {
  for (const numbers of [[28], [1, 28], [0], [-1], [], null, Array(201).fill(1)])
    assert.equal(await rejectionOf(tick(numbers)), 'PT422 lines');
  assert.equal(await rejectionOf(tick([1], null)), 'PT422 done');
  for (const [done, not_needed] of [
    [true, 'no'],
    [true, 'n'.repeat(201)],
    [false, 'Not needed'],
  ] as const)
    assert.equal(await rejectionOf(tick([1], done, { not_needed })), 'PT422 not_needed');
  const missing = call(admin, 'tick_checklist', { booking: randomUUID(), lines: '{1}', done: true });
  assert.equal(await rejectionOf(missing), 'PT404 not_found');
  assert.equal((await lines()).filter(({ done_at }) => done_at !== null).length, 0);
});

test('before the work there is no list, and when the bike is ready no line can change', async () => {
  await tick((await lines()).map(({ line }) => line));
  for (const at of ['ready', 'completed', 'cancelled', 'inspecting']) {
    await status(at);
    assert.equal(await rejectionOf(tick([1], false)), 'PT409 not_in_service', at);
  }
  const other = await call(owner, 'create_booking', { request: bookingRequest({ date: '2026-11-25' }) });
  const rows = await db.sql`select from public.booking_checklist where booking_id = ${String(other['id'])}`;
  assert.equal(rows.length, 0);
});

test('a customer reads the job card of their own booking once the bike is ready; other customers cannot', async () => {
  const { manage_token, id } = booking;
  const count = (as: Actor): Promise<number> =>
    db.undo({ as }, async (tx) => (await tx`select from public.booking_checklist`).count);
  const shown = async (as: Actor, key: JsonObject): Promise<unknown[]> =>
    (await call(as, 'get_booking', key))['checklist'] as unknown[];
  await tick([1], true, { not_needed: 'Not on this bike' });
  assert.deepEqual([await count(owner), await count(stranger), await count(admin)], [0, 0, 27]);
  assert.deepEqual(await shown(owner, { booking: id }), []);
  for (const at of ['ready', 'completed']) {
    await status(at);
    assert.deepEqual([await count(owner), await count(stranger), await count(admin)], [27, 0, 27], at);
    assert.equal((await shown(owner, { booking: id })).length, 27);
    const [first] = await shown('anon', { manage_token });
    assert.equal((first as Line).not_needed, 'Not on this bike');
  }
  assert.equal(
    (await rejected(db.undo({ as: 'anon' }, (tx) => tx`select from public.booking_checklist`))).code,
    '42501',
  );
});
