import assert from 'node:assert/strict';
import { after, before, beforeEach, test } from 'node:test';
import { addStaff } from './add-staff.ts';
import { bookingRequest, cart, mondayMorning } from './booking-request.ts';
import { openDatabase, rejected, rejectionOf, rpc } from './open-database.ts';
import type { Actor, JsonObject, TestDatabase } from './open-database.ts';
import { clearPayments } from './payment-events.ts';
import { stepTo, tickAll } from './workshop.ts';

/** Other work that costs more than the limit allows: the customer answers at the link. */

let db: TestDatabase;
let desk: { user: string };
let booking: JsonObject;

before(async () => {
  db = await openDatabase();
  desk = await addStaff(db, 'desk');
});
beforeEach(async () => {
  await clearPayments(db.sql);
  booking = await call('anon', 'create_booking', { request: bookingRequest() });
});
after(() => db.close());

const call = (as: Actor, name: string, args: JsonObject): Promise<JsonObject> =>
  db.keep({ as, at: mondayMorning }, (tx) => rpc(tx, name, args));
const ask = (slugs: string[], expected_version = 0): Promise<JsonObject> =>
  call(desk, 'change_items', { booking: booking['id'], items: cart(...slugs), expected_version, ask: true });
const answer = (said: string, total: number): Promise<JsonObject> =>
  call('anon', 'answer_items', {
    booking: booking['id'],
    manage_token: booking['manage_token'],
    answer: said,
    total,
  });
const shown = (): Promise<JsonObject> => call('anon', 'get_booking', { manage_token: booking['manage_token'] });
const names = (lines: unknown): string[] => (lines as { name: string }[]).map(({ name }) => name);

test('the question stands at the link with what is new and gone, a message says so, and nothing changes', async () => {
  const { needs_yes, total } = await ask(['general-service']);
  assert.deepEqual([needs_yes, total], [true, 1699]);
  const { item_question, items, estimated_price } = await shown();
  const { lines, gone, rise, ...rest } = item_question as JsonObject;
  assert.deepEqual([names(items), estimated_price, rest['total'], rise], [['Engine Oil Change'], 999, 1699, 700]);
  assert.deepEqual([names(lines), gone], [['General Service'], ['Engine Oil Change']]);
  const waiting = await db.sql`
    select 1 from public.message_outbox where booking_id = ${String(booking['id'])} and kind = 'extra_work' and status = 'waiting'`;
  assert.equal(waiting.length, 1);
});

test('a yes at the link changes the work at the price that was shown, and is in the history', async () => {
  await ask(['general-service']);
  await answer('yes', 1699);
  const { item_question, items, estimated_price, events } = await shown();
  assert.deepEqual([item_question, names(items), estimated_price], [null, ['General Service'], 1699]);
  const [asked, changed] = (events as JsonObject[]).slice(-2);
  assert.deepEqual(
    [asked?.['kind'], changed?.['kind'], changed?.['actor']],
    ['items_asked', 'items_changed', 'customer'],
  );
  assert.equal(await rejectionOf(answer('yes', 1699)), 'PT409 answered');
});

test('a no leaves the booking as it was', async () => {
  await ask(['general-service']);
  await answer('no', 1699);
  const { item_question, estimated_price, events } = await shown();
  assert.deepEqual([item_question, estimated_price], [null, 999]);
  assert.equal((events as JsonObject[]).at(-1)?.['kind'], 'items_declined');
});

test('another question takes the place of the first, whose total is not answered any more', async () => {
  await ask(['general-service']);
  await ask(['general-service', 'extended-warranty']);
  const error = await rejected(answer('yes', 1699));
  assert.equal(`${error.code} ${error.hint}`, 'PT409 work_repriced');
  assert.deepEqual(JSON.parse(error.detail ?? '{}'), { price: 2048 });
});

test('a correction since ends the question', async () => {
  await ask(['general-service']);
  await call(desk, 'update_booking', { booking: booking['id'], changes: { name: 'Asha Rao' }, expected_version: 0 });
  assert.equal((await shown())['item_question'], null);
  assert.equal(await rejectionOf(answer('yes', 1699)), 'PT409 answered');
});

