import * as v from 'valibot';
import type { FetchRows } from './list-addresses.ts';

const pageOfRows = v.array(v.record(v.string(), v.string()));

/** The most rows of one answer; hosted Supabase caps at the same number. */
const PAGE = 1000;

/** Reads all rows of a PostgREST query as a visitor, page by page. */
export function fetchRowsFrom(url: string, key: string, ask = fetch): FetchRows {
  return async (query) => {
    const rows: Record<string, string>[] = [];
    for (let offset = 0; ; offset += PAGE) {
      const answer = await ask(`${url}/rest/v1/${query}&limit=${PAGE}&offset=${offset}`, {
        headers: { apikey: key, Authorization: `Bearer ${key}` },
        signal: AbortSignal.timeout(5000),
      });
      if (!answer.ok) throw new Error(`${query} answered ${answer.status}`);
      const page = v.parse(pageOfRows, await answer.json());
      rows.push(...page);
      if (page.length < PAGE) return rows;
    }
  };
}

/** Reads the version of the content that pages are made from. */
export function contentVersionFrom(url: string, key: string, ask = fetch): () => Promise<string> {
  return async () => {
    const answer = await ask(`${url}/rest/v1/rpc/content_version`, {
      method: 'POST',
      headers: { apikey: key, Authorization: `Bearer ${key}`, 'Content-Type': 'application/json' },
      body: '{}',
      signal: AbortSignal.timeout(5000),
    });
    if (!answer.ok) throw new Error(`content_version answered ${answer.status}`);
    return v.parse(v.string(), await answer.json());
  };
}
