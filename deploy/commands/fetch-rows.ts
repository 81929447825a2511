import type { FetchRows } from '../server/resolve-address.ts';

/** Most rows one answer holds; hosted Supabase caps at the same number. */
const PAGE = 1000;

/** Reads all rows of a PostgREST query as a visitor, page by page. */
export function fetchRowsFrom(url: string, key: string): FetchRows {
  return async (query) => {
    const rows: Record<string, string>[] = [];
    for (let offset = 0; ; offset += PAGE) {
      const answer = await fetch(`${url}/rest/v1/${query}&limit=${PAGE}&offset=${offset}`, {
        headers: { apikey: key, Authorization: `Bearer ${key}` },
        signal: AbortSignal.timeout(5000),
      });
      if (!answer.ok) throw new Error(`${query} answered ${answer.status}`);
      const page = (await answer.json()) as Record<string, string>[];
      rows.push(...page);
      if (page.length < PAGE) return rows;
    }
  };
}
