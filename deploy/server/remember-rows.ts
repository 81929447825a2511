import type { FetchRows } from '../release/prerender/list-addresses.ts';

/** How long an answer counts as fresh. */
const FRESH_MS = 30_000;

/**
 * Asks each query at most every 30 seconds, whoever wants to know. While the backend can't say, the last answer stands:
 * nobody waits for a backend that was down just now. The same array is answered until another one came.
 */
export function rememberRows(fetchRows: FetchRows, now: () => number = Date.now): FetchRows {
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
