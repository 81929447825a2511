// A backend in a process of its own, for tests that kill it or run several. Arguments: data folder; for the shop's own
// tables and catalog 'shop'; the address of a shared database. Prints one line of JSON when it answers, or the sentence
// of its error.
import { closeOnSignals } from '../close-on-signals.ts';
import { silentLogger } from '../logger.ts';
import { outliveEndedConnections } from '../outlive-ended-connections.ts';
import { startBackend } from '../start-backend.ts';
import { testMigrations } from './test-backend.ts';

const [, , dataFolder = '', tables = 'notes', databaseUrl] = process.argv;
outliveEndedConnections();
const unlimited = { max: 1_000_000, perSeconds: 1 };
try {
  const backend = await startBackend({
    dataFolder,
    databaseUrl,
    logger: silentLogger,
    ...(tables === 'shop' ? { seed: 'catalog' } : { seed: 'none', migrationsFolder: testMigrations }),
    // All its clients are on this machine, which may be slow: every concurrent call must be served.
    limits: {
      statementTimeoutMs: 120_000,
      requestsPerAddress: unlimited,
      calls: { prices_per_address: unlimited, visitor_writes_per_address: unlimited },
    },
  });
  closeOnSignals(() => backend.close(), silentLogger);
  const { url } = await backend.listen(0);
  const [server] = await backend.sql<{ pid: number }[]>`select pg_backend_pid() as pid`;
  const { anonKey, serviceKey, databaseUrl: database } = backend;
  console.log(JSON.stringify({ url, anonKey, serviceKey, databaseUrl: database, backendPid: server?.pid }));
} catch (error) {
  console.log(JSON.stringify({ rejected: error instanceof Error ? error.message : String(error) }));
  process.exit(1);
}
