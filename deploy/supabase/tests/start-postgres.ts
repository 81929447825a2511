import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type postgres from 'postgres';
import { readMigrations } from '../../backend/database/read-migrations.ts';
import { seedDatabase } from '../seed/seed-database.ts';
import {
  cloneDatabase,
  createTemplate,
  dropDatabase,
  ensureTemplate,
  sharedCluster,
  startTestCluster,
  usingDatabase,
} from './test-cluster.ts';

const here = import.meta.dirname;
const migrations = join(here, '../migrations');

/** Databases of a test file on a temporary Postgres 17 on 127.0.0.1. */
export interface TestPostgres {
  /** Connection address of one of its databases, as the owner `postgres`. */
  url(database: string): string;
  /** Creates an empty database with the auth stub; `setup` runs before the migrations. */
  createDatabase(name: string, setup?: string): Promise<void>;
  /** Creates a database with the migrations of a folder. */
  createMigrated(name: string, folder?: string): Promise<void>;
  stop(): Promise<void>;
}

/**
 * Databases on the server that test files share, or on a fresh server in a temporary folder, which is started in the
 * same way as the embedded backend, so that it also works as root in a private folder.
 */
export async function startPostgres(): Promise<TestPostgres> {
  const shared = sharedCluster();
  const cluster = shared ? { url: shared, stop: () => Promise.resolve() } : await startTestCluster();
  const addresses = new Map<string, string>();
  const url = (database: string): string => {
    const address = addresses.get(database);
    if (address === undefined) throw new Error(`There is no database ${database}.`);
    return address;
  };
  return {
    url,
    async createDatabase(name, setup = '') {
      const address = await cloneDatabase(cluster.url, 'template1');
      addresses.set(name, address);
      await usingDatabase(address, async (sql) => {
        await addSupabaseParts(sql);
        if (setup !== '') await sql.unsafe(setup);
      });
    },
    async createMigrated(name, folder = migrations) {
      const known = readMigrations(migrations);
      const asked = readMigrations(folder);
      const isLonger = known.every(({ text }, index) => asked[index]?.text === text);
      if (!isLonger) throw new Error(`${folder} does not begin with the migrations of this repository.`);
      const address = await cloneDatabase(cluster.url, await migratedTemplate(cluster.url));
      addresses.set(name, address);
      await usingDatabase(address, (sql) => applyMigrations(sql, folder, known.length));
    },
    async stop() {
      for (const address of addresses.values()) await dropDatabase(address);
      await cluster.stop();
    },
  };
}

/** Applies the migrations of a folder, each in a transaction, in the order of their names. */
export async function applyMigrations(sql: postgres.Sql, folder = migrations, from = 0): Promise<void> {
  for (const { file, text } of readMigrations(folder).slice(from))
    await sql
      .begin((tx) => tx.unsafe(text))
      .catch((error: unknown) => {
        throw new Error(`${file}: ${error instanceof Error ? error.message : String(error)}`, { cause: error });
      });
}

/** Name of the migrated and seeded database on the shared server. */
export const seededTemplate = 'seeded';

/** Makes the template on a server that `openDatabase` clones. */
export async function createSeededTemplate(clusterUrl: string): Promise<void> {
  const from = await migratedTemplate(clusterUrl);
  const seed = (address: string) => usingDatabase(address, (sql) => seedDatabase(sql, { demo: true }));
  await createTemplate(clusterUrl, seededTemplate, seed, from);
}

/** Makes the template with all migrations unless another file has made it. @returns its name */
async function migratedTemplate(clusterUrl: string): Promise<string> {
  await ensureTemplate(clusterUrl, 'migrated', (address) =>
    usingDatabase(address, async (sql) => {
      await addSupabaseParts(sql);
      await applyMigrations(sql);
    }),
  );
  return 'migrated';
}

/** What a Supabase project has before the first migration, for a bare Postgres. */
export async function addSupabaseParts(sql: postgres.Sql): Promise<void> {
  await sql.unsafe(await readFile(join(here, 'auth-stub.sql'), 'utf8'));
  await sql.unsafe(await readFile(join(here, '../provided/storage.sql'), 'utf8'));
}
