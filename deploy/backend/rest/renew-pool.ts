import type { ReservedSql, Sql } from 'postgres';

/** PostgREST's own code for it, answered with 504. */
const NONE_FREE = 'PGRST003';

interface Pool {
  reserve: Sql['reserve'];
  end: Sql['end'];
}

/**
 * Replaces the driver's pool of connections as soon as one of them fails. postgres 3.4.9 does not get over it: a
 * connection that ended under a query keeps the server's word and refuses the next caller with it, and a caller who was
 * refused, or waits while his connection ends (porsager/postgres#1195), is handed a connection later that nobody gives
 * back. After a restart of Postgres with all ten connections in use no call would ever be answered again.
 * Calls on other connections of the former pool come to their end; then these are idle, and close by themselves.
 * A caller for whom no connection comes free is refused; that a pool is busy is no failure, and it stays.
 * @param open opens another pool with the same settings, `idle_timeout` among them
 * @param waitMs how long a caller waits for a connection: by default longer than a visitor does for an answer
 */
export function renewPool(driver: Sql, open: () => Sql, waitMs = 15_000): void {
  let current: Pool = poolOf(driver);
  const renew = (pool: Pool): void => {
    if (pool !== current) return;
    current = poolOf(open());
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
      if (codeOf(error) !== NONE_FREE) renew(pool);
      throw error;
    }
  };
  driver.reserve = async () => {
    const pool = current;
    try {
      return await reserveOf(pool);
    } catch (error) {
      // The word of a connection that ended before: nothing of this caller has been sent.
      if (codeOf(error) !== '57P01') throw error;
      return reserveOf(current);
    }
  };
  const end = current.end;
  driver.end = async (options) => void (await Promise.all([...new Set([end, current.end])].map((one) => one(options))));
}

/** Whether an error says that its connection is no more: the server's own word, or the driver's when the socket closed. */
export function isEndOfConnection(error: unknown): boolean {
  return /^(57P0|08|CONNECTION_|ECONN|EPIPE)/.test(codeOf(error) ?? '');
}

function poolOf(sql: Sql): Pool {
  return { reserve: sql.reserve.bind(sql), end: sql.end.bind(sql) };
}

/** @throws Error with the code PGRST003 when none comes free */
async function connectionOf(pool: Pool, waitMs: number): Promise<ReservedSql> {
  const reserved = pool.reserve();
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => {
      // It may come yet, and nobody waits for it any more.
      reserved.then((connection) => connection.release()).catch(() => undefined);
      reject(Object.assign(new Error('No database connection came free. Try again in a moment.'), { code: NONE_FREE }));
    }, waitMs);
  });
  try {
    return await Promise.race([reserved, late]);
  } finally {
    clearTimeout(timer);
  }
}

function codeOf(error: unknown): string | undefined {
  return (error as { code?: string } | undefined)?.code;
}
