import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Sql } from 'postgres';
import { runSqlText } from './run-sql-file.ts';

/** A file below `schemas/`, the source of the database. */
export interface SchemaFile {
  /** As config.toml lists it, without `./`: `schemas/booking/booking-items.sql`. */
  path: string;
  text: string;
}

/** The schema files in the order in which `schema_paths` of config.toml lists them. */
export function schemaFiles(): SchemaFile[] {
  const config = readFileSync(join(import.meta.dirname, 'config.toml'), 'utf8');
  const [, list] = /^schema_paths = \[\n(.*?)^\]/ms.exec(config) ?? [];
  if (list === undefined) throw new Error('config.toml has no list schema_paths in [db.migrations].');
  return [...list.matchAll(/^ *"\.\/(.+)",$/gm)].map(([, path = '']) => ({
    path,
    text: readFileSync(join(import.meta.dirname, path), 'utf8'),
  }));
}

/**
 * Builds the schema from its source, in one transaction, in a database that has what Supabase provides.
 *
 * @throws an Error that names file and line when a statement fails.
 */
export async function applySchemas(sql: Sql, files = schemaFiles()): Promise<void> {
  await sql.begin(async (transaction) => {
    // A function may call one of a later file.
    await transaction`set local check_function_bodies = off`;
    for (const { path, text } of files) await runSqlText(transaction, text, path);
  });
}