test('only the customer answers: not staff, not a stranger, and only yes or no', async () => {
  await ask(['general-service']);
  const args = { booking: booking['id'], answer: 'yes', total: 1699 };
  assert.equal(await rejectionOf(call(desk, 'answer_items', args)), 'PT404 not_found');
  assert.equal(await rejectionOf(call('anon', 'answer_items', args)), 'PT404 not_found');
  assert.equal(await rejectionOf(answer('later', 1699)), 'PT422 yes_or_no');
});

test('other work that is agreed on while the bike is worked on joins the job card', async () => {
  await db.sql`update public.service_bookings set status = 'inspecting' where id = ${String(booking['id'])}`;
  await call(desk, 'set_booking_status', { booking: booking['id'], to_status: 'in_service' });
  const more = { booking: booking['id'], expected_version: 0, customer_yes: 'On the phone, 11 am' };
  await call(desk, 'change_items', { ...more, items: cart('oil-change', 'chain-lube') });
  const groups = async (): Promise<string[]> => {
    const lines = await db.sql<{ group_name: string }[]>`
      select distinct group_name from public.booking_checklist where booking_id = ${String(booking['id'])}`;
    return lines.map(({ group_name }) => group_name).sort();
  };
  assert.ok((await groups()).includes('Add-ons'));
  await call(desk, 'change_items', { ...more, items: cart('oil-change'), expected_version: 1 });
  assert.ok(!(await groups()).includes('Add-ons'));
});

test('other work that is agreed on while the bike is worked on is inspected at its own level', async () => {
  const points = async (): Promise<string[]> => {
    const found = await db.sql<{ point: string }[]>`
      select point from public.booking_inspection where booking_id = ${String(booking['id'])} order by point`;
    return found.map(({ point }) => point);
  };
  const change = (slug: string, expected_version: number): Promise<JsonObject> =>
    call(desk, 'change_items', {
      booking: booking['id'],
      items: cart(slug),
      expected_version,
      customer_yes: 'On the phone, 11 am',
    });
  await change('general-service', 0);
  assert.deepEqual(await points(), [], 'the bike is not here yet');
  await change('oil-change', 1);
  await db.sql`update public.service_bookings set status = 'in_service' where id = ${String(booking['id'])}`;
  await change('general-service', 2);
  assert.equal((await points()).length, 12);
  await db.sql`
    update public.booking_inspection set state = 'ok', marked_at = now()
    where booking_id = ${String(booking['id'])} and point = 'front-pads'`;
  await change('oil-change', 3);
  assert.deepEqual(await points(), ['air-filter', 'front-pads', 'oil-leaks', 'oil-level'], 'what was looked at stays');
});

test('work that is agreed when the bike is ready has its points checked and its oil named before the bike is handed back', async () => {
  const id = String(booking['id']);
  const later = '2026-11-24T15:00:00+05:30';
  const step = (to_status: string, more: JsonObject = {}): Promise<JsonObject> =>
    db.keep({ as: desk, at: later }, (tx) =>
      rpc(tx, 'set_booking_status', { booking: id, ...stepTo(to_status), note: null, ...more }),
    );
  const change = (slug: string, expected_version: number): Promise<JsonObject> =>
    call(desk, 'change_items', { booking: id, items: cart(slug), expected_version, customer_yes: 'At the counter' });
  await db.sql`update public.service_bookings set status = 'quality_check' where id = ${id}`;
  await tickAll(db.sql);
  await step('ready');
  await change('general-service', 0);
  await tickAll(db.sql);
  const { hint, detail } = await rejected(step('completed'));
  assert.deepEqual([hint, JSON.parse(detail ?? '')], ['not_checked', { left: 12, to: 'completed' }]);

  await step('in_service', { note: 'The general service too' });
  await tickAll(db.sql);
  await step('quality_check');
  await step('ready', { note: 'The customer waits' });
  await change('oil-change', 1);
  await tickAll(db.sql);
  await db.sql`delete from public.used_parts where booking_id = ${id}`;
  assert.equal(await rejectionOf(step('completed')), 'PT409 oil_missing');
  await tickAll(db.sql);
  await step('completed');
});
