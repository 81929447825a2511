import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { test } from 'node:test';
import { addStaff } from './add-staff.ts';
import { cart } from './booking-request.ts';
import { openInvoices, checkSums } from './invoiced-bookings.ts';
import { rejected, rejectionOf } from './open-database.ts';
import type { JsonObject } from './open-database.ts';
import { stepTo } from './workshop.ts';

const { db, boss, call, book, makeReady, complete, invoiceOf } = await openInvoices();
const sagar = await addStaff(db, 'mechanic');

const pads = { kind: 'part', name: 'Brake pads', make: 'Brembo', part_number: 'bp-12', hsn: '8714 10 90', quantity: 1 };
const oil = {
  kind: 'oil',
  name: 'Engine oil',
  make: 'Motul',
  grade: '15w-50',
  hsn: '27101972',
  quantity: 2.3,
  unit: 'litre',
};
const battery = { kind: 'battery_back', name: 'Old battery', hsn: '85071000', quantity: 1, price: 300 };

async function atWork(): Promise<JsonObject> {
  const booking = await book();
  await makeReady(booking, { status: 'in_service' });
  return booking;
}
const save = (booking: JsonObject, parts: unknown, as = boss): Promise<JsonObject> =>
  call('save_used_parts', { booking: booking['id'], parts }, as);
const toReady = (booking: JsonObject): Promise<JsonObject> =>
  call('set_booking_status', { booking: booking['id'], ...stepTo('ready') }, boss);

test('a bike whose work includes oil is not ready before brand, grade and litres are written down', async () => {
  const booking = await book();
  await makeReady(booking, { status: 'quality_check' });
  const job = await call('get_job', { booking: booking['id'] }, sagar);
  assert.deepEqual(job['missing_oil'], { litres: 2.2, grade: '15W-50 MA2' });
  const refused = await rejected(toReady(booking));
  assert.equal(`${refused.code} ${refused.hint}`, 'PT409 oil_missing');
  assert.deepEqual(JSON.parse(refused.detail ?? ''), job['missing_oil']);
  await save(booking, [oil]);
  await toReady(booking);
  assert.equal((await call('get_job', { booking: booking['id'] }, sagar))['missing_oil'], null);
  assert.equal(await rejectionOf(save(booking, [pads])), 'PT409 oil_missing', 'the oil stays on a bike that is ready');
});

test('oil is asked for of extra work that includes it, and of no other work', async () => {
  const booking = await book({ items: cart('foam-wash-polish'), expected_total: 349 });
  await makeReady(booking, { status: 'quality_check' });
  await toReady(booking);
  await makeReady(booking, { status: 'quality_check' });
  await db.sql`update public.extra_work set item_id = 'oil-change' where id = ${await agreedWork(booking, 999)}`;
  assert.equal(await rejectionOf(toReady(booking)), 'PT409 oil_missing');
});

/** Extra work of a booking that the customer agreed to. */
async function agreedWork(booking: JsonObject, price: number): Promise<string> {
  const [work] = await db.sql<{ id: string }[]>`
    insert into public.extra_work (booking_id, name, reason, price, minutes, status, decided_by, proposed_at, decided_at, position)
    values (${String(booking['id'])}, 'Front pads', 'Worn', ${price}, 30, 'approved', 'customer', now(), now(), 1) returning id`;
  return work?.id ?? '';
}

test('what was used stands on the job card and the invoice; the bill stays what was agreed', async () => {
  const booking = await atWork();
  await save(booking, [oil, { ...pads, price: 450 }]);
  const { used_parts } = await call('get_booking', { booking: booking['id'] }, boss);
  assert.deepEqual(
    (used_parts as JsonObject[]).map(({ name, grade, quantity, hsn, price }) => [name, grade, quantity, hsn, price]),
    [
      ['Engine oil', '15W-50', 2.3, '27101972', 0],
      ['Brake pads', null, 1, '87141090', 450],
    ],
  );
  await makeReady(booking);
  await complete(booking);
  const invoice = await invoiceOf(booking);
  assert.deepEqual(
    invoice.lines.map((line) => [line.description, line.sac, line.quantity, line.total_paise]),
    [
      ['Engine Oil Change', '998714', 1, 54_900],
      ['Engine oil, Motul 15W-50, included', '27101972', 2.3, 0],
      ['Brake pads, Brembo, BP-12', '87141090', 1, 45_000],
    ],
  );
  assert.equal(invoice.total, 999);
  checkSums(invoice);
});

