import type { ReservedSql, Sql } from 'postgres';

/**
 * lite sets role and claims by five statements before each query, and unprepared each takes two journeys to the
 * server. They are always the same five, so they are prepared once for each connection: a third off a read. Queries of
 * visitors stay unprepared: there is no end of them, and each would stay in the server's memory.
 */
export function prepareSettings(driver: Sql): void {
  const reserve = driver.reserve.bind(driver);
  driver.reserve = async (): Promise<ReservedSql> => {
    const reserved = await reserve();
    const unsafe = reserved.unsafe.bind(reserved);
    const prepared: typeof reserved.unsafe = (query, parameters, options) =>
      unsafe(query, parameters, { prepare: query.startsWith('SELECT set_config('), ...options });
    return Object.assign(reserved, { unsafe: prepared });
  };
}
