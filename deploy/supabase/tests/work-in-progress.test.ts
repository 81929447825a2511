import assert from 'node:assert/strict';
import { after, before, beforeEach, test } from 'node:test';
import { addStaff } from './add-staff.ts';
import { bookingRequest, cart, mondayMorning } from './booking-request.ts';
import { openDatabase, rejected, rpc } from './open-database.ts';
import type { Actor, JsonObject, TestDatabase } from './open-database.ts';
import { stepTo, tickAll } from './workshop.ts';

/** Extra work after the work has begun, steps back, changed prices, and what is kept with the bike. */

let db: TestDatabase;
let owner: Actor;
let stranger: Actor;
let admin: Actor;
let booking: JsonObject;
const tuesday = '2026-11-24T13:00:00+05:30';

before(async () => {
  db = await openDatabase();
  owner = { user: await db.addUser('owner@example.com') };
  stranger = { user: await db.addUser('stranger@example.com') };
  admin = { user: await db.addUser('admin@example.com') };
  await db.sql`select public.make_owner(${admin.user})`;
});
beforeEach(async () => {
  await db.sql`delete from public.service_bookings`;
  booking = await call(owner, 'create_booking', { request: activa() });
  await set('inspecting');
  await step('in_service');
});
after(() => db.close());

/** The CVT service of an Activa, which is ridden in. */
const activa = (changes: JsonObject = {}): JsonObject =>
  bookingRequest({
    model: 'honda/activa-6g',
    items: cart('cvt-service'),
    mode: 'workshop',
    expected_total: 899,
    approval_limit: 300,
    ...changes,
  });
const call = (as: Actor, name: string, args: JsonObject, at = mondayMorning): Promise<JsonObject> =>
  db.keep({ as, at }, (tx) => rpc(tx, name, args));
const set = (status: string): Promise<unknown> =>
  db.sql`update public.service_bookings set status = ${status} where id = ${String(booking['id'])}`;
const step = (to: string, more: JsonObject = {}, at = mondayMorning): Promise<JsonObject> =>
  call(admin, 'set_booking_status', { booking: booking['id'], ...stepTo(to), ...more }, at);

interface Line {
  id: string;
  name: string;
  price: number;
  status: string;
  price_version: number;
  decided_by: string | null;
}
type Answer = JsonObject & { status: string; extra_work: Line[] };
const propose = (...items: JsonObject[]): Promise<Answer> =>
  call(admin, 'propose_extra_work', {
    booking: booking['id'],
    items: items as unknown as JsonObject,
  }) as Promise<Answer>;
const answer = (line: Line | undefined, said: string, more: JsonObject = {}, as = owner): Promise<Answer> =>
  call(as, 'answer_extra_work', { line: line?.id, answer: said, ...more }) as Promise<Answer>;
const reprice = (line: Line | undefined, price: number): Promise<Answer> =>
  call(admin, 'reprice_extra_work', { line: line?.id, price }) as Promise<Answer>;
const openLines = async (): Promise<string[]> =>
  (
    await db.sql<{ label: string }[]>`
      select label from public.booking_checklist where booking_id = ${String(booking['id'])} and done_at is null order by line`
  ).map(({ label }) => label);
async function problem(asked: Promise<unknown>): Promise<string> {
  const { code, hint } = await rejected(asked);
  return `${code} ${hint}`;
}
const shoes = { item: 'brake-pad-replacement', reason: 'Worn to 1.2 mm', urgency: 'due_now' };
const belt = { name: 'Drive belt', reason: 'Cracked', price: 1250 };
const mirror = { name: 'Left mirror', reason: 'Glass is loose', price: 450 };

test('work found in service is asked for, joins the job card, and the booking returns to service', async () => {
  await tickAll(db.sql);
  const asked = await propose(belt, shoes, mirror);
  assert.equal(asked.status, 'awaiting_approval');
  const [one, two, three] = asked.extra_work;
  assert.deepEqual([two?.name, two?.price], ['Brake Pad / Shoe Replacement (per wheel)', 549]);
  assert.equal((await answer(one, 'yes')).status, 'awaiting_approval');
  await answer(two, 'yes');
  assert.equal((await answer(three, 'later')).status, 'in_service');
  assert.deepEqual(await openLines(), ['Drive belt', 'Brake Pad / Shoe Replacement (per wheel)']);
  assert.equal(await problem(step('quality_check')), 'PT409 not_ticked');
  await tickAll(db.sql);
  await step('quality_check');
  await step('ready');
  await step('completed', {}, tuesday);
  const invoice = await call(owner, 'get_invoice', { booking: booking['id'] });
  assert.equal(invoice['total'], 899 + 1250 + 549);
  assert.deepEqual(
    (invoice['lines'] as { description: string; total_paise: number }[]).map((l) => [l.description, l.total_paise]),
    [
      ['CVT & Belt Service', 89_900],
      ['Drive belt', 125_000],
      ['Brake Pad / Shoe Replacement (per wheel)', 54_900],
      ['Left mirror (declined)', 0],
    ],
  );
});

