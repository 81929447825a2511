import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { after, before, beforeEach, test } from 'node:test';
import { bookingRequest, cart, mondayMorning } from './booking-request.ts';
import { openDatabase, rejected, rpc } from './open-database.ts';
import type { Actor, JsonObject, TestDatabase } from './open-database.ts';
import { stepTo, tickAll } from './workshop.ts';

/** A job on the floor: check-in, inspection, what the customer wrote, and marks of a phone that was without a network. */

let db: TestDatabase;
let owner: Actor;
let boss: Actor;
let sagar: Actor;
let ravi: Actor;
let booking: JsonObject;
const tuesday = '2026-11-24T13:00:00+05:30';

before(async () => {
  db = await openDatabase();
  const [customer, chief, one, other] = await Promise.all(
    ['customer', 'chief', 'sagar', 'ravi'].map((name) => db.addUser(`${name}@example.com`)),
  );
  assert.ok(customer !== undefined && chief !== undefined && one !== undefined && other !== undefined);
  [owner, boss, sagar, ravi] = [{ user: customer }, { user: chief }, { user: one }, { user: other }];
  await db.sql`select public.make_owner(${chief})`;
  await db.sql`insert into public.user_roles values (${one}, 'admin'), (${other}, 'admin')`;
  await db.sql`
    insert into public.staff (user_id, name, duty) values (${one}, 'Sagar', 'mechanic'), (${other}, 'Ravi', 'mechanic')`;
});
beforeEach(async () => {
  await db.sql`delete from public.payments`;
  await db.sql`delete from public.service_bookings`;
  booking = await book({ notes: 'Squeals from behind  when slow' });
});
after(() => db.close());

const call = (as: Actor, name: string, args: JsonObject, at = tuesday): Promise<JsonObject> =>
  db.keep({ as, at }, (tx) => rpc(tx, name, args));
const book = (changes: JsonObject = {}): Promise<JsonObject> =>
  call(
    owner,
    'create_booking',
    { request: bookingRequest({ items: cart('general-service'), mode: 'workshop', expected_total: 1699, ...changes }) },
    mondayMorning,
  );
const step = (to: string, more: JsonObject = {}, at = tuesday): Promise<JsonObject> =>
  call(boss, 'set_booking_status', { booking: booking['id'], ...stepTo(to), mechanic: 'Sagar', ...more }, at);

interface Point {
  point: string;
  label: string;
  state: string;
  value: number | null;
}
interface Job extends JsonObject {
  status: string;
  inspection: Point[];
  checklist: { line: number; label: string; is_concern: boolean; answer: string | null }[];
  check_in: JsonObject | null;
}
type Answer = { outcome: string; job: Job };
const mark = (what: JsonObject, as = sagar, made_at = tuesday, at = tuesday): Promise<Answer> =>
  call(
    as,
    'mark_job',
    { booking: booking['id'], mark: { id: randomUUID(), made_at, ...what } },
    at,
  ) as unknown as Promise<Answer>;
const checkIn = {
  kind: 'check_in',
  odometer_km: 12_450,
  fuel: 2,
  accessories: ['Key', 'Toolkit'],
  damage: 'Tank scratched',
};
async function problem(asked: Promise<unknown>): Promise<string> {
  const { code, hint } = await rejected(asked);
  return `${code} ${hint}`;
}

test('the inspection has 6, 12, 20 or 60 points by package on every bike, the points of its part, or none', async () => {
  const rows = await db.sql<{ package_slug: string; few: number; many: number }[]>`
    select o.package_slug, min(points)::int as few, max(points)::int as many from (
      select o.model_id, o.package_slug, (
        select count(*) from public.model_inspections i where i.model_id = o.model_id and i.package_slug = o.package_slug
      ) as points from public.model_offers o
    ) o group by 1`;
  const points = Object.fromEntries(rows.map(({ package_slug, few, many }) => [package_slug, [few, many]]));
  assert.deepEqual(
    ['basic-service', 'general-service', 'comprehensive-service', 'pre-purchase-inspection', 'foam-wash-polish'].map(
      (slug) => points[slug],
    ),
    [
      [6, 6],
      [12, 12],
      [20, 20],
      [60, 60],
      [0, 0],
    ],
  );
  const none = Object.keys(points).filter((slug) => points[slug]?.[0] === 0);
  assert.deepEqual(none.sort(), ['foam-wash-polish', 'teflon-coating']);
  const unknown = await db.sql`
    select slug from public.inspection_points where item_id is not null
      and item_id not in (select slug from public.packages union all select slug from public.addons)`;
  assert.deepEqual([...unknown], []);
});

