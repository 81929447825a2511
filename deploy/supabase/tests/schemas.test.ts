import assert from 'node:assert/strict';
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import postgres from 'postgres';
import { readReferenceRows, readSchema } from '../read-schema.ts';
import { applySchemas, schemaFiles } from '../schema-files.ts';
import { startPostgres } from './start-postgres.ts';
import type { TestPostgres } from './start-postgres.ts';

const files = schemaFiles();
const lengths = files.map(({ text }) => text.trimEnd().split('\n').length).sort((one, other) => one - other);

let server: TestPostgres;
before(async () => {
  server = await startPostgres();
});
after(() => server.stop());

/** All lines of a database. */
async function linesOf(name: string): Promise<string[]> {
  const sql = postgres(server.url(name), { max: 1, onnotice: () => undefined });
  try {
    return [...(await readSchema(sql)), ...(await readReferenceRows(sql))];
  } finally {
    await sql.end();
  }
}

test('migrations and schema files build the same database', async () => {
  await server.createDatabase('from_schemas');
  const sql = postgres(server.url('from_schemas'), { max: 1, onnotice: () => undefined });
  await applySchemas(sql);
  await sql.end();
  const fromSchemas = await linesOf('from_schemas');
  assert.ok(fromSchemas.length > 2000, `${fromSchemas.length} lines`);
  await server.createMigrated('from_migrations');
  const fromMigrations = await linesOf('from_migrations');
  const known = new Set(fromMigrations);
  const wanted = new Set(fromSchemas);
  assert.deepEqual(
    {
      missing: fromSchemas.filter((line) => !known.has(line)),
      leftOver: fromMigrations.filter((line) => !wanted.has(line)),
    },
    { missing: [], leftOver: [] },
    'run npm run db:migration -- <name>',
  );
  assert.deepEqual(fromMigrations, fromSchemas);
});

test('config.toml lists every schema file once', () => {
  const folder = join(import.meta.dirname, '../schemas');
  const found = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((path) => path.endsWith('.sql'));
  assert.deepEqual(files.map(({ path }) => path).sort(), found.map((path) => `schemas/${path}`).sort());
});

test('schema files are short', () => {
  assert.ok(lengths.at(-1)! <= 300, `the longest has ${lengths.at(-1)} lines`);
  assert.ok(lengths[Math.floor(lengths.length / 2)]! <= 110, 'half of them have at most 110 lines');
});

test('every function and every table is written once', () => {
  const made = files.flatMap(({ text }) =>
    [...text.matchAll(/^create (?:or replace )?(?:unlogged )?(?:function|table|view) ([\w.]+)/gm)].map(
      ([, name]) => name,
    ),
  );
  assert.ok(made.length > 200, `${made.length} objects`);
  assert.deepEqual(made.toSorted(), [...new Set(made)].sort());
});
