import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { after, before, test } from 'node:test';
import { setActor, openDatabase, rpc } from './open-database.ts';
import type { Actor, TestDatabase, Tx } from './open-database.ts';
import { addDeskRecords, addPayment, addWaiting, bookingRequest, mondayMorning } from './booking-request.ts';
import type { VerdictActor } from './verdicts.ts';
import { adminRows, furtherVerdicts, staffDuties, verdictActors, verdicts } from './verdicts.ts';
import { hire } from './hire.ts';

/** Conditions of the rows that belong to `own`; the other tables are tried with any row. */
const ownRows: Record<string, string> = {
  service_bookings: 'user_id = :own',
  booking_items: 'booking_id in (select id from public.service_bookings where user_id = :own)',
  booking_events: 'booking_id in (select id from public.service_bookings where user_id = :own)',
  booking_checklist: 'booking_id in (select id from public.service_bookings where user_id = :own)',
  extra_work: 'booking_id in (select id from public.service_bookings where user_id = :own)',
  declined_work: 'true',
  booking_inspection: 'booking_id in (select id from public.service_bookings where user_id = :own)',
  booking_checkins: 'booking_id in (select id from public.service_bookings where user_id = :own)',
  payments: 'booking_id in (select id from public.service_bookings where user_id = :own)',
  refunds: 'booking_id in (select id from public.service_bookings where user_id = :own)',
  invoices: 'booking_id in (select id from public.service_bookings where user_id = :own)',
  used_parts: 'booking_id in (select id from public.service_bookings where user_id = :own)',
  credit_notes: 'booking_id in (select id from public.service_bookings where user_id = :own)',
  vouchers: 'booking_id in (select id from public.service_bookings where user_id = :own)',
  booking_credits: 'booking_id in (select id from public.service_bookings where user_id = :own)',
  profiles: 'user_id = :own',
  user_roles: 'user_id = :own',
  staff: 'user_id = :own',
  notification_logs: 'user_id = :own',
  waitlist: 'user_id = :own',
  desk_reminders: 'user_id = :own',
  staff_absences: 'user_id = :own',
  staff_bookings: 'id in (select id from public.service_bookings where user_id = :own)',
  staff_events: 'booking_id in (select id from public.service_bookings where user_id = :own)',
  planned_job_lines: 'booking_id in (select id from public.service_bookings where user_id = :own)',
  'storage.objects': `name like :booking || '/%'`,
};
/** Changes that violate no constraint; in other tables the first column is set to itself. */
const changes: Record<string, string> = {
  capacities: 'places = places',
  status_targets: 'minutes = minutes',
  desk_reminders: 'done_at = now()',
  profiles: 'haptics = false',
  notification_logs: `title = 'Changed'`,
  user_roles: `role = 'admin'`,
  service_bookings: 'final_price = 1',
};
/** A row that `own` might add; for other tables an insert without rows, enough to check the privilege. */
const inserts: Record<string, string> = {
  closures: `insert into public.closures (date, reason) values ('2026-12-11', 'Holi')`,
  profiles: `insert into public.profiles (user_id) values (:own) on conflict (user_id) do nothing`,
  user_roles: `insert into public.user_roles values (:own, 'admin') on conflict do nothing`,
  customer_notes: `insert into public.customer_notes (phone, note) values ('+919000000012', 'Call after six')`,
  staff_absences: `insert into public.staff_absences (user_id, day) values (:own, '2026-12-13')`,
  desk_reminders: `insert into public.desk_reminders (words, due_at) values ('Call again', now())`,
  notification_logs: `insert into public.notification_logs (user_id, order_id, type, title, body)
    values (:own, :booking, 'reminder', 'x', 'y')`,
  'storage.buckets': `insert into storage.buckets (id, name) values ('open', 'open')`,
  'storage.objects': `insert into storage.objects (bucket_id, name)
    values ('job-photos', :booking || '/check-in/${randomUUID()}.webp')`,
};

let db: TestDatabase;
let people: { customer: string; stranger: string; boss: string; deputy: string };
let duties: Record<(typeof staffDuties)[number], Actor>;
let booking: string;

