import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { test } from 'node:test';
import { typesFile, typesOf } from '../generate-types.ts';
import { startPostgres } from './start-postgres.ts';

test('database.types.ts matches what the Supabase CLI generates from the migrations', async () => {
  const server = await startPostgres();
  try {
    await server.createMigrated('types');
    const written = (await readFile(typesFile, 'utf8')).split('\n');
    const wanted = (await typesOf(server.url('types'))).split('\n');
    assert.ok(wanted.length > 500, 'the CLI wrote a schema');
    assert.deepEqual(written, wanted, 'stale: run `npm run db:types`');
  } finally {
    await server.stop();
  }
});
