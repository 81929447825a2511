import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { test } from 'node:test';
import { addStaff } from './add-staff.ts';
import { cart } from './booking-request.ts';
import { checkSums, openInvoices } from './invoiced-bookings.ts';
import { rejected, rejectionOf } from './open-database.ts';
import type { JsonObject } from './open-database.ts';
import { clearPayments } from './payment-events.ts';

const { db, boss, call, book, makeReady, complete, invoiceOf, invoiced } = await openInvoices();

async function completed(): Promise<JsonObject> {
  const booking = await book({ items: cart('general-service', 'extended-warranty'), expected_total: 2048 });
  await makeReady(booking);
  await complete(booking);
  return booking;
}
const replace = (booking: JsonObject, more: JsonObject = {}, as = boss): Promise<JsonObject> =>
  call(
    'replace_invoice',
    { booking: booking['id'], request_id: randomUUID(), reason: 'The firm was left out', ...more },
    as,
  );

test('a new invoice follows a credit note over the whole, with the next number and the first warranty', async () => {
  const booking = await completed();
  const before = await invoiceOf(booking);
  await replace(booking, { name: 'Kale Motors', gstin: '27AAPFU0939F1ZV' });
  const invoice = await invoiceOf(booking);
  const [note] = invoice['credit_notes'] as { total: number; invoice_number: string }[];
  const [earlier] = invoice['earlier'] as { number: string; customer: JsonObject }[];
  assert.deepEqual(
    [before.number, note?.invoice_number, note?.total, earlier?.number, invoice.number],
    ['TS/26-27/000001', 'TS/26-27/000001', 2048, 'TS/26-27/000001', 'TS/26-27/000002'],
  );
  assert.deepEqual(invoice['replaces'], { number: before.number, date: before['date'] });
  assert.deepEqual(
    [
      (invoice['customer'] as JsonObject)['name'],
      (invoice['customer'] as JsonObject)['gstin'],
      earlier?.customer['name'],
    ],
    ['Kale Motors', '27AAPFU0939F1ZV', 'Asha Kulkarni'],
  );
  assert.equal(invoice.total, 2048);
  assert.equal(invoice['warranty_until'], before['warranty_until']);
  checkSums(invoice);
});

test('what was credited before is not credited twice, and a lower bill is refunded', async () => {
  const booking = await book({ items: cart('general-service', 'extended-warranty'), expected_total: 2048 });
  await makeReady(booking);
  await call('record_payment', { booking: booking['id'], amount: 2048, method: 'cash' }, boss);
  await complete(booking);
  const lines = [{ line: 1, rupees: 200 }];
  await call('issue_credit_note', { booking: booking['id'], request_id: randomUUID(), lines, reason: 'Faulty' }, boss);
  const { payment } = (await replace(booking, { final_price: 1800 })) as { payment: { due: number; total: number } };
  assert.deepEqual([payment.total, payment.due], [1800, 0]);
  const { credit_notes, total } = await invoiceOf(booking);
  assert.deepEqual([(credit_notes as { total: number }[]).map((note) => note.total), total], [[200, 1848], 1800]);
  const [refunds] = await db.sql<{ sum: number }[]>`
    select sum(amount_paise)::int from public.refunds where booking_id = ${String(booking['id'])}`;
  assert.equal(refunds?.sum, 24_800);
  await clearPayments(db.sql);
});

test('the same request replaces once, numbers have no gap, and a replaced one is not credited any more', async () => {
  const booking = await completed();
  const request_id = randomUUID();
  assert.equal((await replace(booking, { request_id }))['number'], 'TS/26-27/000002');
  assert.equal((await replace(booking, { request_id }))['number'], 'TS/26-27/000002');
  assert.equal(await rejectionOf(replace(booking, { final_price: 5000 })), 'PT409 not_agreed');
  assert.equal((await replace(booking))['number'], 'TS/26-27/000003');
  const numbers = await db.sql<{ number: string }[]>`select number from public.invoices order by serial`;
  assert.deepEqual(
    numbers.map(({ number }) => number.slice(-1)),
    ['1', '2', '3'],
  );
});

test('wrong input, other duties and bookings without an invoice are refused', async () => {
  const booking = await completed();
  for (const [more, hint] of [
    [{ gstin: '27' }, 'gstin'],
    [{ name: '!' }, 'name'],
    [{ reason: 'x' }, 'credit_reason'],
    [{ request_id: 'x' }, 'request'],
    [{ final_price: -1 }, 'final_price'],
  ] as [JsonObject, string][])
    assert.equal(await rejectionOf(replace(booking, more)), `PT422 ${hint}`);
  assert.equal(await rejectionOf(replace(booking, {}, await addStaff(db, 'desk'))), 'PT403 forbidden');
  assert.equal(await rejectionOf(replace(await book())), 'PT404 no_invoice');
});

test('the table itself keeps one chain: no second first invoice, none in place of one that still counts', async () => {
  const booking = await completed();
  const add = (replaces: string | null): Promise<unknown> => db.sql`
    insert into public.invoices (booking_id, number, financial_year, serial, issued_at, total, data, replaces)
    values (${String(booking['id'])}, 'X', '26-27', 9, now(), 1, '{}', ${replaces})`;
  const [first] = await db.sql<{ id: string }[]>`select id from public.invoices`;
  assert.match((await rejected(add(null))).message, /invoices_first/);
  assert.match((await rejected(add(first?.id ?? ''))).message, /replaced only after credit notes/);
});

test('an invoice is immutable and remains when its booking is deleted', async () => {
  const { number } = await invoiced({});
  for (const change of [
    `update public.invoices set total = 1`,
    `update public.invoices set booking_id = null, total = 1`,
    `update public.invoices set data = '{}'`,
    `delete from public.invoices`,
  ]) {
    await assert.rejects(db.sql.unsafe(change), /never changed/, change);
  }
  await db.sql`delete from public.service_bookings`;
  const [left] = await db.sql`select number, booking_id from public.invoices`;
  assert.deepEqual([left?.['number'], left?.['booking_id']], [number, null]);
});
