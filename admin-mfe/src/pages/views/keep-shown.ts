import { toAppError } from '@twostroke/shared/client';
import { useRevalidator } from '@twostroke/shared/router';
import { useEffect } from 'react';

/** Until a reload that failed is tried again, in milliseconds. */
const againMs = 5000;

export interface Kept {
  /** The last reload failed: this is what was shown before. */
  isStale?: boolean;
}

/** What /admin shows now, and the query of its address. Null while another page is shown. */
let shown: { search: string; data: Kept } | null = null;

/**
 * Reloads a view. The board is live, so it also reloads while somebody types: where the network or the backend fails,
 * the data that is shown stays, marked as stale, because an error page would remove what is typed.
 * @throws AppError
 */
export async function reloadOrKeep<Data extends Kept>(search: string, load: () => Promise<Data>): Promise<Data> {
  try {
    return await load();
  } catch (thrown) {
    const isPassing = ['offline', 'timeout', 'unavailable', 'rate_limited'].includes(toAppError(thrown).code);
    if (!isPassing || shown?.search !== search) throw thrown;
    return { ...(shown.data as Data), isStale: true };
  }
}

/** Names the data of the page, so that it can be kept, and asks again while it is stale. */
export function useKeepShown(search: string, data: Kept): void {
  const { revalidate } = useRevalidator();
  useEffect(() => {
    shown = { search, data };
    return () => {
      shown = null;
    };
  }, [search, data]);
  useEffect(() => {
    if (!data.isStale) return;
    const timer = setTimeout(() => void revalidate(), againMs);
    return () => clearTimeout(timer);
  }, [data, revalidate]);
}
