import type { Sql, TransactionSql } from 'postgres';

/**
 * Whether an error, or the cause that it names, means that its connection has ended: a code of the server, or the
 * driver's for a closed socket.
 */
export function isEndOfConnection(error: unknown): boolean {
  const { code, cause } = (error ?? {}) as { code?: string; cause?: unknown };
  return /^(57P0|08|CONNECTION_|ECONN|EPIPE)/.test(code ?? '') || (cause !== undefined && isEndOfConnection(cause));
}

/**
 * Runs work in a transaction, as `sql.begin` does, and survives the end of its connection: the driver (postgres 3.4.9)
 * would then write a rollback to the closed socket outside of any promise, which ends the process.
 *
 * @throws what the work throws; the driver's error CONNECTION_CLOSED when the connection ends.
 */
export async function runInTransaction<Result>(
  sql: Sql,
  work: (transaction: TransactionSql) => Promise<Result>,
): Promise<Result> {
  const { result } = await sql.begin(async (transaction) => {
    try {
      return { result: await work(transaction) };
    } catch (error) {
      // The driver rejects `begin` itself when the connection closes, and sends a rollback only once this has ended.
      if (isEndOfConnection(error)) await new Promise<never>(() => undefined);
      throw error;
    }
  });
  return result;
}