test('work found in the quality check returns there, and the bike is ready only when it is done', async () => {
  await tickAll(db.sql);
  await step('quality_check');
  const { extra_work } = await propose(mirror);
  assert.equal((await answer(extra_work[0], 'yes')).status, 'quality_check');
  assert.equal(await problem(step('ready')), 'PT409 not_ticked');
  const [line] = await db.sql<{ line: number }[]>`select line from public.booking_checklist where done_at is null`;
  await call(admin, 'tick_checklist', { booking: booking['id'], lines: `{${line?.line}}`, done: true });
  assert.equal((await step('ready'))['status'], 'ready');
});

test('a booking that waits for an answer returns only to where it was, and is not cancelled in the work', async () => {
  await propose(mirror);
  await db.sql`delete from public.extra_work`;
  for (const to of ['inspecting', 'quality_check', 'cancelled'])
    assert.equal(await problem(step(to)), 'PT409 not_allowed');
  assert.equal((await step('in_service'))['status'], 'in_service');
});

test('a step back needs a note, which becomes a line that must be done', async () => {
  await tickAll(db.sql);
  await step('quality_check');
  assert.equal(await problem(step('in_service', { note: null })), 'PT422 step_note');
  assert.equal((await step('in_service', { note: 'Rear brake drags' }))['status'], 'in_service');
  assert.deepEqual(await openLines(), ['Rear brake drags']);
  assert.equal(await problem(step('quality_check')), 'PT409 not_ticked');
  await tickAll(db.sql);
  await step('quality_check');
  await step('ready');
  await step('in_service', { note: 'Horn does not sound' });
  assert.deepEqual(await openLines(), ['Horn does not sound']);
  await step('inspecting', { note: 'Look at the wiring again' });
  await step('in_service');
  assert.deepEqual(await openLines(), ['Horn does not sound']);
});

test('a step that was pressed by mistake is taken back by who may make it, and leaves an event but no line', async () => {
  const foreman = await addStaff(db, 'foreman');
  const mechanic = await addStaff(db, 'mechanic');
  await tickAll(db.sql);
  const undo = (as: Actor): Promise<JsonObject> =>
    call(as, 'set_booking_status', { booking: booking['id'], to_status: 'in_service', note: 'By mistake', undo: true });
  for (const staff of [admin, foreman, mechanic]) {
    await step('quality_check');
    assert.equal((await undo(staff))['status'], 'in_service');
    assert.deepEqual(await openLines(), []);
    const [event] = await db.sql`
      select from_status, to_status, data from public.booking_events
      where booking_id = ${String(booking['id'])} order by id desc limit 1`;
    assert.deepEqual({ ...event }, { from_status: 'quality_check', to_status: 'in_service', data: { undone: true } });
  }
  await step('quality_check');
  const accountant = await addStaff(db, 'accountant');
  for (const other of [owner, stranger, accountant]) assert.match(await problem(undo(other)), /^PT403/);
  assert.match((await rejected(undo('anon'))).code, /^42501$/);
});

test('a step is taken back only while it is the latest one', async () => {
  await tickAll(db.sql);
  await step('quality_check');
  await step('ready');
  assert.equal(await problem(step('in_service', { note: 'By mistake', undo: true })), 'PT409 not_allowed');
  assert.deepEqual(await openLines(), []);
});

test('work that is agreed when the bike is ready is ticked before the bike is handed back', async () => {
  await tickAll(db.sql);
  await step('quality_check');
  await step('ready');
  await call(admin, 'change_items', {
    booking: booking['id'],
    items: cart('general-service'),
    expected_version: 0,
    customer_yes: 'Agreed at the counter',
  });
  assert.equal(await problem(step('completed', {}, tuesday)), 'PT409 not_ticked');
  await step('in_service', { note: 'The general service too' });
  await tickAll(db.sql);
  for (const status of ['quality_check', 'ready', 'completed']) await step(status, {}, tuesday);
});

test('a bill before the day of the booking is rejected', async () => {
  await tickAll(db.sql);
  await set('ready');
  const { code, hint, detail } = await rejected(step('completed'));
  const from = new Date('2026-11-24T00:00:00+05:30').toISOString().replace('.000Z', '+00:00');
  assert.deepEqual([code, hint, JSON.parse(detail ?? '{}')], ['PT409', 'too_early', { from, minutes: null }]);
});