before(async () => {
  db = await openDatabase();
  const [customer, stranger, boss, deputy] = await Promise.all(
    ['customer', 'stranger', 'boss', 'deputy'].map((name) => db.addUser(`${name}@example.com`)),
  );
  assert.ok(customer !== undefined && stranger !== undefined && boss !== undefined && deputy !== undefined);
  people = { customer, stranger, boss, deputy };
  await db.sql`select public.make_owner(${boss}), public.make_owner(${deputy})`;
  const hired = await Promise.all(staffDuties.map(async (duty) => [duty, { user: await hire(db, duty) }] as const));
  duties = { ...(Object.fromEntries(hired) as typeof duties), owner: { user: boss } };
  await db.sql`
    insert into public.staff_invitations (name, email, invited_by, invited_at, ends_at, duty)
    values ('Sagar', 'sagar@example.com', ${boss}, now(), now() + interval '1 day', 'mechanic')`;
  const how = { as: { user: customer }, at: mondayMorning };
  booking = String((await db.keep(how, (tx) => rpc(tx, 'create_booking', { request: bookingRequest() })))['id']);
  await db.sql`
    insert into public.notification_logs (user_id, order_id, type, title, body)
    values (${boss}, ${booking}, 'new_booking', 'New Booking Received!', 'Booking')`;
  await db.sql`
    insert into public.extra_work (booking_id, name, reason, price, minutes, status, proposed_at, position)
    values (${booking}, 'Brake pads', 'Worn', 600, 30, 'proposed', now(), 1)`;
  await db.sql`
    insert into public.extra_work (booking_id, name, reason, price, minutes, status, decided_by, decided_at, proposed_at, position)
    values (${booking}, 'New mirror', 'Cracked', 450, 30, 'later', 'customer', now(), now(), 2)`;
  await db.sql`insert into public.booking_inspection (booking_id, point, position, group_name, label) values (${booking}, 'chain', 1, 'Drive', 'Chain')`;
  await db.sql`insert into public.booking_checkins (booking_id, odometer_km, checked_in_at) values (${booking}, 12450, now())`;
  // A customer reads the job card of an own booking once it is finished.
  await db.sql`insert into public.booking_checklist (booking_id, line, group_name, label) values (${booking}, 1, 'Brakes', 'Pads')`;
  await db.sql`update public.service_bookings set status = 'ready' where id = ${booking}`;
  await addPayment(db.sql, booking);
  await db.sql`select public.request_callback('unserved_pin', 'Asha', '9000000012', '{"pin": "411038"}')`;
  await addDeskRecords(db.sql, boss);
  await db.sql`insert into public.client_reports (kind, name, app, version) values ('visit', 'visit', 'shell', '1.0.0')`;
  await db.sql`insert into public.closures values ('2026-12-09', null, 'Closed') on conflict do nothing`;
  await db.sql`insert into public.weather_days (date, note) values ('2026-12-10', 'Heavy rain')`;
  await addWaiting(db.sql, customer);
  await db.sql`
    insert into storage.objects (bucket_id, name)
    values ('job-photos', ${`${booking}/check-in/${randomUUID()}.webp`})`;
});
after(() => db.close());

/** True when the statement is allowed and, for all but insert, reaches a row. */
async function allowed(tx: Tx, statement: string): Promise<boolean> {
  try {
    const result = await tx.savepoint((inner) => inner.unsafe(statement));
    return result.count > 0 || statement.startsWith('insert');
  } catch (error) {
    const { code } = error as { code?: string };
    // 55000: a view that takes no writes.
    if (code === '42501' || code === '55000') return false;
    throw new Error(`${statement}: ${(error as Error).message}`, { cause: error });
  }
}

async function verdict(table: string, actor: Actor, own: string): Promise<string> {
  const name = table.includes('.') ? table : `public.${table}`;
  const fill = (text: string): string => text.replaceAll(':own', `'${own}'`).replaceAll(':booking', `'${booking}'`);
  const where = fill(ownRows[table] ?? 'true');
  return db.undo({ at: mondayMorning }, async (tx) => {
    const [column] = await tx<{ name: string }[]>`
      select attname as name from pg_catalog.pg_attribute
      where attrelid = ${name}::regclass and attnum > 0 and attgenerated = '' and attidentity = '' limit 1`;
    assert.ok(column);
    // Ids instead of a sub-select: this tests what the actor may do to the row, not whether they can read it elsewhere.
    if (where.includes('select id')) assert.ok(booking);
    const rows = where.replace(/in \(select id[^)]*\)/, `= '${booking}'`);
    const change = changes[table] ?? `"${column.name}" = "${column.name}"`;
    const insert =
      inserts[table] ?? `insert into ${name} ("${column.name}") select "${column.name}" from ${name} where false`;
    await setActor(tx, { as: actor });
    const answers = [
      (await allowed(tx, `select 1 from ${name} where ${rows} limit 1`)) ? 's' : '-',
      (await allowed(tx, fill(insert))) ? 'i' : '-',
      (await allowed(tx, `update ${name} set ${change} where ${rows}`)) ? 'u' : '-',
      (await allowed(tx, `delete from ${name} where ${rows}`)) ? 'd' : '-',
    ];
    return answers.join('');
  });
}

