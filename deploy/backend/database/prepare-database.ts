import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Sql } from 'postgres';
import { runInTransaction } from '../../supabase/run-in-transaction.ts';
import { runSqlFile } from '../../supabase/run-sql-file.ts';
import type { BackendOptions } from '../backend-options.ts';
import { consoleLogger } from '../logger.ts';
import { liteConfig } from '../rest/lite-app.ts';
import type { LiteSchema } from '../rest/lite-schema.ts';
import { openLiteSchema } from '../rest/lite-schema.ts';
import { checkOwner } from './check-owner.ts';
import { migrate } from './migrate.ts';
import type { LoginService, ServiceLogin } from './service-logins.ts';
import { apiService, authService, prepareLogin, realtimeService, workerService } from './service-logins.ts';

const here = dirname(fileURLToPath(import.meta.url));

export const defaultMigrationsFolder = join(here, '..', '..', 'supabase', 'migrations');

/** The database users that the backend connects as, and the schema as its owner sees it. */
export interface PreparedDatabase {
  apiLogin: ServiceLogin;
  authLogin: ServiceLogin;
  realtimeLogin: ServiceLogin;
  /** Undefined without workers. */
  workerLogin: ServiceLogin | undefined;
  schema: Awaited<ReturnType<LiteSchema['read']>>;
}

/** Everything that is done as the database's owner before the API is open. One process does it at a time. */
export async function prepareDatabase(
  sql: Sql,
  databaseUrl: string,
  liteOptions: Parameters<typeof liteConfig>[0],
  options: BackendOptions,
): Promise<PreparedDatabase> {
  const { logger = consoleLogger, workers } = options;
  const givenLogins = new Map([
    [apiService, options.apiDatabaseUrl],
    [authService, options.authDatabaseUrl],
    [realtimeService, options.realtimeDatabaseUrl],
    ...(workers ? ([[workerService, options.workerDatabaseUrl]] as const) : []),
  ]);
  const missing = [...givenLogins].filter(([, given]) => !given).map(([{ variable }]) => variable);
  await checkOwner(sql, missing);
  const loginOf = (service: LoginService) =>
    prepareLogin(sql, service, { databaseUrl, given: givenLogins.get(service) });
  const lite = openLiteSchema(databaseUrl, liteConfig(liteOptions));
  try {
    await lite.makeTables();
    await runPreamble(sql);
    const apiLogin = await loginOf(apiService);
    const applied = await migrate(sql, options.migrationsFolder ?? defaultMigrationsFolder, (sentence) =>
      logger.info(sentence),
    );
    if (applied.length > 0) logger.info(`Database: ${applied.length} migrations applied.`);
    if (options.seed !== 'none') {
      await seed(sql, { demo: options.seed === 'demo' });
      await trustConfirmations(sql);
    }
    await runBackendSql(sql, apiLogin.role);
    const authLogin = await loginOf(authService);
    const realtimeLogin = await loginOf(realtimeService);
    if (options.reportShare !== undefined) await storeReportShare(sql, options.reportShare);
    const workerLogin = workers ? await loginOf(workerService) : undefined;
    return { apiLogin, authLogin, realtimeLogin, workerLogin, schema: await lite.read() };
  } finally {
    await lite.close();
  }
}

/** What a Supabase project has before the first migration: roles, helpers of policies, publication, storage. */
export async function runPreamble(sql: Sql): Promise<void> {
  await runSqlFile(sql, join(here, 'preamble.sql'));
  await runSqlFile(sql, join(here, '..', '..', 'supabase', 'provided', 'storage.sql'));
}

/**
 * What hosted Supabase does in its own services: phone codes, sessions, second factors, the feed of changes and what Storage reads. Runs after the migrations.
 * @param apiRole the database user of the API
 */
async function runBackendSql(sql: Sql, apiRole: string): Promise<void> {
  await runSqlFile(sql, join(here, 'phone-codes.sql'));
  await runSqlFile(sql, join(here, 'sessions.sql'));
  await runSqlFile(sql, join(here, 'mail-codes.sql'));
  await runSqlFile(sql, join(here, 'sign-ups.sql'));
  await runSqlFile(sql, join(here, 'factors.sql'));
  await runInTransaction(sql, async (transaction) => {
    await transaction`select set_config('backend.api_role', ${apiRole}, true)`;
    await runSqlFile(transaction, join(here, 'realtime.sql'));
    await runSqlFile(transaction, join(here, 'storage-reads.sql'));
  });
}

/** Fills an empty database with the catalog; with demo: true also with sample reviews. Keeps the rows of a filled one. */
async function seed(sql: Sql, options: { demo: boolean }): Promise<void> {
  const { seedDatabase } = await import('../../supabase/seed/seed-database.ts');
  await seedDatabase(sql, options);
}

/** Stores the share of page loads that report. At 0 nothing is asked for, so a report stands for one visit. */
async function storeReportShare(sql: Sql, share: number): Promise<void> {
  await sql`
    insert into private.settings (name, value) values ('report_share', ${String(share || 1)})
    on conflict (name) do update set value = excluded.value`;
}

/**
 * Says that Auth confirms e-mail addresses, so that a sign-in with one accepts an invitation and claims bookings. Not where
 * there are accounts and the setting was never stored: they may be older than the confirmations.
 */
async function trustConfirmations(sql: Sql): Promise<void> {
  await sql`
    insert into private.settings (name, value) select 'emails_are_confirmed', 'on' where not exists (select from auth.users)
    on conflict (name) do nothing`;
}
