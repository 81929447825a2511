import assert from 'node:assert/strict';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import postgres from 'postgres';
import { seedDatabase } from '../seed/seed-database.ts';
import { bookingRequest, mondayMorning } from '../tests/booking-request.ts';
import { setActor, rpc } from '../tests/open-database.ts';
import { noPersonNames, personNames } from '../tests/person-names.ts';
import { addSupabaseParts, applyMigrations } from '../tests/start-postgres.ts';
import { startDebianPostgres } from './start-debian-postgres.ts';

const binaries = '/usr/lib/postgresql/15/bin';
let server: Awaited<ReturnType<typeof startDebianPostgres>>;
let sql: postgres.Sql;
before(async () => {
  if (!existsSync(join(binaries, 'initdb')))
    throw new Error("This test needs Debian's postgresql-15-plpgsql-check, which npm test installs where it can.");
  server = await startDebianPostgres(binaries);
  sql = postgres(server.url, { max: 1, onnotice: () => undefined });
  await addSupabaseParts(sql);
  await applyMigrations(sql);
});
after(async () => {
  await sql?.end();
  await server?.stop();
});

/** All findings of plpgsql_check about one kind of function. */
async function remarks(query: string): Promise<string[]> {
  const rows = await sql.unsafe<{ remark: string }[]>(query);
  return rows.map(({ remark }) => remark);
}

const ours = `
  pg_proc p join pg_namespace n on n.oid = p.pronamespace and n.nspname in ('public', 'private', 'guard')
  join pg_language l on l.oid = p.prolang and l.lanname = 'plpgsql'`;
const check = (relation: string): string => `
  plpgsql_check_function_tb(p.oid, ${relation}, fatal_errors => false, all_warnings => true) c`;
const shown = `concat_ws(' ', p.oid::regprocedure, 'line ' || c.lineno, c.level, c.sqlstate, c.message, c.detail, c.hint)`;

test('plpgsql_check finds no error or warning in any function of the migrations', async () => {
  await sql`create extension plpgsql_check`;
  const [{ count } = { count: 0 }] = await sql.unsafe<{ count: number }[]>(
    `select count(*)::int as count from ${ours}`,
  );
  assert.ok(count > 30, `${count} functions`);
  const plain = `select ${shown} as remark from ${ours}
    cross join lateral ${check('0')} where p.prorettype <> 'trigger'::regtype`;
  const triggers = `select distinct ${shown} as remark from ${ours}
    join pg_trigger t on t.tgfoid = p.oid cross join lateral ${check('t.tgrelid')}`;
  assert.deepEqual([...(await remarks(plain)), ...(await remarks(triggers))], []);
});

test('every trigger function is used by a table, so plpgsql_check covers it', async () => {
  const idle = `select p.oid::regprocedure::text as remark from ${ours}
    where p.prorettype = 'trigger'::regtype and not exists (select from pg_trigger t where t.tgfoid = p.oid)`;
  assert.deepEqual(await remarks(idle), []);
});

test('Postgres 15 runs the unchanged migrations and seed, and takes a booking', async () => {
  await seedDatabase(sql, { demo: true });
  await sql`insert into private.settings (name, value) values ('clock_override', 'on')`;
  const booked = await sql.begin(async (tx) => {
    await setActor(tx, { as: 'anon', at: mondayMorning });
    return rpc(tx, 'create_booking', { request: bookingRequest() });
  });
  assert.equal(booked['status'], 'confirmed');
});

test('Postgres 15 accepts the same person names in every database locale', async () => {
  const cleaned = await sql<{ name: string | null }[]>`
    select private.clean_name(t.typed) as name
    from unnest(${[...personNames.map(([typed]) => typed), ...noPersonNames]}::text[]) with ordinality as t (typed, place)
    order by t.place`;
  assert.deepEqual(
    cleaned.map(({ name }) => name),
    [...personNames.map(([, name]) => name), ...noPersonNames.map(() => null)],
  );
});
