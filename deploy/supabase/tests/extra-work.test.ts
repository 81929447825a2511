import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { after, before, beforeEach, test } from 'node:test';
import { openDatabase, rejected, rejectionOf, rpc } from './open-database.ts';
import type { Actor, JsonObject, TestDatabase } from './open-database.ts';
import { bookingRequest, cart, mondayMorning } from './booking-request.ts';
import { stepTo, tickAll } from './workshop.ts';

let db: TestDatabase;
let owner: Actor;
let stranger: Actor;
let admin: Actor;
let booking: JsonObject;
before(async () => {
  db = await openDatabase();
  owner = { user: await db.addUser('owner@example.com') };
  stranger = { user: await db.addUser('stranger@example.com') };
  admin = { user: await db.addUser('admin@example.com') };
  await db.sql`select public.make_owner(${admin.user})`;
});
beforeEach(async () => {
  await db.sql`delete from public.service_bookings`;
  booking = await call(owner, 'create_booking', { request: bookingRequest({ approval_limit: 500 }) });
  await status('inspecting');
});
after(() => db.close());

function call(as: Actor, name: string, args: JsonObject): Promise<JsonObject> {
  return db.keep({ as, at: mondayMorning }, (tx) => rpc(tx, name, args));
}

function complete(): Promise<JsonObject> {
  const args = { booking: booking['id'], ...stepTo('completed') };
  return db.keep({ as: admin, at: '2026-11-24T13:00:00+05:30' }, (tx) => rpc(tx, 'set_booking_status', args));
}

function status(to: string): Promise<unknown> {
  return db.sql`update public.service_bookings set status = ${to} where id = ${String(booking['id'])}`;
}

interface Line {
  id: string;
  status: string;
  decided_by: string | null;
  price: number;
}
type Answer = JsonObject & { status: string; extra_work: Line[] };

const work = (price: number, changes: JsonObject = {}): JsonObject => ({
  name: 'Front brake pads',
  reason: 'Worn to 1 mm',
  price,
  minutes: 30,
  ...changes,
});

function propose(items: unknown, as = admin): Promise<Answer> {
  return call(as, 'propose_extra_work', { booking: booking['id'], items: items as JsonObject }) as Promise<Answer>;
}

function answer(line: Line | undefined, answer: string | null, more: JsonObject = {}, as = owner): Promise<Answer> {
  return call(as, 'answer_extra_work', { line: line?.id ?? randomUUID(), answer, ...more }) as Promise<Answer>;
}

const shown = ({ extra_work }: Answer): string[] =>
  extra_work.map((line) => `${line.price} ${line.status}${line.decided_by ? ` by ${line.decided_by}` : ''}`);

test('lines within the limit are approved automatically; every line beyond it needs an answer', async () => {
  const first = await propose([work(300), work(250), work(200)]);
  assert.deepEqual(shown(first), ['300 approved by limit', '250 proposed', '200 approved by limit']);
  assert.equal(first.status, 'awaiting_approval');
  const done = await answer(first.extra_work[1], 'yes');
  assert.deepEqual(shown(done), ['300 approved by limit', '250 approved by customer', '200 approved by limit']);
  assert.equal(done.status, 'inspecting');
  assert.deepEqual(shown(await propose([work(1)])).at(-1), '1 proposed');
});

test('when all lines are within the limit, the booking does not wait for an answer', async () => {
  assert.equal((await propose([work(500)])).status, 'inspecting');
});

test('with a limit of 0 every line needs an answer', async () => {
  await db.sql`update public.service_bookings set approval_limit = 0`;
  assert.deepEqual(shown(await propose([work(1)])), ['1 proposed']);
});

test('the bill contains the estimate and approved lines, not declined ones', async () => {
  const { extra_work } = await propose([work(400), work(600), work(700)]);
  assert.equal((await answer(extra_work[1], 'yes')).status, 'awaiting_approval');
  assert.equal((await answer(extra_work[2], 'no')).status, 'inspecting');
  for (const to_status of ['in_service', 'quality_check', 'ready']) {
    const note = to_status === 'ready' ? { note: 'Points were left out' } : {};
    await call(admin, 'set_booking_status', { booking: booking['id'], to_status, ...note });
    if (to_status === 'in_service') await tickAll(db.sql);
  }
  const done = await complete();
  assert.equal(done['final_price'], 999 + 400 + 600);
});

