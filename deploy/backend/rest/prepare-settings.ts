import type { ReservedSql, Sql } from 'postgres';

/**
 * lite sets role and claims by five statements before each query, and unprepared each takes two journeys to the
 * server. They are always the same five, so they are prepared once for each connection: a third off a read. Queries of
 * visitors stay unprepared: there is no end of them, and each would stay in the server's memory.
 *
 * When the server ends a connection, lite still sends its ROLLBACK and gives the connection back; the driver would hand
 * it out again and write to a socket that is no more, outside of any promise, which ends the process. So what follows
 * the end of a connection is refused here, and it is not given back: the driver opens another by itself.
 */
export function prepareSettings(driver: Sql): void {
  const reserve = driver.reserve.bind(driver);
  driver.reserve = async (): Promise<ReservedSql> => {
    const reserved = await reserve();
    const unsafe = reserved.unsafe.bind(reserved);
    const release = reserved.release.bind(reserved);
    let ended: Error | undefined;
    const prepared = ((query, parameters, options) => {
      if (ended) return Promise.reject(ended);
      const result = unsafe(query, parameters, { prepare: query.startsWith('SELECT set_config('), ...options });
      result.catch((error: Error & { code?: string }) => {
        if (isEndOfConnection(error.code)) ended = error;
      });
      return result;
    }) as typeof reserved.unsafe;
    return Object.assign(reserved, { unsafe: prepared, release: () => (ended ? undefined : release()) });
  };
}

/** The server's own word (it is stopped, or somebody ended the session), or the driver's when the socket closed. */
function isEndOfConnection(code: string | undefined): boolean {
  return code !== undefined && /^(57P0|08|CONNECTION_|ECONN|EPIPE)/.test(code);
}