test('a changed price takes the answer back, and an answer to the old price is rejected', async () => {
  const { extra_work } = await propose(mirror);
  await answer(extra_work[0], 'yes', { price_version: 1 });
  assert.deepEqual((await openLines()).at(-1), 'Left mirror');
  const again = await reprice(extra_work[0], 520);
  assert.deepEqual([again.status, again.extra_work[0]?.status], ['awaiting_approval', 'proposed']);
  assert.ok(!(await openLines()).includes('Left mirror'), 'it is off the job card until the new answer');
  const stale = await rejected(answer(extra_work[0], 'yes', { price_version: 1 }));
  assert.deepEqual([stale.hint, stale.detail], ['work_repriced', '{"price": 520}']);
  assert.equal((await answer(extra_work[0], 'yes', { price_version: 2 })).status, 'in_service');
  assert.deepEqual((await openLines()).at(-1), 'Left mirror');
  const within = await reprice(extra_work[0], 300);
  assert.deepEqual([within.status, within.extra_work[0]?.decided_by], ['in_service', 'limit']);
  await tickAll(db.sql);
  assert.equal(await problem(reprice(extra_work[0], 310)), 'PT409 work_done');
});

test('declined work that a later booking does keeps its price: it is not asked a second time', async () => {
  const { extra_work } = await propose(mirror);
  const line = extra_work[0];
  await answer(line, 'later');
  const [later] = await db.sql<{ id: string }[]>`select id from public.declined_work`;
  const items = [...cart('cvt-service'), { id: 'declined-work', quantity: 1, declined: later?.id }];
  const next = await call(owner, 'create_booking', {
    request: activa({ items, date: '2026-11-26', expected_total: 899 + (line?.price ?? 0) }),
  });
  assert.equal(await problem(reprice(line, 300)), 'PT409 work_done');
  await call(owner, 'cancel_booking', { booking: next['id'] });
  assert.equal((await reprice(line, 300)).extra_work[0]?.status, 'approved');
});

test('a reading customer is not told who of the staff noted an answer', async () => {
  const { extra_work } = await propose(mirror);
  await answer(extra_work[0], 'no', { note: 'Said no on the phone' }, admin);
  const seen = await call(owner, 'get_booking', { booking: booking['id'] });
  assert.equal('answered_by' in ((seen['extra_work'] as JsonObject[])[0] ?? {}), false);
  const [row] = await db.sql`select answered_by from public.extra_work`;
  assert.equal(row?.['answered_by'], (admin as { user: string }).user);
});

test('declined work is offered at the next booking of the bike, as an add-on, until a live booking does it', async () => {
  const { extra_work } = await propose({ ...shoes, name: 'Rear shoes: Brake Pad / Shoe Replacement' }, mirror);
  await answer(extra_work[0], 'later');
  await answer(extra_work[1], 'no');
  const bike = { model: 'honda/activa-6g', vehicle_number: 'MH 12 ZZ 0042' };
  type Kept = { id: string; item_id: string | null; name: string; price: number; answer: string };
  const kept = async (as: Actor): Promise<Kept[]> => (await call(as, 'list_declined_work', bike)) as unknown as Kept[];
  assert.deepEqual(
    (await kept(owner)).map(({ name, price, answer: said }) => [name, price, said]),
    [
      ['Rear shoes: Brake Pad / Shoe Replacement', 549, 'later'],
      ['Left mirror', 450, 'declined'],
    ],
  );
  assert.equal((await kept(admin)).length, 2, 'staff find it by the plate');
  assert.deepEqual(await kept(stranger), []);

  const [first, second] = await kept(owner);
  const items = [
    { id: 'brake-pad-replacement', quantity: 1, declined: first?.id },
    { id: 'declined-work', quantity: 1, declined: second?.id },
    { id: 'general-service', quantity: 1 },
  ];
  const request = activa({ items, expected_total: 899 + 549 + 450 });
  assert.equal(await problem(call(stranger, 'create_booking', { request })), 'PT422 items_refused');
  const next = await call(owner, 'create_booking', { request });
  const lines = await db.sql`
    select name, package_type, price from public.booking_items where booking_id = ${String(next['id'])} order by position`;
  assert.deepEqual(
    lines.map((line) => Object.values(line)),
    [
      ['General Service', 'primary', 899],
      ['Rear shoes: Brake Pad / Shoe Replacement', 'addon', 549],
      ['Left mirror', 'addon', 450],
    ],
  );
  assert.deepEqual(await kept(owner), []);
  await call(owner, 'cancel_booking', { booking: next['id'], expected_fee: 0 });
  assert.equal((await kept(owner)).length, 2, 'a cancelled booking gives it back');
});

