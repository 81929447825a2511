import type { ReservedSql, Sql } from 'postgres';
import { isEndOfConnection } from '../../supabase/run-in-transaction.ts';

/** PostgREST's code for a connection that could not be acquired in time, answered with 504. */
const NONE_FREE = 'PGRST003';
/** In the form of the driver's codes for closed connections. */
const REPLACED = 'CONNECTION_REPLACED';

/** How often a caller retries on the pool that replaced its own. */
const MOVES = 3;

interface Pool {
  reserve: Sql['reserve'];
  end: Sql['end'];
  /** Callers that wait for a connection; rejected when another pool replaces this one. */
  waiting: Set<() => void>;
}

/**
 * Replaces the driver's pool of connections as soon as one of them fails. postgres 3.4.9 does not recover: a connection
 * that ended during a query keeps the server's error and rejects the next caller with it, and a caller that was
 * rejected, or waited while its connection ended (porsager/postgres#1195), later reserves a connection that is never
 * released. After a restart of Postgres with all ten connections in use, no call would be answered again. Calls on
 * other connections of the former pool finish; then these idle out. A caller that gets no connection in time is
 * rejected; a busy pool is no failure, so it is kept.
 * @param open opens another pool with the same settings, `idle_timeout` among them
 * @param waitMs how long a caller waits for a connection
 */
export function renewPool(driver: Sql, open: () => Sql, waitMs: number): void {
  let current: Pool = poolOf(driver);
  const renew = (pool: Pool): void => {
    if (pool !== current) return;
    current = poolOf(open());
    for (const moved of [...pool.waiting]) moved();
  };
  const reserveOf = async (pool: Pool): Promise<ReservedSql> => {
    try {
      const reserved = await connectionOf(pool, waitMs);
      const unsafe = reserved.unsafe.bind(reserved);
      const watched = (...args: Parameters<typeof unsafe>) => {
        const result = unsafe(...args);
        result.catch((error: unknown) => isEndOfConnection(error) && renew(pool));
        return result;
      };
      return Object.assign(reserved, { unsafe: watched as typeof unsafe });
    } catch (error) {
      if (codeOf(error) !== NONE_FREE) renew(pool); // no more than once for each pool
      throw error;
    }
  };
  driver.reserve = async () => {
    for (let moves = 0; ; moves += 1) {
      const pool = current;
      try {
        return await reserveOf(pool);
      } catch (error) {
        // This caller has sent nothing: it waited, or got the error of a connection that had ended before.
        const mayMove = codeOf(error) === REPLACED || codeOf(error) === '57P01';
        if (!mayMove || moves === MOVES) throw error;
      }
    }
  };
  const end = current.end;
  driver.end = async (options) => void (await Promise.all([...new Set([end, current.end])].map((one) => one(options))));
}

function poolOf(sql: Sql): Pool {
  return { reserve: sql.reserve.bind(sql), end: sql.end.bind(sql), waiting: new Set() };
}

/** @throws Error with the code PGRST003 when none becomes free in time, CONNECTION_REPLACED when the pool was replaced */
async function connectionOf({ reserve, waiting }: Pool, waitMs: number): Promise<ReservedSql> {
  const reserved = reserve();
  let stopWaiting = (): void => undefined;
  const inVain = new Promise<never>((_, reject) => {
    const giveUp = (code: string, message: string) => (): void => {
      // The connection may still arrive: release it, because the caller has given up.
      reserved.then((connection) => connection.release()).catch(() => undefined);
      reject(Object.assign(new Error(message), { code }));
    };
    const late = giveUp(NONE_FREE, 'No database connection came free. Try again in a moment.');
    const moved = giveUp(REPLACED, 'The pool of connections was replaced.');
    const timer = setTimeout(late, waitMs);
    waiting.add(moved);
    stopWaiting = () => {
      clearTimeout(timer);
      waiting.delete(moved);
    };
  });
  try {
    return await Promise.race([reserved, inVain]);
  } finally {
    stopWaiting();
  }
}

function codeOf(error: unknown): string | undefined {
  return (error as { code?: string } | undefined)?.code;
}
