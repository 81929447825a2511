import { createClient } from '@supabase/supabase-js';
import assert from 'node:assert/strict';
import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { after, test } from 'node:test';
import { silentLogger } from '../logger.ts';
import { DataFolderInUseError } from '../postgres/data-lock.ts';
import { readPostmasterFile } from '../postgres/orphaned-server.ts';
import { isRunning } from '../postgres/process-identity.ts';
import { resetData } from '../postgres/reset-data.ts';
import { startBackend } from '../start-backend.ts';
import { startScript } from '../testing/child-script.ts';
import { tempFolder } from '../../supabase/tests/temp-folder.ts';
import { settleInDatabase, testMigrations } from '../testing/test-backend.ts';
import { nodeWebSocket } from '../realtime/node-web-socket.ts';

const folder = tempFolder();
after(() => folder.remove());
const dataFolder = join(folder.path, 'data');
const cluster = join(dataFolder, 'postgres');

const start = () =>
  startBackend({
    dataFolder,
    seed: 'none',
    logger: silentLogger,
    migrationsFolder: testMigrations,
  });

async function startChild() {
  const started = await startScript('run-backend.ts', dataFolder);
  const { url, serviceKey } = JSON.parse(started.firstLine) as { url: string; serviceKey: string };
  const client = createClient(url, serviceKey, {
    auth: { persistSession: false, autoRefreshToken: false },
    realtime: { transport: nodeWebSocket },
  });
  return { ...started, client };
}

test('a second process on the same data folder is rejected with the pid of the first', async () => {
  const { child, ended } = await startChild();
  const postgres = readPostmasterFile(cluster)?.pid ?? 0;
  await assert.rejects(start(), (error: Error) => {
    assert.ok(error instanceof DataFolderInUseError);
    assert.match(error.message, new RegExp(`already in use by process ${child.pid}\\.`));
    return true;
  });
  await assert.rejects(resetData(dataFolder), DataFolderInUseError);
  assert.ok(isRunning(postgres), 'the rejected calls did not stop the server');
  child.kill('SIGTERM');
  assert.equal(await ended, 0);
  assert.equal(isRunning(postgres), false);
  assert.equal(existsSync(join(dataFolder, 'backend.lock')), false);
  assert.equal(existsSync(join(cluster, 'postmaster.pid')), false);
});

test('kill -9 during writes: the orphaned server is stopped and no acknowledged row is missing', async () => {
  const { child, ended, client } = await startChild();
  const orphan = readPostmasterFile(cluster)?.pid ?? 0;
  const acknowledged: string[] = [];
  const write = async (writer: number) => {
    for (let count = 0; ; count += 1) {
      const body = `writer ${writer} row ${count}`;
      const { error } = await client.from('notes').insert({ body });
      if (error) return;
      acknowledged.push(body);
      if (acknowledged.length === 60) child.kill('SIGKILL');
    }
  };
  await Promise.all([write(1), write(2), write(3), write(4)]);
  assert.equal(await ended, 'SIGKILL');
  assert.ok(isRunning(orphan));

  const backend = await start();
  try {
    assert.equal(isRunning(orphan), false);
    const rows = await backend.sql<{ body: string }[]>`select body from notes`;
    const kept = new Set(rows.map(({ body }) => body));
    assert.deepEqual(
      acknowledged.filter((body) => !kept.has(body)),
      [],
    );
    assert.ok(acknowledged.length >= 60);
  } finally {
    await backend.close();
  }
});

test('keys and sessions survive a restart; secrets are readable by the owner only', async () => {
  const first = await start();
  const { url } = await first.listen(0);
  const client = createClient(url, first.anonKey, {
    auth: { persistSession: false, autoRefreshToken: false },
    realtime: { transport: nodeWebSocket },
  });
  const account = { email: 'stays@example.in', password: 'correct horse' };
  await client.auth.signUp(account);
  await settleInDatabase(first.sql, account.email);
  const { data } = await client.auth.signInWithPassword(account);
  const { port } = new URL(url);
  await first.close();
  const second = await start();
  try {
    await second.listen(Number(port));
    assert.equal(second.anonKey, first.anonKey);
    assert.equal(second.isNew, false);
    assert.equal((await client.auth.getUser(data.session?.access_token)).data.user?.email, 'stays@example.in');
    assert.equal(statSync(join(dataFolder, 'secrets.json')).mode & 0o777, 0o600);
    const log = readFileSync(join(dataFolder, 'postgres.log'), 'utf8');
    assert.ok(!log.includes('stays@example.in'));
  } finally {
    await second.close();
    await second.close();
  }
});

test('resetting deletes the database and the keys, also after a kill -9', async () => {
  const { child, ended } = await startChild();
  const orphan = readPostmasterFile(cluster)?.pid ?? 0;
  child.kill('SIGKILL');
  await ended;
  await resetData(dataFolder);
  assert.equal(isRunning(orphan), false);
  assert.deepEqual(readdirSync(dataFolder), []);
});