test('a check-in keeps what is there and begins the inspection', async () => {
  await step('assigned');
  const { job, outcome } = await mark(checkIn);
  assert.deepEqual([outcome, job.status, job.inspection.length], ['applied', 'inspecting', 12]);
  assert.deepEqual(
    [job.check_in?.['odometer_km'], job.check_in?.['fuel'], job.check_in?.['accessories'], job.check_in?.['damage']],
    [12_450, 2, ['Key', 'Toolkit'], 'Tank scratched'],
  );
  assert.ok(job.inspection.every(({ state }) => state === 'not_checked'));
  const seen = await call(owner, 'get_booking', { booking: booking['id'] });
  assert.equal((seen['check_in'] as JsonObject)['odometer_km'], 12_450);
  assert.equal((seen['inspection'] as Point[]).length, 12);
});

test('before the check-in the job has its points and job card as planned, and a phone without a network works by them', async () => {
  await step('assigned');
  const read = async (): Promise<Job> => (await call(sagar, 'get_job', { booking: booking['id'] })) as Job;
  const planned = await read();
  assert.equal(planned.inspection.length, 12);
  assert.ok((planned['offers'] as JsonObject[]).some(({ item_id }) => item_id === 'brake-pad-replacement'));
  const [concern, line] = planned.checklist;
  assert.deepEqual([concern?.is_concern, line?.line], [true, 2]);
  assert.deepEqual((await mark(checkIn)).job.inspection, planned.inspection);
  for (const { point } of planned.inspection) await mark({ kind: 'point', point, state: 'ok' });
  assert.deepEqual((await read()).checklist, planned.checklist);
  // Its customer reads only what was looked at.
  assert.deepEqual((await call(owner, 'get_booking', { booking: booking['id'] }))['checklist'], []);
  const { job } = await mark({ kind: 'step', to_status: 'in_service' });
  assert.deepEqual(job.checklist, planned.checklist);
  const other = { kind: 'tick', line: 2, label: 'What had this number before', done: true };
  assert.equal(await problem(mark(other)), 'PT422 lines');
  assert.equal((await mark({ ...other, label: line?.label })).outcome, 'applied');
});

test('no inspection begins without a check-in, but that of a bike whose work needs no odometer', async () => {
  await step('assigned');
  assert.equal(await problem(step('inspecting')), 'PT409 not_checked_in');
  await mark(checkIn);
  const [row] = await db.sql`select odometer_km from public.service_bookings where id = ${String(booking['id'])}`;
  assert.equal(row?.['odometer_km'], 12_450, 'the odometer of the booking is the one that the shop has read');
  booking = await book({ items: cart('foam-wash-polish'), expected_total: 349 });
  await step('assigned');
  assert.equal((await step('inspecting'))['status'], 'inspecting');
});

test('the mechanic reads what the customer wrote before the work begins', async () => {
  await step('assigned');
  assert.equal((await call(sagar, 'get_job', { booking: booking['id'] }))['notes'], 'Squeals from behind  when slow');
  const { job } = await mark(checkIn);
  assert.equal(job['notes'], 'Squeals from behind  when slow');
});

test('the odometer is required, but not for a wash or for a battery at the gate', async () => {
  await step('assigned');
  assert.equal(await problem(mark({ kind: 'check_in', fuel: 1 })), 'PT422 odometer_km');
  for (const wrong of [{ odometer_km: 300_001 }, { odometer_km: 'many' }, { odometer_km: -1 }])
    assert.equal(await problem(mark({ ...checkIn, ...wrong })), 'PT422 odometer_km');
  for (const [changes, required] of [
    [{ items: cart('foam-wash-polish'), expected_total: 349 }, false],
    [{ items: cart('battery-replacement'), expected_total: 2199 }, true],
    [{ items: cart('battery-replacement'), expected_total: 2199, mode: 'doorstep' }, false],
  ] as const) {
    booking = await book({ ...changes, date: '2026-11-24' });
    const job = await call(boss, 'get_job', { booking: booking['id'] });
    assert.equal(job['odometer_required'], required, JSON.stringify(changes));
  }
});

