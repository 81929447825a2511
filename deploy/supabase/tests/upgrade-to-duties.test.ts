import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { after, before, test } from 'node:test';
import postgres from 'postgres';
import { migrate } from '../../backend/database/migrate.ts';
import { defaultMigrationsFolder } from '../../backend/database/prepare-database.ts';
import { readMigrations } from '../../backend/database/read-migrations.ts';
import { runSqlText } from '../run-sql-file.ts';
import { addFormerRows, checkKept, readRows } from './former-rows.ts';
import { startPostgres } from './start-postgres.ts';
import type { TestPostgres } from './start-postgres.ts';

/* A database that was filled before the shop knew duties: its admins become owners, and nothing is lost. */
let server: TestPostgres;
let sql: postgres.Sql;
const admins = { asha: randomUUID(), twin: randomUUID(), nameless: randomUUID() };
const customer = randomUUID();
const statuses = [
  ...(['pending_payment', 'confirmed', 'assigned', 'on_the_way', 'picked_up', 'inspecting', 'awaiting_approval'] as const),
  ...(['in_service', 'quality_check', 'ready', 'completed', 'cancelled', 'no_show', 'expired'] as const),
]; // oxfmt-ignore

before(async () => {
  server = await startPostgres();
  await server.createDatabase('filled');
  sql = postgres(server.url('filled'), { max: 1, onnotice: () => undefined });
  const all = readMigrations(defaultMigrationsFolder);
  const former = all.filter(({ file }) => file < '20261125232820_staff.sql');
  assert.ok(former.length > 20 && former.length < all.length);
  for (const { text, file } of former) await runSqlText(sql, text, file);
  await sql.unsafe(`
    create schema if not exists supabase_migrations;
    create table if not exists supabase_migrations.schema_migrations (version text primary key, statements text[], name text)`);
  for (const { version, file } of former)
    await sql`insert into supabase_migrations.schema_migrations (version, name) values (${version}, ${file.replace(/^\d+_|\.sql$/g, '')})`;
  const people = { ...admins, customer };
  for (const [name, id] of Object.entries(people))
    await sql`insert into auth.users (id, email) values (${id}, ${`${name}@example.com`})`;
  await sql`update public.profiles set full_name = 'Asha Rao' where user_id in (${admins.asha}, ${admins.twin})`;
  for (const id of Object.values(admins)) await sql`insert into public.user_roles values (${id}, 'admin')`;
  // Without the catalog, whose rows the foreign keys name.
  await sql`set session_replication_role = replica`;
  for (const status of statuses)
    await sql`
      insert into public.service_bookings (
        request_id, user_id, customer_name, phone, brand_slug, model_id, bike_name, mode, booking_date, booking_time,
        window_end, minutes, windows, ready_date, estimated_price, status, mechanic, pay_until
      ) values (
        ${randomUUID()}, ${customer}, 'Asha Kulkarni', '+919000000012', 'royal-enfield', 'royal-enfield/classic-350', 'Classic 350', 'workshop', '2026-11-21',
        '11:00', '13:00', 105, 1, '2026-11-21', 1699, ${status}, ${status === 'confirmed' ? null : 'Ganesh'}, now()
      )`;
  await sql`set session_replication_role = origin`;
  for (const handled of [null, '2026-11-20T06:00:00Z'])
    await sql`
      insert into public.callback_requests (kind, name, phone, message, handled_at)
      values ('message', 'Asha', '+919000000012', 'Call me', ${handled})`;
  await addFormerRows(sql, admins.asha);
});
after(async () => {
  await sql.end();
  await server.stop();
});

test('admins become owners, every row stays, and each booking is signalled', async () => {
  const former = await readRows(sql);
  await migrate(sql, defaultMigrationsFolder);
  checkKept(former, await readRows(sql));
  // What was declined stays with the bike now.
  const [declined] = await sql`
    select count(*)::int as lines from public.declined_work d join public.extra_work e on e.id = d.extra_work_id
    where e.status = 'declined' and d.price = 400`;
  assert.equal(declined?.['lines'], statuses.length);

  const staff = await sql<{ user_id: string; name: string; duty: string; active: boolean }[]>`
    select user_id, name, duty, active from public.staff order by name`;
  assert.deepEqual(
    staff.map(({ name, duty, active }) => [name, duty, active]),
    [
      ['Asha Rao', 'owner', true],
      ['Asha Rao 2', 'owner', true],
      ['nameless', 'owner', true],
    ],
  );
  assert.deepEqual(staff.map(({ user_id }) => user_id).sort(), Object.values(admins).sort());
  const callbacks = await sql<{ open: boolean; outcome: string | null }[]>`
    select handled_at is null as open, outcome from public.callback_requests order by handled_at nulls first`;
  assert.deepEqual(
    callbacks.map(({ open, outcome }) => [open, outcome]),
    [
      [true, null],
      [false, 'reached'],
    ],
  );
  const signals = await sql`
    select from public.booking_signals s join public.service_bookings b using (id, created_at, estimated_price)`;
  assert.equal(signals.length, statuses.length);

  // What the admins could read, they can read as owners.
  const seen = await sql.begin(async (tx) => {
    const claims = JSON.stringify({ sub: admins.twin, role: 'authenticated' });
    await tx`select set_config('request.jwt.claims', ${claims}, true)`;
    await tx`set local role authenticated`;
    const [row] = await tx`select count(*)::int as seen from public.staff_bookings`;
    return row?.['seen'] as number;
  });
  assert.equal(seen, statuses.length);
});