test('a part of extra work is billed out of the price that the customer agreed to', async () => {
  const booking = await atWork();
  const part = { ...pads, extra_work_id: await agreedWork(booking, 600) };
  assert.equal(await rejectionOf(save(booking, [{ ...part, price: 601 }])), 'PT422 part_price');
  await save(booking, [{ ...part, price: 450 }]);
  await makeReady(booking);
  await complete(booking);
  const invoice = await invoiceOf(booking);
  assert.deepEqual(
    invoice.lines.map(({ description, total_paise }) => [description, total_paise]),
    [
      ['Engine Oil Change', 99_900],
      ['Front pads', 15_000],
      ['Brake pads, Brembo, BP-12', 45_000],
    ],
  );
  checkSums(invoice);
});

test('the price of work is not lowered below its parts', async () => {
  const booking = await book({ approval_limit: 500 });
  await makeReady(booking, { status: 'in_service' });
  const line = await agreedWork(booking, 600);
  await save(booking, [{ ...pads, price: 450, extra_work_id: line }]);
  assert.equal(await rejectionOf(call('reprice_extra_work', { line, price: 449 }, boss)), 'PT422 part_price');
  await call('reprice_extra_work', { line, price: 450 }, boss);
});

test('work is not changed to some that costs less than the parts billed out of it', async () => {
  const booking = await book();
  await makeReady(booking, { status: 'in_service' });
  await save(booking, [{ ...pads, price: 900 }]);
  const change = (id: string): Promise<JsonObject> =>
    call('change_items', { booking: booking['id'], items: cart(id), expected_version: 0 }, boss);
  assert.equal(await rejectionOf(change('foam-wash-polish')), 'PT422 part_price');
  await save(booking, [{ ...pads, price: 100 }]);
  await change('foam-wash-polish');
});

test('a customer is not asked for other work that costs less than the parts billed out of it', async () => {
  const booking = await book({ approval_limit: 0 });
  await makeReady(booking, { status: 'in_service' });
  await save(booking, [{ ...pads, price: 900 }]);
  const items = cart('foam-wash-polish', 'air-filter', 'rust-underbody', 'extended-warranty');
  const ask = (): Promise<JsonObject> =>
    call('change_items', { booking: booking['id'], items, expected_version: 0, ask: true }, boss);
  const question = async (): Promise<unknown> =>
    (await call('get_booking', { booking: booking['id'] }, boss))['item_question'];
  assert.equal(await rejectionOf(ask()), 'PT422 part_price', 'the add-ons cost enough, the package does not');
  assert.equal(await question(), null);
  await save(booking, [{ ...pads, price: 100 }]);
  assert.equal((await ask())['needs_yes'], true);
  assert.notEqual(await question(), null);
});

test('parts of work that the customer declines at its new price are the shop’s own', async () => {
  const booking = await book({ approval_limit: 0 });
  await makeReady(booking, { status: 'in_service' });
  const line = await agreedWork(booking, 600);
  await save(booking, [{ ...pads, price: 450, extra_work_id: line }]);
  await call('reprice_extra_work', { line, price: 900 }, boss);
  await call('answer_extra_work', { line, answer: 'no', manage_token: booking['manage_token'] });
  const { used_parts } = await call('get_booking', { booking: booking['id'] }, boss);
  assert.deepEqual(
    (used_parts as JsonObject[]).map(({ price, extra_work_id }) => [price, extra_work_id]),
    [[0, null]],
  );
});

test('a battery taken back is taken off the bill', async () => {
  const booking = await atWork();
  await save(booking, [battery]);
  await makeReady(booking);
  await complete(booking);
  const invoice = await invoiceOf(booking);
  assert.equal(invoice.total, 699);
  assert.equal(invoice.lines.at(-1)?.description, 'Old battery, taken back, Rs 300 off');
  checkSums(invoice);
});

