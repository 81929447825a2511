import assert from 'node:assert/strict';
import { after, beforeEach } from 'node:test';
import { bookingRequest, mondayMorning } from './booking-request.ts';
import { openDatabase, rpc } from './open-database.ts';
import type { Actor, JsonObject } from './open-database.ts';
import { clearInvoices } from './payment-events.ts';
import { stepTo } from './workshop.ts';

interface Line {
  description: string;
  sac: string;
  quantity: number;
  gross_paise: number;
  discount_paise: number;
  taxable_paise: number;
  cgst_paise: number;
  sgst_paise: number;
  igst_paise: number;
  total_paise: number;
}
type Invoice = JsonObject & {
  number: string;
  lines: Line[];
  total: number;
  taxable_paise: number;
  cgst_paise: number;
  sgst_paise: number;
  igst_paise: number;
};

/** A day of the bookings: no bill is written before it. */
export const wednesdayNoon = '2026-11-25T12:00:00+05:30';

/** Asserts that the lines add up to the total, to the paisa, and that each line is consistent. */
export function checkSums(invoice: Invoice): void {
  const sum = (key: keyof Line): number => invoice.lines.reduce((total, line) => total + Number(line[key]), 0);
  for (const key of ['taxable_paise', 'cgst_paise', 'sgst_paise', 'igst_paise', 'total_paise'] as const)
    assert.equal(sum(key), invoice[key], key);
  assert.equal(invoice['total_paise'], invoice.total * 100);
  assert.equal(sum('gross_paise') - sum('discount_paise'), invoice.total * 100);
  for (const line of invoice.lines) {
    const { taxable_paise, cgst_paise, sgst_paise, igst_paise, total_paise } = line;
    assert.equal(taxable_paise + cgst_paise + sgst_paise + igst_paise, total_paise, line.description);
    assert.equal(cgst_paise, sgst_paise, line.description);
    // Both halves are rounded, and the lines add up.
    assert.ok(Math.abs(taxable_paise - (total_paise * 100) / 118) <= 2, line.description);
    for (const key of ['taxable_paise', 'cgst_paise', 'sgst_paise', 'igst_paise', 'discount_paise'] as const)
      assert.ok(line[key] >= 0, `${line.description} ${key}`);
  }
}

/** A database without invoices at the start of each test of the file, and functions that issue them. */
export async function openInvoices() {
  const db = await openDatabase({ connections: 20 });
  const boss = { user: await db.addUser('boss@example.com') };
  await db.sql`select public.make_owner(${boss.user})`;

  beforeEach(async () => {
    await clearInvoices(db.sql);
    await db.sql`delete from public.service_bookings`;
  });
  after(() => db.close());

  const call = (name: string, args: JsonObject, as: Actor = 'anon', at = mondayMorning): Promise<JsonObject> =>
    db.keep({ as, at }, (tx) => rpc(tx, name, args));
  const book = (changes: JsonObject = {}): Promise<JsonObject> =>
    call('create_booking', { request: bookingRequest(changes) });

  /** Takes a booking to the step before its end. */
  const makeReady = (booking: JsonObject, changes: JsonObject = {}): Promise<unknown> =>
    db.sql`update public.service_bookings set ${db.sql({ status: 'ready', ...changes })} where id = ${String(booking['id'])}`;

  /** Completes a booking that is ready. */
  const complete = (booking: JsonObject, more: JsonObject = {}, at = wednesdayNoon): Promise<JsonObject> =>
    call('set_booking_status', { booking: booking['id'], ...stepTo('completed'), ...more }, boss, at);

  /** The invoice as the customer reads it. */
  const invoiceOf = async (booking: JsonObject): Promise<Invoice> =>
    (await call('get_invoice', { booking: booking['id'], manage_token: booking['manage_token'] })) as Invoice;

  /** The invoice of a new booking that is completed at once. */
  async function invoiced(changes: JsonObject, more: JsonObject = {}, at = wednesdayNoon): Promise<Invoice> {
    const booking = await book(changes);
    await makeReady(booking);
    await complete(booking, more, at);
    return invoiceOf(booking);
  }

  return { db, boss, call, book, makeReady, complete, invoiceOf, invoiced };
}
