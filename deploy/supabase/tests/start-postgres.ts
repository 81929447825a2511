import { chmod, mkdtemp, readFile, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import postgres from 'postgres';
import { createTemplate, disposableSettings } from './test-cluster.ts';
import { startPostgres as startServer } from '../../backend/postgres/start-postgres.ts';
import { seedDatabase } from '../seed/seed-database.ts';

const here = import.meta.dirname;

/** A temporary Postgres 17 on 127.0.0.1. */
export interface TestPostgres {
  /** Connection address of a database on it, as the owner `postgres`. */
  url(database: string): string;
  /** Creates an empty database with the auth stub; `setup` runs before the migrations. */
  createDatabase(name: string, setup?: string): Promise<void>;
  stop(): Promise<void>;
}

/**
 * Starts a fresh server in a temporary folder, in the same way as the embedded backend, so that it also works as root
 * in a private folder.
 */
export async function startPostgres(): Promise<TestPostgres> {
  const folder = await mkdtemp(join(tmpdir(), 'twostroke-pg-'));
  await chmod(folder, 0o755);
  const settings = disposableSettings;
  const server = await startServer({ dataFolder: folder, password: 'test', settings });
  const url = (database: string): string => server.databaseUrl.replace(/\/postgres$/, `/${database}`);
  return {
    url,
    async createDatabase(name, setup = '') {
      const root = postgres(url('postgres'), { max: 1 });
      await root.unsafe(`create database ${name}`);
      await root.end();
      const sql = postgres(url(name), { max: 1, onnotice: () => undefined });
      await addSupabaseParts(sql);
      if (setup !== '') await sql.unsafe(setup);
      await sql.end();
    },
    async stop() {
      await server.stop();
      await rm(folder, { recursive: true, force: true });
    },
  };
}

/** Applies all migrations of a folder, each in a transaction, in the order of their names. */
export async function applyMigrations(sql: postgres.Sql, folder = join(here, '../migrations')): Promise<void> {
  for (const file of (await readdir(folder)).sort()) {
    const text = await readFile(join(folder, file), 'utf8');
    await sql
      .begin((tx) => tx.unsafe(text))
      .catch((error: unknown) => {
        throw new Error(`${file}: ${error instanceof Error ? error.message : String(error)}`, { cause: error });
      });
  }
}

/** Migrates and seeds a database that has what Supabase provides. */
export async function fillDatabase(address: string, demo: boolean): Promise<void> {
  const sql = postgres(address, { max: 1, onnotice: () => undefined });
  await applyMigrations(sql);
  await seedDatabase(sql, { demo });
  await sql.end();
}

/** Name of the migrated and seeded database on the shared server. */
export const seededTemplate = 'seeded';

/** Makes the template on a server that `openDatabase` clones. */
export async function createSeededTemplate(clusterUrl: string): Promise<void> {
  await createTemplate(clusterUrl, seededTemplate, async (address) => {
    const sql = postgres(address, { max: 1, onnotice: () => undefined });
    await addSupabaseParts(sql);
    await sql.end();
    await fillDatabase(address, true);
  });
}

/** What a Supabase project has before the first migration, for a bare Postgres. */
export async function addSupabaseParts(sql: postgres.Sql): Promise<void> {
  await sql.unsafe(await readFile(join(here, 'auth-stub.sql'), 'utf8'));
  await sql.unsafe(await readFile(join(here, '../provided/storage.sql'), 'utf8'));
}