test('the fee of a diagnosis comes off the repair, never more than the repair costs, and the invoice says so', async () => {
  await db.sql`delete from public.service_bookings`;
  const price = 599;
  const request = { items: cart('engine-repair'), mode: 'workshop', address: null, expected_total: price };
  booking = await call(owner, 'create_booking', { request: bookingRequest({ ...request, approval_limit: 0 }) });
  await status('inspecting');
  const figures = async (): Promise<unknown[]> => {
    const { payment } = await call(owner, 'get_booking', { booking: booking['id'] });
    const { agreed, total, fee_off, fee_left } = payment as JsonObject;
    return [agreed, total, fee_off, fee_left];
  };
  assert.deepEqual(await figures(), [price, price, 0, price]);
  const { extra_work } = await propose([work(300), work(2000), work(5000)]);
  assert.deepEqual(await figures(), [price, price, 0, price]);
  await answer(extra_work[0], 'yes');
  assert.deepEqual(await figures(), [price, price, 300, price - 300]);
  await answer(extra_work[1], 'yes');
  await answer(extra_work[2], 'no');
  assert.deepEqual(await figures(), [2300, 2300, price, 0]);
  await status('ready');
  assert.equal((await complete())['final_price'], 2300);
  const invoice = await call(owner, 'get_invoice', { booking: booking['id'] });
  assert.deepEqual(
    (invoice['lines'] as JsonObject[]).map(({ description, total_paise }) => [description, total_paise]),
    [
      ['Engine Diagnosis (off the repair)', 0],
      ['Front brake pads', 300_00],
      ['Front brake pads', 2000_00],
      ['Front brake pads (declined)', 0],
    ],
  );
  assert.equal(invoice['total'], 2300);
});

test('get_booking says what was agreed, what the work costs and the total, also of a cancelled booking', async () => {
  const figures = async (): Promise<unknown[]> => {
    const { payment } = await call(owner, 'get_booking', { booking: booking['id'] });
    const { agreed, work: price, total } = payment as JsonObject;
    return [agreed, price, total];
  };
  const estimate = Number(booking['estimated_price']);
  const { extra_work } = await propose([work(400), work(600), work(700)]);
  assert.deepEqual(await figures(), [estimate + 400, estimate + 400, estimate + 400]);
  await answer(extra_work[1], 'yes');
  await answer(extra_work[2], 'no');
  await db.sql`update public.service_bookings set fee = 100`;
  assert.deepEqual(await figures(), [estimate + 1000, estimate + 1000, estimate + 1100]);
  await db.sql`update public.service_bookings set final_price = 900`;
  assert.deepEqual(await figures(), [estimate + 1000, 900, 1000]);
  await db.sql`update public.service_bookings set final_price = null`;
  await status('cancelled');
  assert.deepEqual(await figures(), [estimate + 1000, estimate + 1000, 100]);
});

test('the booking cannot proceed before every line is answered', async () => {
  await propose([work(600)]);
  const set = (to_status: string): Promise<JsonObject> =>
    call(admin, 'set_booking_status', { booking: booking['id'], to_status });
  assert.equal(await rejectionOf(set('inspecting')), 'PT409 not_answered');
  assert.equal(await rejectionOf(set('in_service')), 'PT409 not_allowed');
  await status('inspecting');
  await db.sql`delete from public.extra_work`;
  assert.equal(await rejectionOf(set('awaiting_approval')), 'PT409 nothing_asked');
});

test('repeating an answer changes nothing, and it is yes, no or later', async () => {
  const { extra_work } = await propose([work(600), work(700)]);
  await answer(extra_work[0], 'yes');
  assert.equal((await answer(extra_work[0], 'yes')).status, 'awaiting_approval');
  assert.equal(await rejectionOf(answer(extra_work[1], null)), 'PT422 answer');
  const events = await db.sql`select from public.booking_events where kind = 'answer_changed'`;
  assert.equal(events.length, 0);
});

