import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { test } from 'node:test';
import type { CreditNote } from '@twostroke/shared/contracts/answers/invoice';
import { addStaff } from './add-staff.ts';
import { cart } from './booking-request.ts';
import { openInvoices } from './invoiced-bookings.ts';
import { rejected } from './open-database.ts';
import type { JsonObject } from './open-database.ts';
import { clearPayments } from './payment-events.ts';

const { db, boss, call, book, makeReady, complete, invoiceOf } = await openInvoices();

async function completed(changes: JsonObject = {}): Promise<JsonObject> {
  const booking = await book({ items: cart('general-service', 'extended-warranty'), expected_total: 2048, ...changes });
  await makeReady(booking);
  await complete(booking);
  return booking;
}
function credit(booking: JsonObject, changes: JsonObject = {}, as = boss): Promise<JsonObject> {
  const note = { request_id: randomUUID(), lines: [{ line: 1, rupees: 200 }], reason: 'The pad was faulty' };
  return call('issue_credit_note', { booking: booking['id'], ...note, ...changes }, as);
}
const code = async (work: Promise<unknown>): Promise<string> => {
  const { code: status, hint, detail } = await rejected(work);
  return [status, hint, detail].filter(Boolean).join(' ');
};

test('a credit note refers to the invoice, has its own number and equal halves of tax', async () => {
  const booking = await completed();
  const lines = [
    { line: 1, rupees: 200 },
    { line: 2, rupees: 349 },
  ];
  await credit(booking, { lines });
  const { credit_notes, total, number } = await invoiceOf(booking);
  const [note] = credit_notes as CreditNote[];
  assert.deepEqual(
    [note?.number, note?.invoice_number, note?.total, note?.reason, total],
    ['CN/26-27/000001', number, 549, 'The pad was faulty', 2048],
  );
  const half = Math.round((549 * 900) / 118);
  assert.deepEqual([note?.cgst_paise, note?.sgst_paise, note?.taxable_paise], [half, half, 54_900 - 2 * half]);
  for (const line of note?.lines ?? []) {
    assert.equal(line.cgst_paise, line.sgst_paise);
    assert.equal(line.taxable_paise + 2 * line.cgst_paise, line.total_paise);
  }
});

test('what was paid beyond is refunded', async () => {
  const booking = await book({ items: cart('general-service', 'extended-warranty'), expected_total: 2048 });
  await makeReady(booking);
  await call('record_payment', { booking: booking['id'], amount: 2048, method: 'cash' }, boss);
  await complete(booking);
  const answer = await credit(booking);
  const { payment } = answer as { payment: { due: number; refunds: { amount_paise?: number; rupees?: number }[] } };
  assert.equal(payment.due, 0);
  const [refund] =
    await db.sql`select amount_paise, reason from public.refunds where booking_id = ${String(booking['id'])}`;
  assert.deepEqual({ ...refund }, { amount_paise: 20_000, reason: 'overpaid' });
  await clearPayments(db.sql);
});

test('numbers have no gap, also after a rejected one, and repeating a request issues one only', async () => {
  const one = await completed();
  const request_id = randomUUID();
  await credit(one, { request_id });
  const again = await credit(one, { request_id });
  assert.equal((again['credit_notes'] as unknown[]).length, 1);
  assert.match(await code(credit(one, { lines: [{ line: 1, rupees: 1500 }] })), /^PT422 credit_amount .*1499/);
  await credit(one, { lines: [{ line: 1, rupees: 1499 }] });
  const numbers = await db.sql<{ number: string }[]>`select number from public.credit_notes order by serial`;
  assert.deepEqual(
    numbers.map(({ number }) => number),
    ['CN/26-27/000001', 'CN/26-27/000002'],
  );
});

test('a line, an amount, a reason and an invoice are needed', async () => {
  const booking = await completed();
  for (const lines of [[], null, [{ line: 3, rupees: 1 }], [{ line: 0, rupees: 1 }], 'x'])
    assert.equal(await code(credit(booking, { lines })), 'PT422 credit_lines');
  const twice = [
    { line: 1, rupees: 1 },
    { line: 1, rupees: 1 },
  ];
  assert.equal(await code(credit(booking, { lines: twice })), 'PT422 credit_lines');
  for (const rupees of [0, -5, 1700])
    assert.match(await code(credit(booking, { lines: [{ line: 1, rupees }] })), /credit_amount/);
  assert.equal(await code(credit(booking, { reason: ' x ' })), 'PT422 credit_reason');
  assert.equal(await code(credit(await book())), 'PT404 no_invoice');
});

test('only owners and accountants issue one, and nobody changes or deletes it', async () => {
  const booking = await completed();
  for (const duty of ['desk', 'foreman', 'mechanic'] as const)
    assert.equal(await code(credit(booking, {}, await addStaff(db, duty))), 'PT403 forbidden');
  await credit(booking, {}, await addStaff(db, 'accountant'));
  for (const statement of ['update public.credit_notes set total = 1', 'delete from public.credit_notes'])
    assert.match((await rejected(db.sql.unsafe(statement))).message, /never changed or deleted/);
});
