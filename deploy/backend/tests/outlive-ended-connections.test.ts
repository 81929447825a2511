import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { test } from 'node:test';
import { fileURLToPath } from 'node:url';
import postgres from 'postgres';
import { startScript } from '../testing/child-script.ts';
import { tempFolder } from '../../supabase/tests/temp-folder.ts';

const script = fileURLToPath(new URL('../testing/lose-connections.ts', import.meta.url));
// Run in a process without the test runner, which would handle the rejections itself.
const run = (...args: string[]) =>
  spawnSync(process.execPath, ['--import', 'tsx', script, ...args], {
    encoding: 'utf8',
    env: { ...process.env, NODE_TEST_CONTEXT: undefined },
    timeout: 30_000,
  });

test('connections that end while they are being opened do not end the process', () => {
  const { status, stdout, stderr } = run();
  assert.deepEqual([status, stdout], [0, 'alive\n'], stderr);
});

test('any other unhandled rejection still ends the process', () => {
  const { status, stderr } = run('other');
  assert.notEqual(status, 0);
  assert.match(stderr, /an error of our own/);
});

test('connections that the server ends: calls get 503 or an answer, later calls succeed, and the process keeps running', async () => {
  const folder = tempFolder();
  const { child, firstLine, ended } = await startScript('run-backend.ts', folder.path);
  const { url, anonKey, databaseUrl } = JSON.parse(firstLine) as Record<'url' | 'anonKey' | 'databaseUrl', string>;
  const sql = postgres(databaseUrl, { max: 1 });
  const read = async (): Promise<number> =>
    (await fetch(`${url}/rest/v1/notes?select=id&limit=1`, { headers: { apikey: anonKey } })).status;
  const readAll = (count: number) => Promise.all(Array.from({ length: count }, read));
  try {
    await readAll(20);
    for (let round = 0; round < 3; round += 1) {
      const reads = readAll(40);
      const gone = await sql`
        select pg_terminate_backend(pid) from pg_stat_activity where application_name = 'twostroke-api'`;
      assert.ok(gone.length > 0);
      for (const status of await reads) assert.ok([200, 503].includes(status), String(status));
      assert.deepEqual(new Set(await readAll(20)), new Set([200]));
    }
  } finally {
    await sql.end();
    child.kill('SIGTERM');
    await ended;
    folder.remove();
  }
});
