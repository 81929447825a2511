import type { ReservedSql, Sql } from 'postgres';

/** PostgREST's own code for it, answered with 504. */
const NONE_FREE = 'PGRST003';
/** As the driver's own codes of connections that are no more. */
const REPLACED = 'CONNECTION_REPLACED';

/** How often a caller goes on to the pool that took the place of his. */
const MOVES = 3;

interface Pool {
  reserve: Sql['reserve'];
  end: Sql['end'];
  /** Callers that wait for a connection, to be told when another pool has taken the place of this one. */
  waiting: Set<() => void>;
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
        // Nothing of this caller has been sent: he waited, or met the word of a connection that had ended before.
        const mayMove = codeOf(error) === REPLACED || codeOf(error) === '57P01';
        if (!mayMove || moves === MOVES) throw error;
      }
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
  return { reserve: sql.reserve.bind(sql), end: sql.end.bind(sql), waiting: new Set() };
}

/** @throws Error with the code PGRST003 when none comes free, CONNECTION_REPLACED when the pool is no more */
async function connectionOf({ reserve, waiting }: Pool, waitMs: number): Promise<ReservedSql> {
  const reserved = reserve();
  let stopWaiting = (): void => undefined;
  const inVain = new Promise<never>((_, reject) => {
    const giveUp = (code: string, message: string) => (): void => {
      // It may come yet, and nobody waits for it any more.
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