test('only a guest with the token, or an admin with a note, can answer a line', async () => {
  booking = await call('anon', 'create_booking', { request: bookingRequest() });
  await status('inspecting');
  const { extra_work } = await propose([work(600), work(700)]);
  const manage_token = booking['manage_token'];
  assert.equal(await rejectionOf(answer(extra_work[0], 'yes', {}, 'anon')), 'PT404 not_found');
  assert.equal(await rejectionOf(answer(extra_work[0], 'yes', {}, stranger)), 'PT404 not_found');
  assert.equal(
    await rejectionOf(answer(extra_work[0], 'yes', { manage_token: 'f'.repeat(64) }, 'anon')),
    'PT404 not_found',
  );
  assert.equal(await rejectionOf(answer(undefined, 'yes')), 'PT404 not_found');
  await answer(extra_work[0], 'yes', { manage_token }, 'anon');
  assert.equal(await rejectionOf(answer(extra_work[1], 'yes', {}, admin)), 'PT422 answer_note');
  const done = await answer(extra_work[1], 'no', { note: 'Said no on the phone' }, admin);
  assert.deepEqual(shown(done), ['600 approved by customer', '700 declined by admin']);
});

test('without an answer the shop leaves a line when its time is over, and says so on the bill', async () => {
  const { extra_work } = await propose([work(600)]);
  const [line] = extra_work as (Line & { answer_by: string })[];
  assert.equal(Date.parse(line!.answer_by) - Date.parse(mondayMorning), 30 * 60_000);
  const none = { line: line!.id, answer: 'none', note: 'Called, no answer' };
  assert.equal(await rejectionOf(answer(line, 'none')), 'PT422 answer');
  assert.equal(await rejectionOf(call(admin, 'answer_extra_work', none)), 'PT409 still_asked');
  const at = line!.answer_by;
  const left = (await db.keep({ as: admin, at }, (tx) => rpc(tx, 'answer_extra_work', none))) as Answer;
  assert.deepEqual([left.status, ...shown(left)], ['inspecting', '600 later by no_answer']);
  const bike = { model: 'royal-enfield/classic-350', vehicle_number: 'MH 12 ZZ 0042' };
  const [kept] = (await call(owner, 'list_declined_work', bike)) as unknown as JsonObject[];
  assert.deepEqual([kept?.['answer'], kept?.['decided_by']], ['later', 'no_answer']);
  await status('ready');
  await complete();
  const { lines } = await call(owner, 'get_invoice', { booking: booking['id'] });
  const last = (lines as JsonObject[]).at(-1);
  assert.deepEqual([last?.['description'], last?.['total_paise']], ['Front brake pads (no answer, not done)', 0]);
});

test('two concurrent answers to the last lines leave the booking in inspection', async () => {
  const { extra_work } = await propose([work(600), work(700)]);
  await Promise.all([answer(extra_work[0], 'yes'), answer(extra_work[1], 'no')]);
  const [row] = await db.sql`select status from public.service_bookings`;
  assert.equal(row?.['status'], 'inspecting');
});

test('only an admin can propose, only while the bike is worked on, and only with valid text and price', async () => {
  assert.equal(await rejectionOf(propose([work(100)], owner)), 'PT403 forbidden');
  assert.equal((await rejected(propose([work(100)], 'anon'))).code, '42501');
  const wrong: [unknown, string][] = [
    [[], 'work'],
    [{}, 'work'],
    [Array.from({ length: 21 }, () => work(1)), 'work'],
    [[work(100, { name: 'x' })], 'work_name'],
    [[work(100, { reason: '' })], 'work_reason'],
    [[work(0)], 'work_price'],
    [[work(-5)], 'work_price'],
    [[work(100_001)], 'work_price'],
    [[work(10, { price: '1e3' })], 'work_price'],
    [[work(10, { minutes: 1441 })], 'work_minutes'],
    [[work(10, { urgency: 'soon' })], 'work_urgency'],
    [[work(10, { item: 'cvt-service' })], 'work_item'],
  ];
  for (const [items, hint] of wrong) assert.equal(await rejectionOf(propose(items)), `PT422 ${hint}`);
  await status('confirmed');
  assert.equal(await rejectionOf(propose([work(100)])), 'PT409 not_in_work');
});

test('every reader of the booking can read its lines', async () => {
  await propose([work(600)]);
  const seen = await call(owner, 'get_booking', { booking: booking['id'] });
  assert.equal((seen['extra_work'] as Line[])[0]?.status, 'proposed');
  assert.equal(await rejectionOf(call(stranger, 'get_booking', { booking: booking['id'] })), 'PT404 not_found');
  assert.equal(await rejectionOf(call('anon', 'get_booking', { booking: booking['id'] })), 'PT404 not_found');
  const rows = (as: Actor): Promise<number> =>
    db.undo({ as }, async (tx) => (await tx`select 1 from public.extra_work`).length);
  assert.deepEqual([await rows(owner), await rows(stranger), await rows(admin)], [1, 0, 1]);
});
