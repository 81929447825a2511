import { randomBytes, randomUUID } from 'node:crypto';
import type postgres from 'postgres';
import type { BookingRequest } from '@twostroke/shared/contracts/functions';
import type { JsonObject } from './open-database.ts';

/** Monday 23 November 2026, 8 am in Pune: the lead time until 11 am is long enough for every mode but pickup. */
export const mondayMorning = '2026-11-23T08:00:00+05:30';

/** Items of a cart by slug, each once. */
export function cart(...slugs: string[]): { id: string; quantity: number }[] {
  return slugs.map((id) => ({ id, quantity: 1 }));
}

/** A valid request: oil change of a Classic 350 at the gate on Tuesday at 11. */
export function bookingRequest(changes: JsonObject = {}): JsonObject & BookingRequest {
  return {
    request_id: randomUUID(),
    model: 'royal-enfield/classic-350',
    items: cart('oil-change'),
    mode: 'doorstep' as const,
    date: '2026-11-24',
    time: '11:00',
    name: 'Asha Kulkarni',
    phone: '90000 00012',
    vehicle_number: 'MH 12 ZZ 0042',
    address: { line: 'B-1204, Sample Heights', landmark: 'opposite the water tank', area: 'kondhwa', pin: '411048' },
    expected_total: 999,
    ...changes,
  };
}

/**
 * Proves a number, as a sign-in with it by a code does.
 * @returns the secret of the browser in which it was proven
 */
export async function proveNumber(
  sql: postgres.Sql,
  phone = '+919000000012',
  secret = randomBytes(16).toString('hex'),
): Promise<string> {
  await sql`
    insert into private.proven_numbers (phone, proven_at) values (${phone}, greatest(now(), ${mondayMorning}))
    on conflict (phone) do nothing`;
  await sql`
    insert into private.number_proofs (secret_hash, phone, expires_at)
    values (private.hash_token(${secret}), ${phone}, 'infinity')`;
  return secret;
}

/** A payment to refund, its notifications, an invoice and a credit of a booking: a row in each table. */
export async function addPayment(sql: postgres.Sql, booking: string): Promise<void> {
  await sql`
    with payment as (
      insert into public.payments (booking_id, method, provider, provider_order_id, reference, amount_paise,
        captured_paise, status, created_at, captured_at)
      values (${booking}, 'card', 'local', 'order_1', 'TS12345678', 99900, 99900, 'captured', now(), now()) returning id
    ), event as (
      insert into public.payment_events (provider, event_id, kind, payment_id, outcome, at)
      select 'local', 'event_1', 'payment.captured', id, 'applied', now() from payment
    )
    insert into public.refunds (booking_id, payment_id, amount_paise, reason, asked_at, next_try_at)
    select ${booking}, id, 99900, 'overpaid', now(), now() from payment`;
  await sql`insert into private.invoice_counters values ('20-21', 1)`;
  await sql`
    insert into public.invoices (booking_id, number, financial_year, serial, issued_at, total, data)
    values (${booking}, 'TS/20-21/000001', '20-21', 1, now(), 999, '{}')`;
  await sql`
    insert into public.used_parts (booking_id, position, kind, name, hsn, quantity, unit, used_at)
    values (${booking}, 1, 'part', 'Brake pads', '87141090', 1, 'piece', now())`;
  await sql`insert into private.credit_note_counters values ('20-21', 1)`;
  await sql`
    insert into public.credit_notes (
      request_id, invoice_id, booking_id, number, financial_year, serial, issued_at, reason, total, data
    )
    select gen_random_uuid(), i.id, i.booking_id, 'CN/20-21/000001', '20-21', 1, now(), 'Part was faulty', 99, '{}'
    from public.invoices i where i.booking_id = ${booking}`;
  await sql`insert into private.voucher_counters (kind, financial_year, last_serial) values ('receipt', '20-21', 1)`;
  await sql`
    insert into public.vouchers (kind, booking_id, payment_id, number, financial_year, serial, issued_at, total, data)
    select 'receipt', p.booking_id, p.id, 'RV/20-21/000001', '20-21', 1, now(), 999, '{}'
    from public.payments p where p.booking_id = ${booking}`;
  await sql`
    insert into public.booking_credits (booking_id, phone, amount, reason, used_by, given_at)
    values (${booking}, '+919000000012', 100, 'late', ${booking}, now())`;
}

/** An entry of the waitlist for a day far ahead. */
export async function addWaiting(sql: postgres.Sql, account: string): Promise<void> {
  await sql`
    insert into public.waitlist (
      request_id, user_id, mode, booking_date, booking_time, window_end, model_id, bike_name, items, windows, next_day,
      customer_name, phone, created_at, leave_hash
    ) values (
      gen_random_uuid(), ${account}, 'workshop', private.today() + 20, '11:00', '13:00', 'royal-enfield/classic-350',
      'Royal Enfield Classic 350', '[]', 1, false, 'Asha Kulkarni', '+919000000012', now(), sha256('leave')
    )`;
}

/** A call, a note, a reminder and a day off of the desk: a row in each table. */
export async function addDeskRecords(sql: postgres.Sql, person: string): Promise<void> {
  const phone = '+919000000012';
  await sql`
    insert into public.customer_calls (phone, called_at, called_by, about, outcome)
    values (${phone}, now(), ${person}, 'A price', 'reached')`;
  await sql`insert into public.customer_notes (phone, note) values (${phone}, 'Call after six')`;
  await sql`insert into public.desk_reminders (user_id, words, due_at) values (${person}, 'Call again', now())`;
  await sql`insert into public.staff_absences (user_id, day) values (${person}, '2026-12-12')`;
}
