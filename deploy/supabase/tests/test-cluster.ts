import { randomBytes } from 'node:crypto';
import postgres from 'postgres';
import { startPostgres } from '../../backend/postgres/start-postgres.ts';
import { tempFolder } from './temp-folder.ts';

/**
 * Settings of a server with disposable data: no write waits for the disk. Sessions are short, so a plan for any values is
 * made at once, not after five plans for given values. Databases are short-lived too, and there are a hundred of them:
 * autovacuum would visit one or two in each second.
 */
export const disposableSettings = {
  max_connections: '200',
  fsync: 'off',
  synchronous_commit: 'off',
  full_page_writes: 'off',
  autovacuum: 'off',
  shared_buffers: '64MB',
  plan_cache_mode: 'force_generic_plan',
};

/** A throw-away Postgres server that many test files share. Each works in a database of its own. */
export interface TestCluster {
  /** Address of the database `postgres`, as the owner. */
  url: string;
  stop(): Promise<void>;
}

/** Environment variable with the address of the server that test files share, set by the suite's runner. */
export const clusterVariable = 'TWOSTROKE_TEST_CLUSTER';

/** Address of the server that test files share, when they run together. */
export function sharedCluster(): string | undefined {
  return process.env[clusterVariable];
}

export async function startTestCluster(): Promise<TestCluster> {
  const folder = tempFolder();
  const server = await startPostgres({
    dataFolder: folder.path,
    password: 'test',
    settings: disposableSettings,
  });
  return {
    url: server.databaseUrl,
    async stop() {
      await server.stop();
      folder.remove();
    },
  };
}

/** Address of another database on the same server. */
export function databaseOn(clusterUrl: string, name: string): string {
  const url = new URL(clusterUrl);
  url.pathname = `/${name}`;
  return url.href;
}

/**
 * Makes a database that is cloned later.
 * @param prepare fills it and closes its connections
 * @param from the database that it is cloned from
 */
export async function createTemplate(
  clusterUrl: string,
  name: string,
  prepare: (databaseUrl: string) => Promise<void>,
  from = 'template1',
): Promise<void> {
  await copyDatabase(clusterUrl, from, name);
  await prepare(databaseOn(clusterUrl, name));
  // A database with open connections can't be copied.
  await usingDatabase(clusterUrl, (sql) => sql.unsafe(`alter database "${name}" with allow_connections false`));
}

/**
 * Makes a template unless another test file has made it: files that start at the same moment wait for each other.
 * @param prepare fills it and closes its connections
 * @param from the template that it is cloned from
 */
export async function ensureTemplate(
  clusterUrl: string,
  name: string,
  prepare: (databaseUrl: string) => Promise<void>,
  from?: string,
): Promise<void> {
  await usingDatabase(clusterUrl, async (sql) => {
    await sql`select pg_advisory_lock(hashtext(${name}))`;
    const finished = await sql`select from pg_database where datname = ${name} and not datallowconn`;
    if (finished.length > 0) return;
    await sql.unsafe(`drop database if exists "${name}"`);
    await createTemplate(clusterUrl, name, prepare, from);
  });
}

/**
 * Copies a template.
 * @returns the address of the new database, which nothing else uses
 */
export async function cloneDatabase(clusterUrl: string, template: string): Promise<string> {
  const name = `${template}_${randomBytes(6).toString('hex')}`;
  await copyDatabase(clusterUrl, template, name);
  return databaseOn(clusterUrl, name);
}

/** Deletes a database of its own and ends what is still connected to it. */
export async function dropDatabase(databaseUrl: string): Promise<void> {
  const name = new URL(databaseUrl).pathname.slice(1);
  await usingDatabase(databaseOn(databaseUrl, 'postgres'), (sql) => sql.unsafe(`drop database "${name}" with (force)`));
}

/** Runs work on a connection to a database, which is closed afterwards. */
export async function usingDatabase(databaseUrl: string, work: (sql: postgres.Sql) => Promise<unknown>): Promise<void> {
  const sql = postgres(databaseUrl, { max: 1, onnotice: () => undefined });
  try {
    await work(sql);
  } finally {
    await sql.end();
  }
}

/** Copying files is the cheapest strategy on a server that never waits for its disk. */
function copyDatabase(clusterUrl: string, template: string, name: string): Promise<void> {
  const statement = `create database "${name}" template "${template}" strategy file_copy`;
  return usingDatabase(clusterUrl, (sql) => sql.unsafe(statement));
}