test('the list is saved as a whole, while the bike is with us', async () => {
  const booking = await atWork();
  await save(booking, [oil, pads]);
  const { used_parts } = await save(booking, [pads]);
  assert.equal((used_parts as unknown[]).length, 1);
  await makeReady(booking);
  await complete(booking);
  assert.equal(await rejectionOf(save(booking, [oil])), 'PT409 not_at_work');
  assert.equal(await rejectionOf(save(await book(), [oil])), 'PT409 not_at_work');
});

test('wrong lines are refused and leave the list as it was', async () => {
  const booking = await atWork();
  await save(booking, [oil]);
  for (const [part, hint] of [
    [{ ...pads, kind: 'thing' }, 'part_kind'],
    [{ ...pads, name: 'x' }, 'part_name'],
    [{ ...pads, grade: '10W-30' }, 'part_name'],
    [{ ...pads, make: '' }, 'part_make'],
    [{ ...oil, make: '' }, 'part_make'],
    [{ ...oil, grade: '' }, 'part_grade'],
    [{ ...pads, hsn: '87083000' }, 'part_hsn'],
    [{ ...pads, hsn: 'abc' }, 'part_hsn'],
    [{ ...pads, quantity: 0 }, 'part_quantity'],
    [{ ...pads, price: -1 }, 'part_price'],
    [{ ...pads, price: 1000 }, 'part_price'],
    [{ ...battery, price: 0 }, 'part_price'],
    [{ ...battery, price: 1200 }, 'part_price'],
    [{ ...pads, extra_work_id: '0f0f0f0f-0f0f-4f0f-8f0f-0f0f0f0f0f0f' }, 'part_work'],
  ] as [JsonObject, string][])
    assert.equal(await rejectionOf(save(booking, [part])), `PT422 ${hint}`);
  assert.equal(await rejectionOf(save(booking, 'x')), 'PT422 parts');
  const left = await db.sql`select name from public.used_parts where booking_id = ${String(booking['id'])}`;
  assert.deepEqual(
    left.map(({ name }) => name as string),
    ['Engine oil'],
  );
});

const mark = (booking: JsonObject, entry: JsonObject, as = boss): Promise<JsonObject> =>
  call(
    'mark_job',
    { booking: booking['id'], mark: { id: randomUUID(), made_at: '2026-11-23T04:00:00Z', kind: 'part', ...entry } },
    as,
  );
const partsOf = (answer: JsonObject): (string | number)[][] =>
  (answer['job'] as { used_parts: { position: number; name: string }[] }).used_parts.map(({ position, name }) => [
    position,
    name,
  ]);

test('a phone adds and takes off single parts, so that two people overwrite nothing', async () => {
  const booking = await atWork();
  await mark(booking, { part: oil });
  assert.deepEqual(partsOf(await mark(booking, { part: pads }, sagar)), [
    [1, 'Engine oil'],
    [2, 'Brake pads'],
  ]);
  const again = { id: randomUUID(), part: battery };
  await mark(booking, again);
  assert.equal((await mark(booking, again))['outcome'], 'repeated');
  assert.deepEqual(partsOf(await mark(booking, { off: 1, name: 'Engine oil' })), [
    [2, 'Brake pads'],
    [3, 'Old battery'],
  ]);
  assert.equal(partsOf(await mark(booking, { off: 2, name: 'Engine oil' })).length, 2, 'another part by now');
  assert.equal(await rejectionOf(mark(booking, { part: { ...pads, price: 1000 } })), 'PT422 part_price');
  assert.equal(await rejectionOf(mark(booking, {})), 'PT422 part_kind');
  assert.equal(await rejectionOf(mark(await book(), { part: oil })), 'PT409 not_at_work');
});

test('the invoice names the unit of goods, and services have none', async () => {
  const booking = await atWork();
  await save(booking, [oil, pads]);
  await makeReady(booking);
  await complete(booking);
  const { lines } = (await invoiceOf(booking)) as { lines: { unit?: string | null }[] };
  assert.deepEqual(
    lines.map(({ unit }) => unit),
    [null, 'litre', 'piece'],
  );
});

test('the floor and the desk write parts down, accountants do not', async () => {
  const booking = await atWork();
  await save(booking, [oil], sagar);
  assert.equal(await rejectionOf(save(booking, [oil], await addStaff(db, 'accountant'))), 'PT403 forbidden');
});
