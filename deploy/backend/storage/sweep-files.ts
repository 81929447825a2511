import type { Sql } from '../database/open-database.ts';
import type { StoredFiles } from './stored-files.ts';

/** Removes files without a row: those of uploads that did not finish, and of removals whose process ended. */
export async function sweepFiles(sql: Sql, files: StoredFiles): Promise<void> {
  const old = await files.listOld();
  if (old.length === 0) return;
  const ids = old.filter((name) => /^[0-9a-f-]{36}$/.test(name));
  const rows = await sql<{ id: string }[]>`select id from storage.objects where id = any (${ids}::uuid[])`;
  const kept = new Set(rows.map(({ id }) => id));
  for (const name of old) if (!kept.has(name)) await files.remove(name);
}
