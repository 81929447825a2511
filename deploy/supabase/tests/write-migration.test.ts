import assert from 'node:assert/strict';
import { cp, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import postgres from 'postgres';
import { planMigration } from '../migrate/plan-migration.ts';
import { tidyPlan } from '../migrate/tidy-plan.ts';
import { readReferenceRows, readSchema } from '../read-schema.ts';
import { applySchemas, schemaFiles } from '../schema-files.ts';
import type { SchemaFile } from '../schema-files.ts';
import { seedDatabase } from '../seed/seed-database.ts';
import { nextVersion } from '../write-migration.ts';
import { bookingRequest, mondayMorning } from './booking-request.ts';
import { setActor, rpc } from './open-database.ts';
import { applyMigrations, startPostgres } from './start-postgres.ts';
import type { TestPostgres } from './start-postgres.ts';

let server: TestPostgres;
let folder: string;
before(async () => {
  server = await startPostgres();
  folder = await mkdtemp(join(tmpdir(), 'twostroke-migrations-'));
  await cp(join(import.meta.dirname, '../migrations'), folder, { recursive: true });
});
after(async () => {
  await server.stop();
  await rm(folder, { recursive: true, force: true });
});

/** Default privileges that open every new object to the API roles, as in older Supabase projects. */
const permissive = `
  alter default privileges grant all on tables to anon, authenticated, service_role;
  alter default privileges grant all on functions to anon, authenticated, service_role;`;
/** Default privileges that open nothing, as in newer projects. */
const closed = 'alter default privileges revoke all on functions from public;';

/** The schema files with one text replaced by another. */
function edited(...changes: { path: string; old: string; new: string }[]): SchemaFile[] {
  return changes.reduce((files, change) => {
    assert.ok(
      files.some(({ path, text }) => path === change.path && text.includes(change.old)),
      change.old,
    );
    return files.map(({ path, text }) => ({
      path,
      text: path === change.path ? text.replace(change.old, () => change.new) : text,
    }));
  }, schemaFiles());
}

async function linesOf(setup: string, build: (sql: postgres.Sql) => Promise<void>): Promise<string[]> {
  const name = `lines_${crypto.randomUUID().slice(0, 8)}`;
  await server.createDatabase(name, setup);
  const sql = postgres(server.url(name), { max: 1, onnotice: () => undefined });
  try {
    await build(sql);
    return [...(await readSchema(sql)), ...(await readReferenceRows(sql))];
  } finally {
    await sql.end();
  }
}

test('plans nothing while migrations and schema files agree', async () => {
  assert.deepEqual(await planMigration(server, folder, schemaFiles()), { parts: [], leftOver: [], renames: [] });
});

test('a planned migration creates schema and reference rows of the files, under any default privileges', async () => {
  const files = edited(
    {
      path: 'schemas/limits/limits.sql',
      old: "('open_bookings', 5),\n  ('bookings_a_day', 10),",
      new: "('open_bookings', 6),\n  ('it''s new', 1),",
    },
    {
      path: 'schemas/catalog/brands.sql',
      old: 'create table public.brands (',
      new: `create function public.is_short(value text) returns boolean
language sql immutable set search_path = '' as $$ select char_length(value) < 3; $$;
revoke all on function public.is_short(text) from public, anon, authenticated, service_role;
grant execute on function public.is_short(text) to authenticated;
create table public.nicknames (id int primary key, word text, secret text);
alter table public.nicknames enable row level security;
revoke all on table public.nicknames from public, anon, authenticated, service_role;
grant select (id, word) on table public.nicknames to anon;
comment on table public.nicknames is 'A new table.';
create table public.brands (`,
    },
    { path: 'schemas/foundation/clock.sql', old: "'HH24:MI'", new: "'HH24.MI'" },
    {
      path: 'schemas/payments/invoices.sql',
      old: 'request_id uuid unique,',
      new: 'request_id uuid unique,\n  printed_at timestamptz,',
    },
  );
  const planned = await planMigration(server, folder, files);
  assert.deepEqual(planned.leftOver, []);
  const sql = planned.parts.join('\n');
  assert.match(sql, /ALTER TABLE "public"."invoices" ADD COLUMN "printed_at"/);
  assert.match(sql, /update private\.limits set max_value = '6' where name = 'open_bookings';/);
  assert.match(sql, /delete from private\.limits where name = 'bookings_a_day';/);
  assert.doesNotMatch(sql, /OWNER TO|set local/);
  for (const setup of [permissive, closed]) {
    const wanted = await linesOf(setup, (database) => applySchemas(database, files));
    const made = await linesOf(setup, async (database) => {
      await applyMigrations(database, folder);
      for (const part of planned.parts) await database.unsafe(part).simple();
    });
    const right = (line: string): boolean => /^(right|row|function|comment) /.test(line);
    assert.deepEqual(made.filter(right), wanted.filter(right));
  }
});

test('no migration creates or drops a role: the server has it, and another test may end', () => {
  const planned = `SET LOCAL check_function_bodies = off;

DROP ROLE "auth_0fc3def1f8b9";

CREATE ROLE "auth_1" WITH LOGIN;

GRANT "anon" TO "auth_1" WITH INHERIT FALSE;

ALTER TABLE "public"."brands" ADD COLUMN "note" text;

GRANT SELECT ON TABLE "public"."brands" TO "anon";
`;
  const [part = ''] = tidyPlan([planned]);
  assert.doesNotMatch(part, /ROLE|auth_/);
  assert.match(part, /ADD COLUMN "note" text;\s+GRANT SELECT ON TABLE "public"."brands" TO "anon";/);
});

test('asks before a rename and applies it when accepted', async () => {
  const files = edited({
    path: 'schemas/foundation/settings.sql',
    old: 'create table private.settings (\n  name text primary key,\n  value text not null',
    new: 'create table private.settings (\n  name text primary key,\n  figure text not null',
  });
  const { renames } = await planMigration(server, folder, files);
  assert.deepEqual(renames, ['column:private.settings.value=column:private.settings.figure']);
  const { parts } = await planMigration(server, folder, files, renames);
  assert.match(parts.join('\n'), /RENAME COLUMN "value" TO "figure"/);
});

test('adds a booking status to a filled database without changing a row', async () => {
  const words = (values: string, initial: string): SchemaFile => ({
    path: 'schemas/test/days.sql',
    text: `
      create type public.mood as enum (${values});
      create table public.days (id int primary key, mood public.mood not null default '${initial}');
      alter table public.days enable row level security;
      revoke all on table public.days from public, anon, authenticated, service_role;`,
  });
  const own = await mkdtemp(join(tmpdir(), 'twostroke-migrations-'));
  try {
    await cp(folder, own, { recursive: true });
    const first = await planMigration(server, own, [...schemaFiles(), words("'calm', 'busy'", 'calm')]);
    await writeFile(join(own, '20990101000000_days.sql'), first.parts.join('\n'));
    await server.createMigrated('filled', own);
    const sql = postgres(server.url('filled'), { max: 1, onnotice: () => undefined });
    await sql`insert into public.days values (1, 'busy'), (2, default)`;
    await seedDatabase(sql, { demo: true });
    await sql`insert into private.settings (name, value) values ('clock_override', 'on')`;
    const booked = await sql.begin(async (tx) => {
      await setActor(tx, { at: mondayMorning });
      return rpc(tx, 'create_booking', { request: bookingRequest() });
    });
    const transitions = () => sql`select * from public.booking_transitions order by actor, from_status, to_status`;
    const before = await transitions();

    const second = await planMigration(server, own, [
      ...edited({
        path: 'schemas/foundation/enums.sql',
        old: "'in_service', 'quality_check',",
        new: "'in_service', 'waiting_for_parts', 'quality_check',",
      }),
      words("'calm', 'hectic', 'busy'", 'hectic'),
    ]);
    assert.deepEqual(second.leftOver, []);
    // A new value can be used only after the transaction that adds it: the default is in a file of its own.
    assert.equal(second.parts.length, 2);
    for (const part of second.parts) await sql.begin((transaction) => transaction.unsafe(part));
    await sql`insert into public.days values (3, default)`;
    const rows = await sql<{ mood: string }[]>`select mood from public.days order by mood, id`;
    assert.deepEqual(
      rows.map(({ mood }) => mood),
      ['calm', 'hectic', 'busy'],
    );
    assert.deepEqual(await transitions(), before);
    await sql`update public.service_bookings set status = 'waiting_for_parts' where id = ${String(booked['id'])}`;
    const events = await sql<{ to_status: string }[]>`select to_status from public.booking_events order by id`;
    assert.deepEqual(
      events.map(({ to_status }) => to_status),
      ['confirmed', 'waiting_for_parts'],
    );
    await sql.end();
  } finally {
    await rm(own, { recursive: true, force: true });
  }
});

test('changes a column from text with a check to an enum, with its default and its rows', async () => {
  const days = (type: string, column: string): SchemaFile => ({
    path: 'schemas/test/days.sql',
    text: `
      ${type}
      create table public.days (id int primary key, mood ${column} default 'calm');
      create view public.moods with (security_invoker = true) as select mood from public.days;
      alter table public.days enable row level security;
      revoke all on table public.days, public.moods from public, anon, authenticated, service_role;`,
  });
  const own = await mkdtemp(join(tmpdir(), 'twostroke-migrations-'));
  try {
    await cp(folder, own, { recursive: true });
    const first = await planMigration(server, own, [
      ...schemaFiles(),
      days('', "text not null check (mood in ('calm', 'busy'))"),
    ]);
    await writeFile(join(own, '20990101000000_days.sql'), first.parts.join('\n'));
    await server.createMigrated('retyped', own);
    const sql = postgres(server.url('retyped'), { max: 1, onnotice: () => undefined });
    await sql`insert into public.days values (1, 'busy')`;
    const second = await planMigration(server, own, [
      ...schemaFiles(),
      days("create type public.mood as enum ('calm', 'busy');", 'public.mood not null'),
    ]);
    assert.deepEqual(second.leftOver, []);
    for (const part of second.parts) await sql.begin((transaction) => transaction.unsafe(part));
    await sql`insert into public.days values (2, default)`;
    const rows = await sql`select pg_typeof(mood)::text as type, mood from public.moods order by mood`;
    assert.deepEqual(
      rows.map((row) => Object.values(row)),
      [
        ['mood', 'calm'],
        ['mood', 'busy'],
      ],
    );
    await sql.end();
  } finally {
    await rm(own, { recursive: true, force: true });
  }
});

test('a new version sorts after every existing migration', async () => {
  const now = new Date('2026-11-23T10:15:30Z');
  assert.equal(nextVersion([], now), '20261123101530');
  assert.equal(nextVersion(['20261123101529_one.sql'], now), '20261123101530');
  assert.equal(nextVersion(['20261231000000_one.sql', '20261101000000_two.sql'], now), '20261231000001');
});
