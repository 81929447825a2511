import type { FetchRows } from '../prerender/list-addresses.ts';

/** How long an answer counts as fresh. */
const FRESH_MS = 30_000;

/**
 * Runs each query at most every 30 seconds, whatever the number of callers. While the backend is down, the last answer
 * stays, and no caller waits for a backend that has just failed. The same array is returned until it changes.
 */
export function cacheRows(fetchRows: FetchRows, now: () => number = Date.now): FetchRows {
  const known = new Map<string, { at: number; rows: Awaited<ReturnType<FetchRows>> }>();
  const underway = new Map<string, ReturnType<FetchRows>>();

  async function ask(query: string): ReturnType<FetchRows> {
    const last = known.get(query);
    const rows = await fetchRows(query).catch((failure: unknown) => {
      if (last) return last.rows;
      throw failure;
    });
    known.set(query, { at: now(), rows });
    return rows;
  }

  return (query) => {
    const last = known.get(query);
    if (last && now() - last.at < FRESH_MS) return Promise.resolve(last.rows);
    const asked = underway.get(query) ?? ask(query).finally(() => underway.delete(query));
    underway.set(query, asked);
    return asked;
  };
}
