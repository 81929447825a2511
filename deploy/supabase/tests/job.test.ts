import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { test } from 'node:test';
import { cart } from './booking-request.ts';
import { rejected, rejectionOf } from './open-database.ts';
import type { Actor, JsonObject } from './open-database.ts';
import { checkIn, openJob, type FloorJob, type FloorPoint } from './open-job.ts';
import { tickAll } from './workshop.ts';

/* A job on the floor: check-in, inspection, what the customer wrote, and what it comes to. */
const { db, owner, boss, sagar, ravi, booked, call, book, step, mark } = await openJob();

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
  const seen = await call(owner, 'get_booking', { booking: booked.id });
  assert.equal((seen['check_in'] as JsonObject)['odometer_km'], 12_450);
  assert.equal((seen['inspection'] as FloorPoint[]).length, 12);
});

test('before the check-in the job has its points and job card as planned, and a phone without a network works by them', async () => {
  await step('assigned');
  const read = async (): Promise<FloorJob> => (await call(sagar, 'get_job', { booking: booked.id })) as FloorJob;
  const planned = await read();
  assert.equal(planned.inspection.length, 12);
  assert.ok((planned['offers'] as JsonObject[]).some(({ item_id }) => item_id === 'brake-pad-replacement'));
  const [concern, line] = planned.checklist;
  assert.deepEqual([concern?.is_concern, line?.line], [true, 2]);
  assert.deepEqual((await mark(checkIn)).job.inspection, planned.inspection);
  for (const { point } of planned.inspection) await mark({ kind: 'point', point, state: 'ok' });
  assert.deepEqual((await read()).checklist, planned.checklist);
  // Its customer reads only what was looked at.
  assert.deepEqual((await call(owner, 'get_booking', { booking: booked.id }))['checklist'], []);
  const { job } = await mark({ kind: 'step', to_status: 'in_service' });
  assert.deepEqual(job.checklist, planned.checklist);
  const other = { kind: 'tick', line: 2, label: 'What had this number before', done: true };
  assert.equal(await rejectionOf(mark(other)), 'PT422 lines');
  assert.equal((await mark({ ...other, label: line?.label })).outcome, 'applied');
});

test('no inspection begins without a check-in, but that of a bike whose work needs no odometer', async () => {
  await step('assigned');
  assert.equal(await rejectionOf(step('inspecting')), 'PT409 not_checked_in');
  await mark(checkIn);
  const [row] = await db.sql`select odometer_km from public.service_bookings where id = ${booked.id}`;
  assert.equal(row?.['odometer_km'], 12_450, 'the odometer of the booking is the one that the shop has read');
  await book({ items: cart('foam-wash-polish'), expected_total: 349 });
  await step('assigned');
  assert.equal((await step('inspecting'))['status'], 'inspecting');
});

test('the mechanic reads what the customer wrote before the work begins', async () => {
  await step('assigned');
  assert.equal((await call(sagar, 'get_job', { booking: booked.id }))['notes'], 'Squeals from behind  when slow');
  const { job } = await mark(checkIn);
  assert.equal(job['notes'], 'Squeals from behind  when slow');
});

test('the odometer is required, but not for a wash or for a battery at the gate', async () => {
  await step('assigned');
  assert.equal(await rejectionOf(mark({ kind: 'check_in', fuel: 1 })), 'PT422 odometer_km');
  for (const wrong of [{ odometer_km: 300_001 }, { odometer_km: 'many' }, { odometer_km: -1 }])
    assert.equal(await rejectionOf(mark({ ...checkIn, ...wrong })), 'PT422 odometer_km');
  for (const [changes, required] of [
    [{ items: cart('foam-wash-polish'), expected_total: 349 }, false],
    [{ items: cart('battery-replacement'), expected_total: 2199 }, true],
    [{ items: cart('battery-replacement'), expected_total: 2199, mode: 'doorstep' }, false],
  ] as const) {
    await book({ ...changes, date: '2026-11-24' });
    const job = await call(boss, 'get_job', { booking: booked.id });
    assert.equal(job['odometer_required'], required, JSON.stringify(changes));
  }
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
  const told = async (): Promise<unknown> => (await call(owner, 'get_booking', { booking: booked.id }))['concerns'];
  const changed = async (): Promise<unknown> =>
    (await db.sql`select updated_at from public.service_bookings where id = ${booked.id}`)[0]?.['updated_at'];
  const wrote = { line: 1, label: 'Squeals from behind when slow', answer: null, answer_note: null };
  await step('assigned');
  assert.equal(await told(), null, 'before the check-in');
  await mark(checkIn);
  assert.deepEqual(await told(), [wrote]);
  await step('in_service');
  assert.deepEqual(await told(), [wrote]);
  const job = (await call(sagar, 'get_job', { booking: booked.id })) as FloorJob;
  const [concern] = job.checklist;
  assert.deepEqual([concern?.label, concern?.is_concern], ['Squeals from behind when slow', true]);
  assert.equal(
    await rejectionOf(mark({ kind: 'concern', line: concern?.line, answer: 'maybe' })),
    'PT422 concern_answer',
  );
  assert.equal(await rejectionOf(mark({ kind: 'concern', line: 2, answer: 'not_found' })), 'PT422 lines');
  const before = await changed();
  await mark({ kind: 'concern', line: concern?.line, answer: 'found_see_line', note: 'Rear shoes' });
  assert.deepEqual(await told(), [{ ...wrote, answer: 'found_see_line', answer_note: 'Rear shoes' }]);
  assert.notDeepEqual(await changed(), before, 'its page reads again');
  await tickAll(db.sql);
  await step('quality_check');
  await step('ready');
  const seen = await call(owner, 'get_booking', { booking: booked.id });
  assert.deepEqual(
    (seen['checklist'] as JsonObject[])
      .filter((line) => line['is_concern'])
      .map((line) => [line['answer'], line['answer_note']]),
    [['found_see_line', 'Rear shoes']],
  );
});

