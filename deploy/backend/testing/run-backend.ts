// A backend in a process of its own, for tests that kill it. Arguments: data folder, migrations folder.
// Prints one line of JSON when it answers, or the sentence of its error.
import { closeOnSignals } from '../close-on-signals.ts';
import { silentLogger } from '../logger.ts';
import { startBackend } from '../start-backend.ts';
import { testMigrations } from './test-backend.ts';

const [, , dataFolder = ''] = process.argv;
try {
  const backend = await startBackend({
    dataFolder,
    seed: 'none',
    logger: silentLogger,
    migrationsFolder: testMigrations,
  });
  closeOnSignals(() => backend.close(), silentLogger);
  const { url } = await backend.listen(0);
  const [server] = await backend.sql<{ pid: number }[]>`select pg_backend_pid() as pid`;
  console.log(JSON.stringify({ url, serviceKey: backend.serviceKey, backendPid: server?.pid }));
} catch (error) {
  console.log(JSON.stringify({ refused: error instanceof Error ? error.message : String(error) }));
  process.exit(1);
}
