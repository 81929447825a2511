import type { Sql } from 'postgres';
import { runInTransaction } from '../../supabase/run-in-transaction.ts';
import { runSqlText } from '../../supabase/run-sql-file.ts';
import { adoptBaseline } from './adopt-baseline.ts';
import { readMigrations } from './read-migrations.ts';
import type { Migration } from './read-migrations.ts';

/**
 * Applies the migrations that the database does not have yet, each in one transaction with its row in the Supabase
 * CLI's history table, so that both tools agree on what is applied. A database made by the migrations that a baseline
 * replaces adopts the baseline first.
 *
 * @param log gets one sentence when a baseline was adopted.
 * @returns the names of the files applied now.
 * @throws an Error that names the file when history was changed or a statement fails.
 */
export async function migrate(
  sql: Sql,
  folder: string,
  log: (sentence: string) => void = () => undefined,
): Promise<string[]> {
  await sql.unsafe(historyTable).simple();
  const files = readMigrations(folder);
  const adopted = await adoptBaseline(sql, files);
  if (adopted !== undefined) log(adopted);
  // Joined by Postgres: postgres.js reads an array character by character, 0.3 s for all migrations.
  const applied = await sql<AppliedMigration[]>`
    select version, array_to_string(statements, '') as text from supabase_migrations.schema_migrations order by version`;
  rejectChangedHistory(files, applied);
  const known = new Set(applied.map((row) => row.version));
  const pending = files.filter((file) => !known.has(file.version));
  for (const migration of pending) {
    await runInTransaction(sql, async (transaction) => {
      await runSqlText(transaction, migration.text, migration.file);
      await transaction`
        insert into supabase_migrations.schema_migrations (version, name, statements)
        values (${migration.version}, ${migration.name}, ${[migration.text]})`;
    });
  }
  return pending.map((migration) => migration.file);
}

const historyTable = `
  create schema if not exists supabase_migrations;
  create table if not exists supabase_migrations.schema_migrations (
    version text not null primary key, statements text[], name text
  );
  revoke all on schema supabase_migrations from public, anon, authenticated;`;

/** A row of the history table. Its text is null where the tool that applied it stored none. */
interface AppliedMigration {
  version: string;
  text: string | null;
}

function rejectChangedHistory(files: Migration[], applied: AppliedMigration[]): void {
  const byVersion = new Map(files.map((file) => [file.version, file]));
  for (const { version, text } of applied) {
    const file = byVersion.get(version);
    if (!file)
      throw new Error(
        `The database has migration ${version}, which this checkout does not have: a newer version of the site has used it. ` +
          `Check out that version, or start over with npm start -- --reset.`,
      );
    // Otherwise compared without white space and semicolons, because the Supabase CLI stores the statements one by one.
    if (text !== null && text !== file.text && collapseSpaces(text) !== collapseSpaces(file.text))
      throw new Error(
        `${file.file} was changed after it had been applied. Undo the change and write a new migration, ` +
          `or start over with npm start -- --reset.`,
      );
  }
  const newest = applied.at(-1)?.version;
  const known = new Set(applied.map((row) => row.version));
  const late = files.find((file) => newest !== undefined && file.version < newest && !known.has(file.version));
  if (late)
    throw new Error(
      `${late.file} is older than ${newest ?? ''}, which the database already has. Give it a newer number, ` +
        `or start over with npm start -- --reset.`,
    );
}

function collapseSpaces(text: string): string {
  return text.replace(/[\s;]+/g, '');
}
