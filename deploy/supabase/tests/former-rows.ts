import assert from 'node:assert/strict';
import type postgres from 'postgres';

/* Rows of a shop as it was before duties, in every table that a migration since could lose something of. */

/** Tables of the former state that the functions below fill and compare. */
const filled = [
  ...['service_bookings', 'booking_items', 'booking_events', 'booking_places', 'booking_checklist', 'extra_work'],
  ...['payments', 'payment_events', 'refunds', 'invoices', 'booking_credits', 'waitlist', 'message_outbox'],
  ...['notification_logs', 'profiles', 'callback_requests', 'weather_days', 'closures', 'capacities', 'audit_log'],
].map((name) => `public.${name}`);
const hidden = [
  ...['manage_tokens', 'handover_codes', 'number_codes', 'number_proofs', 'proven_numbers', 'recovery_codes'],
  ...['slot_holds', 'invoice_counters', 'unproven_bookings', 'settings'],
].map((name) => `private.${name}`);

/** Adds rows of every kind to the bookings that are there; foreign keys and triggers are not asked. */
export async function addFormerRows(sql: postgres.Sql, admin: string): Promise<void> {
  await sql`set session_replication_role = replica`;
  await sql.unsafe(`
    insert into public.models (
      brand_slug, slug, name, engine_cc, body, drive, fuel, cooling, front_brake, rear_brake, oil_filter, oil_litres,
      interval_km, interval_months, sort
    ) values (
      'royal-enfield', 'classic-350', 'Classic 350', 349, 'roadster', 'chain', 'fi', 'air', 'disc', 'drum', true, 1.7,
      5000, 6, 1
    );
    insert into public.booking_items
      select id, 'general-service', 'General Service', 'primary', 1, 1699, 1699, 105, 1 from public.service_bookings;
    insert into public.booking_events (booking_id, at, actor, from_status, to_status, note, kind, data)
      select id, now(), 'admin', 'confirmed', status, 'Told on the phone', 'status', '{"without_code": "No phone"}'
      from public.service_bookings;
    insert into public.booking_places (booking_date, window_start, mode, seat, booking_id)
      select booking_date, booking_time, mode, row_number() over (), id from public.service_bookings
      where status not in ('cancelled', 'no_show', 'expired');
    insert into public.booking_checklist (booking_id, line, group_name, label, done_at, not_needed)
      select id, n, 'Engine', 'Oil ' || n, case when n > 1 then now() end, case when n = 3 then 'Has none' end
      from public.service_bookings, generate_series(1, 3) n;
    insert into public.extra_work (
      booking_id, name, reason, price, minutes, status, decided_by, note, proposed_at, decided_at, position
    )
      select b.id, 'Brake pads', 'Worn to 1 mm', 400, 30, w.status::public.extra_work_status,
        w.decider::public.extra_work_decider, 'Said on the phone', now(), case when w.decider is not null then now() end, w.n
      from public.service_bookings b, (values
        (1, 'proposed', null), (2, 'approved', 'limit'), (3, 'approved', 'customer'), (4, 'declined', 'admin')
      ) as w (n, status, decider);
    insert into public.payments (
      booking_id, method, provider, provider_order_id, reference, amount_paise, captured_paise, status, note, created_at,
      captured_at
    )
      select id, 'cash', 'desk', 'order_' || id, 'TS' || upper(left(md5(id::text), 10)), 169900, 169900, 'captured',
        'Exact', now(), now() from public.service_bookings;
    insert into public.payment_events (provider, event_id, kind, payment_id, amount_paise, outcome, at)
      select 'local', 'event_' || id, 'payment.captured', id, 169900, 'applied', now() from public.payments;
    insert into public.refunds (booking_id, payment_id, amount_paise, reason, asked_at, next_try_at)
      select booking_id, id, 100, 'overpaid', now(), now() from public.payments;
    insert into public.invoices (booking_id, number, financial_year, serial, issued_at, total, data)
      select id, 'TS/26-27/000001', '26-27', 1, now(), 1699,
        '{"lines": [{"total_paise": 169900, "cgst_paise": 12959, "sgst_paise": 12958}]}'
      from public.service_bookings where status = 'completed';
    insert into private.invoice_counters values ('26-27', 1);
    insert into public.booking_credits (booking_id, phone, amount, reason, note, given_at)
      select id, phone, 100, 'late', 'Held up', now() from public.service_bookings;
    insert into public.message_outbox (booking_id, version, kind, channel, recipient, due_at, next_try_at)
      select id, 0, 'confirmation', 'sms', phone, now(), now() from public.service_bookings;
    insert into private.manage_tokens select id, sha256(id::text::bytea) from public.service_bookings;
    insert into private.handover_codes (booking_id, code, wrong_tries) select id, '0420', 2 from public.service_bookings;
    insert into private.number_codes select id, phone, sha256(('code ' || id)::bytea) from public.service_bookings;
    insert into private.unproven_bookings select id, '1.2.3.4', now() from public.service_bookings;
    insert into private.number_proofs values (sha256('2'), '+919000000012', now());
    insert into private.proven_numbers values ('+919000000012', now());
    insert into private.settings values ('emails_are_confirmed', 'on');
    insert into public.waitlist (
      request_id, mode, booking_date, booking_time, window_end, model_id, bike_name, items, windows, next_day,
      customer_name, phone, created_at, leave_hash
    ) values (
      gen_random_uuid(), 'workshop', '2026-11-28', '11:00', '13:00', 'royal-enfield/classic-350', 'Classic 350', '[]', 1, false, 'Asha', '+919000000012',
      now(), sha256('3')
    );
    insert into private.slot_holds (
      request_id, mode, booking_date, booking_time, window_end, windows, next_day, held_at, expires_at, proven
    ) values (gen_random_uuid(), 'pickup', '2026-11-28', '11:00', '13:00', 1, false, now(), now() + interval '9 days', true);
    insert into public.weather_days (date, note) values ('2026-11-28', 'Heavy rain');
    insert into public.closures (date, reason) values ('2026-12-25', 'Christmas');
    insert into public.capacities (mode, places) values ('workshop', 20);
    update public.profiles set phone = '+919000000012', address_line = 'B-1204', landmark = 'The tank', haptics = false;
  `);
  await sql`
    insert into public.notification_logs (user_id, order_id, type, title, body)
    select ${admin}, id, 'new_booking', 'New Booking Received!', 'Booking' from public.service_bookings`;
  await sql`insert into private.recovery_codes values (${admin}, sha256('4'))`;
  await sql`set session_replication_role = origin`;
}

/** Every row of the filled tables. */
export async function readRows(sql: postgres.Sql): Promise<Map<string, Record<string, unknown>[]>> {
  const rows = new Map<string, Record<string, unknown>[]>();
  for (const table of [...filled, ...hidden]) {
    const found = await sql<{ row: Record<string, unknown> }[]>`select to_jsonb(t) as row from ${sql(table)} t`;
    rows.set(table, found.map(({ row }) => row)); // oxfmt-ignore
  }
  return rows;
}

/** Asserts that each former row is still there with the values of its former columns. */
export function checkKept(
  former: Awaited<ReturnType<typeof readRows>>,
  now: Awaited<ReturnType<typeof readRows>>,
): void {
  for (const [table, rows] of former) {
    assert.ok(rows.length > 0, `${table} was empty`);
    const columns = Object.keys(rows[0] ?? {});
    const told = (row: Record<string, unknown>): string => JSON.stringify(columns.map((column) => row[column]));
    const kept = new Set(now.get(table)?.map(told));
    const lost = rows.filter((row) => !kept.has(told(row)));
    assert.deepEqual(lost, [], `${table} lost rows or values`);
  }
}
