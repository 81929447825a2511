import assert from 'node:assert/strict';
import { after, before, beforeEach, test } from 'node:test';
import { addStaff } from './add-staff.ts';
import { clearPayments } from './payment-events.ts';
import { bookingRequest, cart, mondayMorning } from './booking-request.ts';
import { openDatabase, rejected, rejectionOf, rpc } from './open-database.ts';
import type { Actor, JsonObject, TestDatabase } from './open-database.ts';
import { tickAll } from './workshop.ts';

/** An answer to extra work can be changed until the work on its line begins. Everything that hangs on it follows. */

let db: TestDatabase;
let owner: Actor;
let admin: Actor;
let stranger: Actor;
let booking: JsonObject;
let lines: Line[];

interface Line {
  id: string;
  status: string;
  decided_by: string | null;
  locked_at: string | null;
  price: number;
}
type Answer = JsonObject & { status: string; extra_work: Line[] };

before(async () => {
  db = await openDatabase();
  owner = { user: await db.addUser('owner@example.com') };
  stranger = { user: await db.addUser('stranger@example.com') };
  admin = { user: await db.addUser('admin@example.com') };
  await db.sql`select public.make_owner(${admin.user})`;
});
beforeEach(async () => {
  await clearPayments(db.sql);
  await db.sql`delete from public.service_bookings`;
  booking = await call(owner, 'create_booking', {
    request: bookingRequest({ items: cart('oil-change'), mode: 'workshop', address: null, approval_limit: 300 }),
  });
  await status('inspecting');
  await step('in_service');
  const items = [
    { name: 'Left mirror', reason: 'Glass is loose', price: 450 },
    { item: 'brake-pad-replacement', reason: 'Worn to 1.2 mm', urgency: 'due_now' },
    { name: 'Bulb', reason: 'Burnt out', price: 90 },
  ];
  ({ extra_work: lines } = await call(admin, 'propose_extra_work', { booking: booking['id'], items } as JsonObject));
});
after(() => db.close());

const call = (as: Actor, name: string, args: JsonObject, at = mondayMorning): Promise<Answer> =>
  db.keep({ as, at }, (tx) => rpc(tx, name, args)) as Promise<Answer>;
const status = (to: string): Promise<unknown> =>
  db.sql`update public.service_bookings set status = ${to} where id = ${String(booking['id'])}`;
const step = (to_status: string, more: JsonObject = {}): Promise<Answer> =>
  call(admin, 'set_booking_status', { booking: booking['id'], to_status, ...more });
const answer = (place: number, said: string, more: JsonObject = {}, as = owner, at = mondayMorning): Promise<Answer> =>
  call(as, 'answer_extra_work', { line: lines[place]?.id, answer: said, ...more }, at);
/** The three lines answered: the mirror yes, the pads no; the bulb is within the limit. */
const answered = async (): Promise<Answer> => {
  await answer(0, 'yes');
  return answer(1, 'no');
};
const toDo = async (): Promise<string[]> =>
  (
    await db.sql<{ label: string }[]>`
      select label from public.booking_checklist
      where booking_id = ${String(booking['id'])} and group_name = 'Extra work' and done_at is null order by line`
  ).map(({ label }) => label);
const kept = async (): Promise<string[]> =>
  (
    await db.sql<{ name: string; answer: string }[]>`
      select name, answer from public.declined_work where ended_at is null order by name`
  ).map(({ name, answer: said }) => `${name} ${said}`);
const agreed = async (): Promise<number> => {
  const { payment } = await call(owner, 'get_booking', { booking: booking['id'] });
  return Number((payment as JsonObject)['agreed']);
};
const halfAnHourLater = new Date(Date.parse(mondayMorning) + 30 * 60_000).toISOString();
const pads = 'Brake Pad / Shoe Replacement (per wheel)';

