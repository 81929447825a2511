// The embedded Postgres crashes while the site runs, with the workers that npm start has: it is restarted, and everything
// that uses it recovers.
import assert from 'node:assert/strict';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { defaultMigrationsFolder } from '../../backend/database/prepare-database.ts';
import { silentLogger, type Logger } from '../../backend/logger.ts';
import { outliveEndedConnections } from '../../backend/outlive-ended-connections.ts';
import { readPostmasterFile } from '../../backend/postgres/orphaned-server.ts';
import { startTestBackend } from '../../backend/testing/test-backend.ts';
import { poll } from '../../backend/testing/poll.ts';
import { tempFolder } from '../../supabase/tests/temp-folder.ts';
import { embeddedWorkers } from '../embedded-workers.ts';

const lines: string[] = [];
const note = (line: string) => void lines.push(line);
const logger: Logger = { ...silentLogger, warn: note, error: note };
const folder = tempFolder();
const dataFolder = join(folder.path, 'data');
const site = await startTestBackend({
  seed: 'demo',
  migrationsFolder: defaultMigrationsFolder,
  dataFolder,
  logger,
  // The rounds of the reconciler are the test's own, so that exactly one falls into each outage.
  workers: embeddedWorkers({ payments: { gateway: 'local', everySeconds: 3600 } }),
});
after(async () => {
  await site.stop();
  folder.remove();
});

before(() => {
  // As the processes of the backend: the test runner would count the rejection that no caller can catch as a failure.
  process.removeAllListeners('unhandledRejection');
  outliveEndedConnections();
});

const read = async () =>
  (await fetch(`${site.url}/rest/v1/brands?select=slug&limit=1`, { headers: { apikey: site.backend.anonKey } })).status;
const pid = () => {
  const { hostname, port } = new URL(site.backend.databaseUrl);
  assert.equal(hostname, '127.0.0.1');
  const file = readPostmasterFile(join(dataFolder, 'postgres'));
  return file && String(file.port) === port && file.isReady ? file.pid : undefined;
};

for (const signal of ['SIGKILL', 'SIGQUIT'] as const) {
  test(`after ${signal} the API answers again within seconds, and the log reports it once`, async () => {
    lines.length = 0;
    // All connections of the API's pool are open and in use, or idle, when the server dies.
    assert.deepEqual([...new Set(await Promise.all(Array.from({ length: 20 }, read)))], [200]);
    const statuses = new Set<number>();
    const former = pid();
    assert.ok(former);
    process.kill(former, signal);
    await site.backend.reconcilePayments();
    const isBack = async () => {
      const status = await read();
      statuses.add(status);
      return status === 200 && pid() !== undefined && pid() !== former;
    };
    // About a second, as `npm run bench -- restart` prints.
    await poll('the API', isBack);
    assert.deepEqual([...new Set(await Promise.all(Array.from({ length: 40 }, read)))], [200]);
    await poll('that it is ready', async () => (await fetch(`${site.url}/readyz`)).ok);
    const listeners = () => site.backend.sql`select from pg_stat_activity where query like 'listen "%'`;
    await poll("the backend's own pool, and the feed of changes", async () => (await listeners()).length > 0);
    assert.deepEqual(
      [...statuses].filter((status) => status !== 200 && status !== 503),
      [],
    );
    await site.backend.reconcilePayments();
    assert.equal(lines.length, 1, lines.join('\n'));
    assert.match(lines[0]!, /^Postgres stopped running \(.*\) and was started again\.$/);
  });
}
