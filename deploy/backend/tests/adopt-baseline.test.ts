import assert from 'node:assert/strict';
import { readdirSync } from 'node:fs';
import { after, before, test } from 'node:test';
import type { Sql } from 'postgres';
import { runSqlText } from '../../supabase/run-sql-file.ts';
import { migrate } from '../database/migrate.ts';
import { defaultMigrationsFolder } from '../database/prepare-database.ts';
import { readMigrations } from '../database/read-migrations.ts';
import type { BarePostgres } from '../testing/bare-postgres.ts';
import { startBarePostgres } from '../testing/bare-postgres.ts';

const [baseline] = readMigrations(defaultMigrationsFolder);
const later = readdirSync(defaultMigrationsFolder).sort().slice(1);

let server: BarePostgres;
before(async () => {
  server = await startBarePostgres();
});
after(() => server.stop());

/** A database as the migrations before the baseline left it: their schema, their rows of history, and data. */
async function oldDatabase(name: string): Promise<{ sql: Sql; replaced: string[] }> {
  assert.ok(baseline);
  const { sql } = await server.createDatabase(name);
  const lists = [...baseline.text.matchAll(/^-- replaces ([\d ]+)$/gm)];
  const replaced = lists.flatMap(([, list = '']) => list.split(' '));
  await runSqlText(sql, baseline.text, baseline.file);
  await sql.unsafe(`
    create schema supabase_migrations;
    create table supabase_migrations.schema_migrations (version text not null primary key, statements text[], name text);
    insert into supabase_migrations.schema_migrations (version, name)
      select version, 'older' from unnest('{${replaced.join(',')}}'::text[]) as versions (version);
    update private.limits set most = 7 where name = 'open_bookings';`);
  return { sql, replaced };
}

const versions = async (sql: Sql): Promise<string[]> => {
  const rows = await sql<{ version: string }[]>`
    select version from supabase_migrations.schema_migrations order by version`;
  return rows.map(({ version }) => version);
};

test('a database of the older migrations adopts the baseline and keeps its data', async () => {
  const { sql, replaced } = await oldDatabase('old');
  assert.equal(replaced.length, 45);
  const said: string[] = [];
  assert.deepEqual(await migrate(sql, defaultMigrationsFolder, (sentence) => said.push(sentence)), later);
  assert.deepEqual(said, [`Database: its schema equals ${baseline?.file}, which now replaces 45 older migrations.`]);
  assert.deepEqual(await versions(sql), [baseline?.version, ...later.map((file) => file.split('_')[0])]);
  assert.equal((await sql`select max_value from private.limits where name = 'open_bookings'`)[0]?.['max_value'], 7);
  assert.deepEqual(await migrate(sql, defaultMigrationsFolder, (sentence) => said.push(sentence)), []);
  assert.equal(said.length, 1, 'it is adopted once');
});

test('a database whose schema was changed by hand does not adopt the baseline', async () => {
  const { sql, replaced } = await oldDatabase('changed');
  await sql`alter table public.brands add column nickname text`;
  await assert.rejects(
    migrate(sql, defaultMigrationsFolder),
    /has the migrations that \d+_baseline\.sql replaces, but its schema is not the one they make/,
  );
  assert.deepEqual(await versions(sql), replaced);
});

test('a database that lacks some of the older migrations does not adopt the baseline', async () => {
  const { sql, replaced } = await oldDatabase('behind');
  await sql`delete from supabase_migrations.schema_migrations where version = ${replaced.at(-1)!}`;
  await assert.rejects(
    migrate(sql, defaultMigrationsFolder),
    /has 44 of the 45 migrations that \d+_baseline\.sql replaces\. Start the version of the site before it once/,
  );
});