test('a changed answer changes the job card, the price, what stays with the bike, and the history', async () => {
  const first = await answered();
  assert.deepEqual(
    [first.status, await toDo(), await kept()],
    ['in_service', ['Bulb', 'Left mirror'], [`${pads} declined`]],
  );
  const before = await agreed();
  const [, padsLine] = lines;

  const yes = await answer(1, 'yes', { price_version: 1 });
  assert.equal(yes.status, 'in_service', 'the work goes on');
  assert.deepEqual([await toDo(), await kept()], [['Bulb', 'Left mirror', pads], []]);
  assert.equal(await agreed(), before + Number(padsLine?.price));

  const later = await answer(0, 'later');
  assert.deepEqual(
    later.extra_work.map(({ status: said, decided_by, locked_at }) => [said, decided_by, locked_at]),
    [
      ['later', 'customer', null],
      ['approved', 'customer', null],
      ['approved', 'limit', null],
    ],
  );
  assert.deepEqual([await toDo(), await kept()], [['Bulb', pads], ['Left mirror later']]);
  assert.equal(await agreed(), before + Number(padsLine?.price) - 450);
  await answer(0, 'later');

  const events = await db.sql`
    select actor, from_status, to_status, data from public.booking_events where kind = 'answer_changed' order by id`;
  assert.deepEqual(
    events.map((event) => ({ ...event })),
    [
      { work: pads, price: padsLine?.price, from: 'declined', to: 'approved' },
      { work: 'Left mirror', price: 450, from: 'approved', to: 'later' },
    ].map((data) => ({ actor: 'customer', from_status: 'in_service', to_status: 'in_service', data })),
  );
});

test('while another line waits, an answer changes and the booking waits on', async () => {
  assert.equal((await answer(0, 'yes')).status, 'awaiting_approval');
  assert.equal((await answer(0, 'no')).status, 'awaiting_approval');
  assert.equal((await answer(1, 'no')).status, 'in_service');
  assert.deepEqual(await kept(), [`${pads} declined`, 'Left mirror declined']);
});

test('what was paid for work that is not done after all is refunded', async () => {
  await answered();
  const total = await agreed();
  await call(admin, 'record_payment', { booking: booking['id'], amount: total, method: 'cash' });
  await answer(0, 'no');
  const refunds = await db.sql`select amount_paise, reason, status from public.refunds`;
  assert.deepEqual(refunds.map((each) => ({ ...each })), [{ amount_paise: 450_00, reason: 'overpaid', status: 'asked' }]); // oxfmt-ignore
});

test('an answer is locked from the tick of its line on, and says since when', async () => {
  await answered();
  await tickAll(db.sql);
  const ticked = await call(owner, 'get_booking', { booking: booking['id'] });
  assert.ok(ticked.extra_work[0]?.locked_at);
  const { hint, detail } = await rejected(answer(0, 'no'));
  assert.deepEqual([hint, JSON.parse(detail ?? '{}')], ['work_begun', { since: ticked.extra_work[0].locked_at }]);
  assert.equal(await rejectionOf(answer(0, 'no', { note: 'Said no on the phone' }, admin)), 'PT409 work_begun');
  assert.equal((await answer(0, 'yes')).status, 'in_service', 'the same answer is no change');

  // What is declined can still be done, until the bike is ready.
  await step('quality_check');
  assert.equal((await answer(1, 'yes')).status, 'quality_check');
  assert.deepEqual(await toDo(), [pads]);
  await answer(1, 'no');
  await step('ready', { note: 'Points were left out' });
  assert.equal(await rejectionOf(answer(1, 'yes')), 'PT409 work_begun');
  const ready = await call(owner, 'get_booking', { booking: booking['id'] });
  assert.ok(ready.extra_work.slice(0, 2).every(({ locked_at }) => locked_at));
  // The bike goes back into the work: now it can be done after all.
  await step('in_service', { note: 'Rear brake drags' });
  await answer(1, 'yes');
});

test('a part that was used on a line begins its work', async () => {
  await answered();
  const part = { kind: 'part', name: 'Mirror', make: 'Minda', hsn: '87141090', quantity: '1', price: 200 };
  const parts = [{ ...part, extra_work_id: lines[0]?.id }] as unknown as JsonObject;
  await call(admin, 'save_used_parts', { booking: booking['id'], parts });
  assert.equal(await rejectionOf(answer(0, 'no')), 'PT409 work_begun');
  await call(admin, 'save_used_parts', { booking: booking['id'], parts: [] as unknown as JsonObject });
  await answer(0, 'no');
});

test('a yes is not taken back when the battery of its work is taken off the bill already', async () => {
  await answered();
  const back = {
    kind: 'battery_back',
    name: 'Old battery',
    hsn: '85071000',
    quantity: '1',
    price: (await agreed()) - 10,
  };
  await call(admin, 'save_used_parts', { booking: booking['id'], parts: [back] as unknown as JsonObject });
  assert.equal(await rejectionOf(answer(0, 'no')), 'PT409 work_begun');
});

