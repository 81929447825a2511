import assert from 'node:assert/strict';
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import postgres from 'postgres';
import { migrate } from '../../backend/database/migrate.ts';
import { supabaseCli } from '../supabase-cli.ts';
import { readSchema } from '../read-schema.ts';
import { startPostgres } from './start-postgres.ts';
import type { TestPostgres } from './start-postgres.ts';

const project = join(import.meta.dirname, '../..');
const folder = join(project, 'supabase/migrations');
const files = readdirSync(folder).sort();

let server: TestPostgres;
const opened: postgres.Sql[] = [];
before(async () => {
  server = await startPostgres();
});
after(async () => {
  await Promise.all(opened.map((sql) => sql.end()));
  await server.stop();
});

async function database(name: string): Promise<postgres.Sql> {
  await server.createDatabase(name);
  const sql = postgres(server.url(name), { max: 1, onnotice: () => undefined });
  opened.push(sql);
  return sql;
}

async function push(name: string): Promise<string> {
  const { stdout, stderr } = await supabaseCli(
    '--workdir',
    project,
    'db',
    'push',
    '--remote',
    server.url(name),
    '--yes',
  );
  return stdout + stderr;
}

test("supabase db push and our own runner build the same schema and recognise each other's migrations", async () => {
  const [pushed, ours] = [await database('pushed'), await database('ours')];
  const first = await push('pushed');
  for (const file of files) assert.ok(first.includes(`Applying migration ${file}`), file);
  assert.match(await push('pushed'), /up to date/);
  assert.deepEqual(await migrate(pushed, folder), [], 'our runner has nothing to apply');

  assert.deepEqual(await migrate(ours, folder), files);
  assert.match(await push('ours'), /up to date/);

  const history = (sql: postgres.Sql) =>
    sql`select version, name from supabase_migrations.schema_migrations order by version`.then((rows) => [...rows]);
  assert.deepEqual(await history(pushed), await history(ours));
  const schema = await readSchema(ours);
  assert.ok(schema.length > 600, `${schema.length} lines`);
  assert.deepEqual(await readSchema(pushed), schema);
});
