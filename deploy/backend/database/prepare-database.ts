import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Sql } from 'postgres';
import { runInTransaction } from '../../supabase/run-in-transaction.ts';
import { runSqlFile } from '../../supabase/run-sql-file.ts';

const here = dirname(fileURLToPath(import.meta.url));

export const defaultMigrationsFolder = join(here, '..', '..', 'supabase', 'migrations');

/** What a Supabase project has before the first migration: roles, helpers of policies, publication, storage. */
export async function runPreamble(sql: Sql): Promise<void> {
  await runSqlFile(sql, join(here, 'preamble.sql'));
  await runSqlFile(sql, join(here, '..', '..', 'supabase', 'provided', 'storage.sql'));
}

/**
 * What hosted Supabase does in its own services: phone codes, sessions, second factors and the feed of changes. Runs after the migrations.
 * @param apiRole the database user of the API
 */
export async function runBackendSql(sql: Sql, apiRole: string): Promise<void> {
  await runSqlFile(sql, join(here, 'phone-codes.sql'));
  await runSqlFile(sql, join(here, 'sessions.sql'));
  await runSqlFile(sql, join(here, 'mail-codes.sql'));
  await runSqlFile(sql, join(here, 'sign-ups.sql'));
  await runSqlFile(sql, join(here, 'factors.sql'));
  await runInTransaction(sql, async (transaction) => {
    await transaction`select set_config('backend.api_role', ${apiRole}, true)`;
    await runSqlFile(transaction, join(here, 'realtime.sql'));
  });
}

/** Fills an empty database with the catalog; with demo: true also with sample reviews. Keeps the rows of a filled one. */
export async function seed(sql: Sql, options: { demo: boolean }): Promise<void> {
  const { seedDatabase } = await import('../../supabase/seed/seed-database.ts');
  await seedDatabase(sql, options);
}

/** Stores the share of page loads that report. At 0 nothing is asked for, so a report stands for one visit. */
export async function storeReportShare(sql: Sql, share: number): Promise<void> {
  await sql`
    insert into private.settings (name, value) values ('report_share', ${String(share || 1)})
    on conflict (name) do update set value = excluded.value`;
}

/**
 * Says that Auth confirms e-mail addresses, so that a sign-in with one accepts an invitation and claims bookings. Not where
 * there are accounts and the setting was never stored: they may be older than the confirmations.
 */
export async function trustConfirmations(sql: Sql): Promise<void> {
  await sql`
    insert into private.settings (name, value) select 'emails_are_confirmed', 'on' where not exists (select from auth.users)
    on conflict (name) do nothing`;
}