test('a guest books declined work by the link of the booking with which it was declined, and by no other', async () => {
  const { extra_work } = await propose(shoes, mirror);
  await answer(extra_work[0], 'later');
  await answer(extra_work[1], 'no');
  const link = String(booking['manage_token']);
  const seen = await call('anon', 'get_booking', { manage_token: link });
  const [first, second] = seen['declined_work'] as { id: string; name: string; price: number }[];
  assert.deepEqual([first?.price, second?.name], [549, 'Left mirror']);
  const items = (token?: string): JsonObject[] => [
    { id: 'brake-pad-replacement', quantity: 1, declined: first?.id, ...(token && { link: token }) },
    { id: 'general-service', quantity: 1 },
  ];
  const total = async (token?: string) => {
    const quoted = await call('anon', 'quote', {
      items: items(token) as unknown as JsonObject,
      model: 'honda/activa-6g',
    });
    return [quoted['total'], (quoted['refusals'] as { code: string }[]).map(({ code }) => code)];
  };
  assert.deepEqual(await total(link), [899 + 549, []]);
  for (const other of [undefined, 'a1'.repeat(32)]) assert.deepEqual((await total(other))[1], ['unknown_item']);
  const request = activa({ items: items(link), expected_total: 899 + 549 });
  const next = await call('anon', 'create_booking', { request });
  assert.equal(next['estimated_price'], 899 + 549);
  const left = await call('anon', 'get_booking', { manage_token: link });
  assert.equal((left['declined_work'] as JsonObject[]).length, 1);
});

test('a booking with declined work changes its work: its lines stay at their price, and what goes is offered again', async () => {
  const { extra_work } = await propose(shoes, mirror);
  await answer(extra_work[0], 'later');
  await answer(extra_work[1], 'no');
  const kept = async (): Promise<{ id: string; name: string }[]> =>
    (await call(owner, 'list_declined_work', { model: 'honda/activa-6g' })) as unknown as {
      id: string;
      name: string;
    }[];
  const [first, second] = await kept();
  const items = [
    { id: 'general-service', quantity: 1 },
    { id: 'brake-pad-replacement', quantity: 1, declined: first?.id },
    { id: 'declined-work', quantity: 1, declined: second?.id },
  ];
  const { id } = await call(owner, 'create_booking', {
    request: activa({ items, expected_total: 899 + 549 + 450, approval_limit: 0 }),
  });
  await db.sql`update public.declined_work set price = 999`;
  let expected_version = 0;
  const change = async (slugs: string[], more: JsonObject = {}): Promise<JsonObject> => {
    const changed = await call(admin, 'change_items', {
      booking: id,
      items: cart(...slugs),
      expected_version,
      ...more,
    });
    expected_version = Number(changed['edits']);
    return changed;
  };
  const both = ['brake-pad-replacement', 'declined-work'];
  const [warranty] = await db.sql<{ price: number }[]>`
    select price from public.model_addons where model_id = 'honda/activa-6g' and addon_slug = 'extended-warranty'`;
  const more = 899 + 549 + 450 + (warranty?.price ?? 0);
  const wider = ['general-service', ...both, 'extended-warranty'];
  const asked = await change(wider, { preview: true });
  assert.deepEqual([asked['total'], asked['needs_yes']], [more, true]);
  await change(wider, { ask: true });
  await call(owner, 'answer_items', { booking: id, answer: 'yes', total: more });
  expected_version = 1;
  assert.deepEqual(await kept(), []);
  assert.equal(await problem(change(['brake-pad-replacement', 'declined-work'])), 'PT422 items_refused');
  const less = await change(['general-service', 'brake-pad-replacement']);
  assert.equal(less['total'], 899 + 549);
  assert.deepEqual(
    (await kept()).map(({ name }) => name),
    ['Left mirror'],
  );
  assert.equal(await problem(change(['general-service', 'declined-work'])), 'PT422 items_refused');
});

test('declined work without a primary package is no booking', async () => {
  const { extra_work } = await propose(shoes);
  await answer(extra_work[0], 'later');
  const [kept] = (await call(owner, 'list_declined_work', { model: 'honda/activa-6g' })) as unknown as { id: string }[];
  const items = [{ id: 'brake-pad-replacement', quantity: 1, declined: kept?.id }];
  const quoted = await call(owner, 'quote', { items: items as unknown as JsonObject, model: 'honda/activa-6g' });
  assert.deepEqual(
    (quoted['refusals'] as { code: string }[]).map(({ code }) => code),
    ['primary_missing'],
  );
});