test('the next service is written by a service from the check-in odometer, by an oil change for the oil, not by a wash', async () => {
  const next = async (slug: string, total: number, agreed?: string): Promise<unknown[]> => {
    await book({ items: cart(slug), expected_total: total, odometer_km: 9000, time: '14:00' });
    if (agreed !== undefined)
      await db.sql`
        insert into public.extra_work (
          booking_id, item_id, name, reason, price, minutes, status, decided_by, decided_at, proposed_at, position
        ) values (
          ${booked.id}, ${agreed}, 'Found', 'Black and low', 999, 40, 'approved', 'customer', now(), now(), 1
        )`;
    await db.sql`update public.service_bookings set status = 'ready' where id = ${booked.id}`;
    await mark(checkIn, boss);
    await step('completed');
    const invoice = await call(owner, 'get_invoice', { booking: booked.id });
    return [invoice['odometer_km'], invoice['next_service'], invoice['next_oil_change']];
  };
  const due = { date: '2027-05-24', odometer_km: 17_450 };
  assert.deepEqual(await next('general-service', 1699), [12_450, due, null]);
  assert.deepEqual(await next('oil-change', 999), [12_450, null, due]);
  assert.deepEqual(await next('foam-wash-polish', 349), [12_450, null, null]);
  assert.deepEqual(await next('foam-wash-polish', 349, 'oil-change'), [12_450, null, due]);
});

test('a mechanic works on own jobs and on those without a mechanic, and reads the number from assigned to ready', async () => {
  const key = { booking: booked.id };
  assert.equal((await call(sagar, 'get_job', key))['phone'], null);
  assert.equal((await call(boss, 'get_job', key))['phone'], '+919000000012');
  await step('assigned');
  assert.equal((await call(sagar, 'get_job', key))['phone'], '+919000000012');
  assert.equal(await rejectionOf(call(ravi, 'get_job', key)), 'PT404 not_found');
  assert.equal(await rejectionOf(mark(checkIn, ravi)), 'PT404 not_found');
  assert.equal(await rejectionOf(call(owner, 'get_job', key)), 'PT403 forbidden');
  assert.equal(await rejectionOf(mark(checkIn, owner)), 'PT403 forbidden');
  const list = async (as: Actor): Promise<number> => ((await call(as, 'list_jobs', {})) as unknown as unknown[]).length;
  assert.deepEqual([await list(sagar), await list(ravi), await list(boss)], [1, 0, 1]);
  await db.sql`update public.staff set duty = 'accountant' where user_id = ${(sagar as { user: string }).user}`;
  assert.equal(await rejectionOf(call(sagar, 'get_job', key)), 'PT403 forbidden');
  await db.sql`update public.staff set duty = 'mechanic' where user_id = ${(sagar as { user: string }).user}`;
});

test('what the floor reads as the bill adds up to what is left to pay', async () => {
  await book({ coupon: 'WEEKDAY10', expected_total: 1530 });
  await step('assigned');
  await mark(checkIn);
  await mark({
    kind: 'part',
    part: { kind: 'battery_back', name: 'Old battery', hsn: '85071000', quantity: 1, price: 300 },
  });
  await call(boss, 'record_payment', { booking: booked.id, amount: 500, method: 'cash' });
  const { bill, due } = await call(boss, 'get_job', { booking: booked.id });
  const nothing = { fee_off: 0, changed: 0, fee: 0, carried: 0, credit: 0 };
  assert.deepEqual(bill, { ...nothing, coupon: 'WEEKDAY10', discount: 169, paid: 500 });
  assert.equal(due, 1699 - 169 - 300 - 500);
});

test('a wrong handover code from the floor is counted and can be sent again with the right one', async () => {
  await db.sql`update public.service_bookings set status = 'ready' where id = ${booked.id}`;
  const [row] = await db.sql<{ code: string }[]>`
    select code from private.handover_codes where booking_id = ${booked.id}`;
  const code = row?.code ?? '';
  const wrong = String((Number(code) + 1) % 10_000).padStart(4, '0');
  const id = randomUUID();
  const refused = await mark({ kind: 'step', to_status: 'completed', handover_code: wrong, id }, boss);
  assert.equal((refused as unknown as JsonObject)['hint'], 'wrong_code');
  const done = await mark({ kind: 'step', to_status: 'completed', handover_code: code, id }, boss);
  assert.deepEqual([done.outcome, done.job.status], ['applied', 'completed']);
});