test('a mark counts once, and of two marks for a point the later one counts', async () => {
  await step('assigned');
  await mark(checkIn);
  const id = randomUUID();
  const pads = { kind: 'point', point: 'front-pads', state: 'due_later', value: 2.4, note: 'Soon' };
  assert.equal((await mark({ ...pads, id }, sagar, '2026-11-24T12:10:00+05:30')).outcome, 'applied');
  const again = await mark({ ...pads, id, state: 'ok' }, sagar, '2026-11-24T12:10:00+05:30');
  assert.equal(again.outcome, 'repeated');
  const state = (job: Job): unknown => job.inspection.find(({ point }) => point === 'front-pads')?.state;
  assert.equal(state(again.job), 'due_later');
  const late = await mark({ ...pads, state: 'due_now' }, boss, '2026-11-24T12:05:00+05:30');
  assert.deepEqual([late.outcome, state(late.job)], ['older', 'due_later']);
  const newer = await mark({ ...pads, state: 'due_now', value: 1.9 }, boss, '2026-11-24T12:15:00+05:30');
  assert.deepEqual([newer.outcome, state(newer.job)], ['applied', 'due_now']);
  const ahead = await mark({ ...pads, state: 'ok' }, sagar, '2026-12-24T12:15:00+05:30');
  assert.equal(ahead.outcome, 'applied', 'a clock that is ahead counts as now');
  assert.equal(
    (await mark({ ...pads, state: 'due_now' }, boss, tuesday, '2026-11-24T13:01:00+05:30')).outcome,
    'applied',
  );
});

test('open pages read a booking again when a point is marked, and not for a mark that counts no more', async () => {
  await step('assigned');
  await mark(checkIn);
  const signal = async (): Promise<unknown> =>
    (await db.sql`select changed_at from public.booking_signals where id = ${String(booking['id'])}`)[0]?.[
      'changed_at'
    ];
  const pads = { kind: 'point', point: 'front-pads', state: 'due_now', value: 1.2, id: randomUUID() };
  const before = await signal();
  await mark(pads);
  const marked = await signal();
  assert.notDeepEqual(marked, before);
  await mark(pads);
  await mark({ ...pads, id: randomUUID() }, sagar, '2026-11-24T12:05:00+05:30');
  assert.deepEqual(await signal(), marked);
});

test('what cannot be read is rejected with its field', async () => {
  await step('assigned');
  await mark(checkIn);
  const point = { kind: 'point', point: 'front-pads', state: 'ok' };
  for (const [wrong, code] of [
    [{ ...point, id: 'x' }, 'mark'],
    [{ ...point, kind: 'wish' }, 'mark'],
    [{ ...point, made_at: 'today' }, 'mark'],
    [{ ...point, point: 'wings' }, 'point'],
    [{ ...point, state: 'fine' }, 'point_state'],
    [{ ...point, value: '1e5' }, 'point_value'],
    [{ ...point, note: 'n'.repeat(301) }, 'point_note'],
    [{ ...checkIn, fuel: 5 }, 'fuel'],
    [{ ...checkIn, accessories: 'all' }, 'accessories'],
    [{ ...checkIn, accessories: Array.from({ length: 13 }, () => 'Key') }, 'accessories'],
    [{ ...checkIn, damage: 'd'.repeat(301) }, 'damage'],
    [{ ...checkIn, other_items: 'o'.repeat(201) }, 'other_items'],
  ] as const)
    assert.equal(await problem(mark(wrong)), `PT422 ${code}`);
});

test('a bike is ready only with every point checked, or with the reason', async () => {
  await step('assigned');
  await mark(checkIn);
  await step('in_service');
  await tickAll(db.sql);
  await step('quality_check');
  const { code, hint, detail } = await rejected(step('ready', { note: null }));
  assert.deepEqual([code, hint, detail], ['PT409', 'not_checked', '{"to": "ready", "left": 12}']);
  const { job } = await mark({ kind: 'point', point: 'chain', state: 'ok' });
  for (const { point, state } of job.inspection)
    if (state === 'not_checked') await mark({ kind: 'point', point, state: 'ok' });
  assert.equal((await step('ready', { note: null }))['status'], 'ready');
});

