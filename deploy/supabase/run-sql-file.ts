import { readFileSync } from 'node:fs';
import { basename } from 'node:path';
import type { Sql, TransactionSql } from 'postgres';

/**
 * Runs the statements of one file in one round trip.
 *
 * @throws an Error that names file and line when one of them fails.
 */
export async function runSqlFile(sql: Sql | TransactionSql, path: string): Promise<void> {
  await runSqlText(sql, readFileSync(path, 'utf8'), basename(path));
}

export async function runSqlText(sql: Sql | TransactionSql, text: string, name: string): Promise<void> {
  try {
    await sql.unsafe(text).simple();
  } catch (error) {
    const { message, position, code, detail, where } = error as Record<string, string | undefined>;
    const line = position === undefined ? '' : `:${text.slice(0, Number(position)).split('\n').length}`;
    const more = [detail, where].filter(Boolean).join('\n');
    throw new Error(`${name}${line}: ${message ?? String(error)} (${code ?? 'no code'})${more ? `\n${more}` : ''}`, {
      cause: error,
    });
  }
}
