import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { createHealth, type HealthCheck } from '../gateway/health.ts';
import { listenAlone } from '../gateway/listen-alone.ts';
import { silentLogger, type Logger } from '../logger.ts';
import { startPostgres } from '../postgres/start-postgres.ts';
import { poll } from '../testing/poll.ts';
import { startTestBackend } from '../testing/test-backend.ts';
import { tempFolder } from '../../supabase/tests/temp-folder.ts';

const lines: string[] = [];
const note = (line: string) => void lines.push(line);
const logger: Logger = { info: note, warn: note, error: note };

/** Serves the answers of these checks. */
async function serve(checks: Record<string, HealthCheck>): Promise<string> {
  const { url, close } = await listenAlone(createHealth({ checks, logger, withinMs: 50 }), 0, {
    logger: silentLogger,
    isBehindProxy: false,
  });
  after(close);
  return url;
}

async function read(address: string, method = 'GET') {
  const answer = await fetch(address, { method });
  return { status: answer.status, cached: answer.headers.get('cache-control'), text: await answer.text() };
}

test('a process is alive whatever its parts do, and ready while each of them works', async () => {
  let database: HealthCheck = () => Promise.resolve();
  let asked = 0;
  const url = await serve({ database: () => ((asked += 1), database()), renderer: () => Promise.resolve() });
  const ready = '{"ready":true,"database":"ready","renderer":"ready"}\n';
  assert.deepEqual(await read(`${url}/readyz`), { status: 200, cached: 'no-store', text: ready });
  const broken = '{"ready":false,"database":"not ready","renderer":"ready"}\n';
  for (const failing of [
    () => Promise.reject(new Error('password of the database')),
    () => new Promise(() => undefined),
    () => {
      throw new Error('password of the database');
    },
  ]) {
    database = failing;
    const before = asked;
    await poll('a check', async () => (await read(`${url}/readyz?again`), asked > before));
    assert.deepEqual(await read(`${url}/readyz`), { status: 503, cached: 'no-store', text: broken });
    assert.deepEqual(await read(`${url}/healthz`), { status: 200, cached: 'no-store', text: '{"alive":true}\n' });
  }
  assert.deepEqual(lines, ['Not ready: database.'], 'one line for a change, none for a request');
  database = () => Promise.resolve();
  await poll('the database', async () => (await read(`${url}/readyz`)).status === 200);
  assert.deepEqual(lines, ['Not ready: database.', 'Ready again.']);

  asked = 0;
  await Promise.all(Array.from({ length: 50 }, () => read(`${url}/readyz`)));
  assert.ok(asked <= 5, `50 requests at once checked ${asked} times`);
});

test('only these two addresses are taken, and only to read', async () => {
  const url = await serve({});
  for (const path of ['/healthz', '/readyz']) {
    assert.equal((await read(url + path, 'POST')).status, 405);
    assert.equal((await read(url + path, 'HEAD')).text, '');
    for (const other of [`${path}/`, `${path}x`, `/x${path}`]) assert.equal((await read(url + other)).status, 404);
  }
});

test('a backend whose Postgres was stopped says that its database is not ready', async (t) => {
  const folder = tempFolder();
  const server = await startPostgres({ dataFolder: folder.path, password: 'only-for-tests', logger: silentLogger });
  const given = await startTestBackend({ databaseUrl: server.databaseUrl });
  t.after(async () => {
    await given.stop();
    folder.remove();
  });
  const ready = { status: 200, cached: 'no-store', text: '{"ready":true,"database":"ready"}\n' };
  assert.deepEqual(await read(`${given.url}/readyz`), ready);
  await server.stop();
  await poll('the loss', async () => (await read(`${given.url}/readyz`)).status === 503);
  assert.equal((await read(`${given.url}/readyz`)).text, '{"ready":false,"database":"not ready"}\n');
  assert.equal((await read(`${given.url}/healthz`)).status, 200);
});