test('what the customer wrote is a line of the job card with an answer of its own, which its page shows at once', async () => {
  const told = async (): Promise<unknown> => (await call(owner, 'get_booking', { booking: booking['id'] }))['concerns'];
  const changed = async (): Promise<unknown> =>
    (await db.sql`select updated_at from public.service_bookings where id = ${String(booking['id'])}`)[0]?.[
      'updated_at'
    ];
  const wrote = { line: 1, label: 'Squeals from behind when slow', answer: null, answer_note: null };
  await step('assigned');
  assert.equal(await told(), null, 'before the check-in');
  await mark(checkIn);
  assert.deepEqual(await told(), [wrote]);
  await step('in_service');
  assert.deepEqual(await told(), [wrote]);
  const job = (await call(sagar, 'get_job', { booking: booking['id'] })) as Job;
  const [concern] = job.checklist;
  assert.deepEqual([concern?.label, concern?.is_concern], ['Squeals from behind when slow', true]);
  assert.equal(await problem(mark({ kind: 'concern', line: concern?.line, answer: 'maybe' })), 'PT422 concern_answer');
  assert.equal(await problem(mark({ kind: 'concern', line: 2, answer: 'not_found' })), 'PT422 lines');
  const before = await changed();
  await mark({ kind: 'concern', line: concern?.line, answer: 'found_see_line', note: 'Rear shoes' });
  assert.deepEqual(await told(), [{ ...wrote, answer: 'found_see_line', answer_note: 'Rear shoes' }]);
  assert.notDeepEqual(await changed(), before, 'its page reads again');
  await tickAll(db.sql);
  await step('quality_check');
  await step('ready');
  const seen = await call(owner, 'get_booking', { booking: booking['id'] });
  assert.deepEqual(
    (seen['checklist'] as JsonObject[])
      .filter((line) => line['is_concern'])
      .map((line) => [line['answer'], line['answer_note']]),
    [['found_see_line', 'Rear shoes']],
  );
});

test('a tick or an answer that was made earlier does not overwrite a later change', async () => {
  await step('assigned');
  await mark(checkIn);
  await step('in_service', { note: 'Points follow' });
  const early = '2026-11-24T13:05:00+05:30';
  const late = '2026-11-24T13:10:00+05:30';
  const [concern, line] = (await call(boss, 'get_job', { booking: booking['id'] }))['checklist'] as Job['checklist'];
  const tick = (done: boolean) => ({ kind: 'tick', line: line?.line, done });
  assert.equal((await mark(tick(true), boss, late, late)).outcome, 'applied');
  const missed = await mark(tick(false), sagar, early, late);
  assert.deepEqual([missed.outcome, missed.job.checklist[1]?.answer], ['older', null]);
  assert.equal((missed.job.checklist[1] as unknown as { done_at: string | null }).done_at === null, false);
  const reply = (answer: string) => ({ kind: 'concern', line: concern?.line, answer });
  assert.equal((await mark(reply('found_and_fixed'), boss, late, late)).outcome, 'applied');
  const other = await mark(reply('not_found'), sagar, early, late);
  assert.deepEqual([other.outcome, other.job.checklist[0]?.answer], ['older', 'found_and_fixed']);
});

test('the next service is written by a service from the check-in odometer, by an oil change for the oil, not by a wash', async () => {
  const next = async (slug: string, total: number, agreed?: string): Promise<unknown[]> => {
    booking = await book({ items: cart(slug), expected_total: total, odometer_km: 9000, time: '14:00' });
    if (agreed !== undefined)
      await db.sql`
        insert into public.extra_work (
          booking_id, item_id, name, reason, price, minutes, status, decided_by, decided_at, proposed_at, position
        ) values (
          ${String(booking['id'])}, ${agreed}, 'Found', 'Black and low', 999, 40, 'approved', 'customer', now(), now(), 1
        )`;
    await db.sql`update public.service_bookings set status = 'ready' where id = ${String(booking['id'])}`;
    await mark(checkIn, boss);
    await step('completed');
    const invoice = await call(owner, 'get_invoice', { booking: booking['id'] });
    return [invoice['odometer_km'], invoice['next_service'], invoice['next_oil_change']];
  };
  const due = { date: '2027-05-24', odometer_km: 17_450 };
  assert.deepEqual(await next('general-service', 1699), [12_450, due, null]);
  assert.deepEqual(await next('oil-change', 999), [12_450, null, due]);
  assert.deepEqual(await next('foam-wash-polish', 349), [12_450, null, null]);
  assert.deepEqual(await next('foam-wash-polish', 349, 'oil-change'), [12_450, null, due]);
});

