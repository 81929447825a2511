import { readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import type { Sql } from 'postgres';
import { runSqlText } from './run-sql-file.ts';

interface Migration {
  version: string;
  name: string;
  file: string;
  text: string;
}

/**
 * Applies the migrations that the database does not have yet, each in one transaction with its row in the
 * Supabase CLI's history table, so that both tools agree on what is applied.
 *
 * @returns the names of the files applied now.
 * @throws an Error that names the file when history was changed or a statement is refused.
 */
export async function migrate(sql: Sql, folder: string): Promise<string[]> {
  await sql.unsafe(historyTable).simple();
  const files = readMigrations(folder);
  const applied = await sql<{ version: string; statements: string[] | null }[]>`
    select version, statements from supabase_migrations.schema_migrations order by version`;
  refuseChangedHistory(files, applied);
  const known = new Set(applied.map((row) => row.version));
  const pending = files.filter((file) => !known.has(file.version));
  for (const migration of pending) {
    await sql.begin(async (transaction) => {
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

function readMigrations(folder: string): Migration[] {
  return readdirSync(folder)
    .filter((file) => file.endsWith('.sql'))
    .sort()
    .map((file) => {
      const [, version, name] = /^(\d+)_(.+)\.sql$/.exec(file) ?? [];
      if (version === undefined || name === undefined)
        throw new Error(`${file}: a migration is called <number>_<name>.sql, so that its order is certain.`);
      return { version, name, file, text: readFileSync(join(folder, file), 'utf8') };
    });
}

function refuseChangedHistory(files: Migration[], applied: { version: string; statements: string[] | null }[]): void {
  const byVersion = new Map(files.map((file) => [file.version, file]));
  for (const { version, statements } of applied) {
    const file = byVersion.get(version);
    if (!file)
      throw new Error(
        `The database has migration ${version}, which this checkout does not have: a newer version of the site has used it. ` +
          `Check out that version, or begin anew with npm start -- --reset.`,
      );
    // Compared without white space and semicolons, because the Supabase CLI stores the statements one by one.
    if (statements && squeeze(statements.join('')) !== squeeze(file.text))
      throw new Error(
        `${file.file} was changed after it had been applied. Undo the change and write a new migration, ` +
          `or begin anew with npm start -- --reset.`,
      );
  }
  const newest = applied.at(-1)?.version;
  const known = new Set(applied.map((row) => row.version));
  const late = files.find((file) => newest !== undefined && file.version < newest && !known.has(file.version));
  if (late)
    throw new Error(
      `${late.file} is older than ${newest ?? ''}, which the database already has. Give it a newer number, ` +
        `or begin anew with npm start -- --reset.`,
    );
}

function squeeze(text: string): string {
  return text.replace(/[\s;]+/g, '');
}
