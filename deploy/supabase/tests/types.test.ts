import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import postgres from 'postgres';
import { applyMigrations, startPostgres } from './start-postgres.ts';
import type { TestPostgres } from './start-postgres.ts';

let server: TestPostgres;
let sql: postgres.Sql;
let types: string;
before(async () => {
  server = await startPostgres();
  await server.createDatabase('types');
  sql = postgres(server.url('types'), { max: 1, onnotice: () => undefined });
  await applyMigrations(sql);
  types = await readFile(join(import.meta.dirname, '../../../shared/data/database.types.ts'), 'utf8');
});
after(async () => {
  await sql.end();
  await server.stop();
});

const cure = 'stale: run `node --import tsx deploy/supabase/generate-types.ts`';

/** `table.column` or, when it may be null, `table.column?` of everything the types file lists as a row. */
function typedColumns(): string[] {
  const found: string[] = [];
  for (const [, relation = '', body = ''] of types.matchAll(/^ {6}(\w+): \{\n {8}Row: \{\n([\s\S]*?)^ {8}\};/gm)) {
    for (const [, column = '', type = ''] of body.matchAll(/^ {10}(\w+): (.*);$/gm)) {
      found.push(`${relation}.${column}${type.endsWith('| null') ? '?' : ''}`);
    }
  }
  return found.sort();
}

test('database.types.ts knows every table and column, and which may be null', async () => {
  const rows = await sql<{ name: string }[]>`
    select c.relname || '.' || a.attname || case when c.relkind = 'r' and not a.attnotnull then '?' else '' end as name
    from pg_catalog.pg_class c
    join pg_catalog.pg_namespace n on n.oid = c.relnamespace and n.nspname = 'public'
    join pg_catalog.pg_attribute a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped
    where c.relkind in ('r', 'v')`;
  const views = new Set(
    (await sql`select viewname from pg_catalog.pg_views where schemaname = 'public'`).map((row) =>
      String(row['viewname']),
    ),
  );
  // What is null in a view is the CLI's own judgement; only the names are compared there.
  const plain = (name: string): string => (views.has(name.split('.')[0] ?? '') ? name.replace('?', '') : name);
  assert.deepEqual(typedColumns().map(plain), rows.map((row) => plain(row.name)).sort(), cure);
});

test('database.types.ts knows every function of the API with its arguments', async () => {
  const rows = await sql<{ name: string; args: string[] | null }[]>`
    select p.proname as name, p.proargnames as args
    from pg_catalog.pg_proc p join pg_catalog.pg_namespace n on n.oid = p.pronamespace
    where n.nspname = 'public' order by 1`;
  const typed = types.slice(types.indexOf('    Functions: {'), types.indexOf('    Enums: {'));
  for (const { name, args } of rows) {
    const start = typed.indexOf(`\n      ${name}: {`);
    assert.notEqual(start, -1, `${name} ${cure}`);
    const signature = typed.slice(start, typed.indexOf('Returns', start));
    for (const arg of args ?? []) assert.match(signature, new RegExp(`\\b${arg}\\??: `), `${name}(${arg}) ${cure}`);
  }
});