for (const [table, expected] of [...verdicts, ...furtherVerdicts]) {
  test(`the rights on ${table} are ${expected.join(' ')}`, async () => {
    const adminRow = adminRows.has(table);
    const own = adminRow ? people.boss : people.customer;
    const actors: Record<VerdictActor, Actor> = {
      anon: 'anon',
      other: { user: people.stranger },
      own: { user: own },
      ...duties,
      owner: { user: adminRow ? people.deputy : people.boss },
    };
    const got = await Promise.all(verdictActors.map((column) => verdict(table, actors[column], own)));
    assert.deepEqual(got, expected);
  });
}

test('a mechanic reads nothing of the job of a colleague, and its photos stay', async () => {
  const assign = (to: string | null) =>
    db.sql`update public.service_bookings set assigned_to = ${to}, mechanic = 'Boss' where id = ${booking}`;
  await assign(people.boss);
  for (const relation of ['staff_bookings', 'staff_events', 'planned_job_lines', 'used_parts', 'storage.objects'])
    assert.equal(await verdict(relation, duties.mechanic, people.customer), '----', relation);
  await assign(null);
});

test('the matrix names every view and every table of Storage', async () => {
  const rows = await db.sql<{ name: string }[]>`
    select viewname as name from pg_catalog.pg_views where schemaname = 'public'
    union all
    select 'storage.' || tablename from pg_catalog.pg_tables where schemaname = 'storage'`;
  assert.deepEqual(rows.map((row) => row.name).sort(), [...furtherVerdicts.keys()].sort());
});

test('the matrix names every table', async () => {
  const rows = await db.sql<{ name: string }[]>`
    select case schemaname when 'public' then tablename else schemaname || '.' || tablename end as name
    from pg_catalog.pg_tables where schemaname in ('public', 'private')`;
  assert.deepEqual(rows.map((row) => row.name).sort(), [...verdicts.keys()].sort());
});

test('a user cannot give their profile or alerts to another user', async () => {
  const tries: [Actor, string][] = [
    [{ user: people.customer }, `update public.profiles set user_id = '${randomUUID()}'`],
    [{ user: people.customer }, `insert into public.profiles (user_id) values ('${randomUUID()}')`],
    [
      { user: people.deputy },
      `insert into public.notification_logs (user_id, order_id, type, title, body)
       values ('${people.boss}', '${booking}', 'reminder', 'x', 'y')`,
    ],
    [
      { user: people.customer },
      `insert into public.notification_logs (user_id, order_id, type, title, body)
       values ('${people.customer}', '${booking}', 'reminder', 'x', 'y')`,
    ],
  ];
  for (const [as, statement] of tries) {
    assert.equal(await db.undo({ as }, (tx) => allowed(tx, statement)), false, statement);
  }
});

test('role claims in the token are ignored', async () => {
  await db.undo({ as: { user: people.customer } }, async (tx) => {
    const claims = { sub: people.customer, role: 'service_role', user_role: 'admin', app_metadata: { role: 'admin' } };
    await tx`select set_config('request.jwt.claims', ${JSON.stringify(claims)}, true)`;
    const [row] = await tx`select public.is_admin() as admin, count(*)::int as seen from public.callback_requests`;
    assert.deepEqual([row?.['admin'], row?.['seen']], [false, 0]);
  });
});

test('an alert is logged once: a duplicate insert is ignored', async () => {
  const again = db.sql`
    insert into public.notification_logs (user_id, order_id, type, title, body)
    values (${people.boss}, ${booking}, 'new_booking', 'x', 'y') on conflict (user_id, order_id, type) do nothing`;
  assert.equal((await again).count, 0);
});