test('a mechanic works on own jobs and on those without a mechanic, and reads the number from assigned to ready', async () => {
  const key = { booking: booking['id'] };
  assert.equal((await call(sagar, 'get_job', key))['phone'], null);
  assert.equal((await call(boss, 'get_job', key))['phone'], '+919000000012');
  await step('assigned');
  assert.equal((await call(sagar, 'get_job', key))['phone'], '+919000000012');
  assert.equal(await problem(call(ravi, 'get_job', key)), 'PT404 not_found');
  assert.equal(await problem(mark(checkIn, ravi)), 'PT404 not_found');
  assert.equal(await problem(call(owner, 'get_job', key)), 'PT403 forbidden');
  assert.equal(await problem(mark(checkIn, owner)), 'PT403 forbidden');
  const list = async (as: Actor): Promise<number> => ((await call(as, 'list_jobs', {})) as unknown as unknown[]).length;
  assert.deepEqual([await list(sagar), await list(ravi), await list(boss)], [1, 0, 1]);
  await db.sql`update public.staff set duty = 'accountant' where user_id = ${(sagar as { user: string }).user}`;
  assert.equal(await problem(call(sagar, 'get_job', key)), 'PT403 forbidden');
  await db.sql`update public.staff set duty = 'mechanic' where user_id = ${(sagar as { user: string }).user}`;
});

test('what the floor reads as the bill adds up to what is left to pay', async () => {
  booking = await book({ coupon: 'WEEKDAY10', expected_total: 1530 });
  await step('assigned');
  await mark(checkIn);
  await mark({
    kind: 'part',
    part: { kind: 'battery_back', name: 'Old battery', hsn: '85071000', quantity: 1, price: 300 },
  });
  await call(boss, 'record_payment', { booking: booking['id'], amount: 500, method: 'cash' });
  const { bill, due } = await call(boss, 'get_job', { booking: booking['id'] });
  const nothing = { fee_off: 0, changed: 0, fee: 0, carried: 0, credit: 0 };
  assert.deepEqual(bill, { ...nothing, coupon: 'WEEKDAY10', discount: 169, paid: 500 });
  assert.equal(due, 1699 - 169 - 300 - 500);
});

test('a job that is sent late in the order it was done arrives whole, each mark once', async () => {
  await step('assigned');
  const marks: JsonObject[] = [
    checkIn,
    { kind: 'point', point: 'rear-pads', state: 'due_now', value: 1.2 },
    { kind: 'propose', items: [{ item: 'brake-pad-replacement', reason: 'Worn to 1.2 mm', urgency: 'due_now' }] },
  ].map((what, index) => ({ ...what, id: randomUUID(), made_at: `2026-11-24T12:0${index}:00+05:30` }));
  for (const each of [...marks, ...marks]) await mark(each);
  const job = (await call(sagar, 'get_job', { booking: booking['id'] })) as Job & { extra_work: JsonObject[] };
  assert.deepEqual(
    [job.status, job.extra_work.length, job.extra_work[0]?.['urgency']],
    ['awaiting_approval', 1, 'due_now'],
  );
});

test('a wrong handover code from the floor is counted and can be sent again with the right one', async () => {
  await db.sql`update public.service_bookings set status = 'ready' where id = ${String(booking['id'])}`;
  const [row] = await db.sql<{ code: string }[]>`
    select code from private.handover_codes where booking_id = ${String(booking['id'])}`;
  const code = row?.code ?? '';
  const wrong = String((Number(code) + 1) % 10_000).padStart(4, '0');
  const id = randomUUID();
  const refused = await mark({ kind: 'step', to_status: 'completed', handover_code: wrong, id }, boss);
  assert.equal((refused as unknown as JsonObject)['hint'], 'wrong_code');
  const done = await mark({ kind: 'step', to_status: 'completed', handover_code: code, id }, boss);
  assert.deepEqual([done.outcome, done.job.status], ['applied', 'completed']);
});

test('each mark tells the pages of staff that the job has changed, one that is sent again does not', async () => {
  await step('assigned');
  await mark(checkIn);
  const id = randomUUID();
  const point = { kind: 'point', point: 'front-pads', state: 'ok', id };
  const changedAt = async (): Promise<string> => {
    const [row] = await db.sql<{ at: string }[]>`
      select changed_at::text as at from public.booking_signals where id = ${String(booking['id'])}`;
    return row?.at ?? '';
  };
  const atCheckIn = await changedAt();
  await mark(point);
  const atPoint = await changedAt();
  assert.notEqual(atPoint, atCheckIn);
  await mark(point);
  assert.equal(await changedAt(), atPoint);
  await step('in_service');
  const before = await changedAt();
  await call(boss, 'tick_checklist', { booking: booking['id'], lines: [2], done: true });
  assert.notEqual(await changedAt(), before);
});