test('what a later booking does, or other work, is not done a second time', async () => {
  await answered();
  const [declined] = await db.sql<{ id: string }[]>`select id from public.declined_work`;
  const items = [...cart('general-service'), { id: 'brake-pad-replacement', quantity: 1, declined: declined?.id }];
  const [offer] = await db.sql<{ price: number }[]>`
    select price from public.model_offers where model_id = 'royal-enfield/classic-350' and package_slug = 'general-service'`;
  const next = await call(owner, 'create_booking', {
    request: bookingRequest({
      ...{ items, mode: 'workshop', address: null, date: '2026-11-26' },
      expected_total: Number(offer?.price) + Number(lines[1]?.price),
    }),
  });
  assert.equal(await rejectionOf(answer(1, 'yes')), 'PT409 work_begun');
  await call(owner, 'cancel_booking', { booking: next['id'], expected_fee: 0 });
  await answer(1, 'yes');

  const chain = { item: 'chain-sprocket-replacement', reason: 'Hooked teeth' };
  const ask = (): Promise<Answer> =>
    call(admin, 'propose_extra_work', { booking: booking['id'], items: [chain] as unknown as JsonObject });
  lines = (await ask()).extra_work;
  await answer(3, 'no');
  lines = (await ask()).extra_work;
  assert.equal(await rejectionOf(answer(3, 'yes')), 'PT422 already_included');
  await answer(4, 'no');
  await answer(3, 'yes');
});

test('what was ended by its customer is offered again when it is put off instead', async () => {
  await answered();
  const [declined] = await db.sql<{ id: string }[]>`select id from public.declined_work`;
  await call(owner, 'end_declined_work', { work: declined?.id });
  assert.deepEqual(await kept(), []);
  await answer(1, 'later');
  assert.deepEqual(await kept(), [`${pads} later`]);
});

test('work that was left without an answer is done on a late yes', async () => {
  await answer(0, 'yes');
  const none = ['none', { note: 'Called, no answer' }, admin, halfAnHourLater] as const;
  assert.equal((await answer(1, ...none)).extra_work[1]?.decided_by, 'no_answer');
  const later = await answer(1, 'later');
  assert.equal(later.extra_work[1]?.decided_by, 'customer', 'an answer at last');
  await answer(1, 'yes');
  assert.equal(await rejectionOf(answer(1, ...none)), 'PT409 answered');
});

test('the customer and staff with a note change an answer, at the price of now; nobody else, and nothing within the limit', async () => {
  await answered();
  const [desk, foreman, accountant] = await Promise.all([
    addStaff(db, 'desk'),
    addStaff(db, 'foreman'),
    addStaff(db, 'accountant'),
  ]);
  const mechanic = await addStaff(db, 'mechanic');
  const note = { note: 'Said so on the phone' };
  let said = 'yes';
  for (const staff of [admin, desk, foreman, mechanic]) {
    assert.equal(await rejectionOf(answer(1, said, {}, staff)), 'PT422 answer_note');
    const { extra_work } = await answer(1, said, note, staff);
    assert.equal(extra_work[1]?.decided_by, 'admin');
    said = said === 'yes' ? 'no' : 'yes';
  }
  await db.sql`update public.service_bookings set mechanic = 'Somebody else'`;
  for (const other of [accountant, mechanic, stranger, 'anon'] as const)
    assert.equal(await rejectionOf(answer(1, 'yes', note, other)), 'PT404 not_found');
  assert.equal(await rejectionOf(answer(1, 'yes', { manage_token: 'f'.repeat(64) }, 'anon')), 'PT404 not_found');
  assert.equal(await rejectionOf(answer(1, 'yes', { price_version: 2 })), 'PT409 work_repriced');
  await answer(1, 'yes', { manage_token: booking['manage_token'] }, 'anon');
  assert.equal(await rejectionOf(answer(2, 'no')), 'PT409 answered');
  const [log] = await db.sql`
    select before, after from public.audit_log where table_name = 'extra_work' and actor_id = ${(desk as { user: string }).user} order by id desc limit 1`;
  assert.deepEqual([log?.['before']['status'], log?.['after']['status']], ['approved', 'declined']);
});
