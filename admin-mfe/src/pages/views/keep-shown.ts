import { toAppError } from '@twostroke/shared/client';
import { useRevalidator } from '@twostroke/shared/router';
import { useEffect } from 'react';
import { isUnreached } from '../../model/is-unreached.ts';

/** Until a reload that failed is tried again, in milliseconds. */
const againMs = 5000;

/** More bookings than these are read with the whole view, at once. */
const mostChanged = 20;

export interface Kept {
  /** The last reload failed: this is what was shown before. */
  isStale?: boolean;
  /** The number of the whole reading that this comes from. */
  reading?: number;
  /** The number of the last change that is in it. */
  until?: number;
}

/** What /admin shows now, and the query of its address. Null while another page is shown. */
let shown: { search: string; data: Kept } | null = null;

/** How often a whole view was read. */
let readings = 0;
/** Bookings that have changed since what is shown was read, each with the number of its last change. */
const changes = new Map<string, number>();
let lastChange = 0;
let asksForChanged = false;

/** Makes the next reload read only these bookings, and earlier ones that are not shown yet. */
export function askForChanged(ids: readonly string[]): void {
  lastChange += 1;
  for (const id of ids) changes.set(id, lastChange);
  asksForChanged = true;
}

/**
 * Reloads a view: only what has changed, where that was asked for and the whole view is shown. A whole reading that has
 * begun but is not shown would be interrupted, so it is made again. The board is live, so it also reloads while somebody
 * types: where the network or the backend fails, the data that is shown stays, marked as stale, because an error page
 * would remove what is typed.
 * @throws AppError
 */
export async function reloadOrKeep<Data extends Kept>(
  search: string,
  load: () => Promise<Data>,
  loadChanged: (before: Data, ids: readonly string[]) => Promise<Data> | null,
): Promise<Data> {
  const until = lastChange;
  const ids = asksForChanged ? [...changes.keys()] : [];
  asksForChanged = false;
  const before = shown?.search === search ? (shown.data as Data) : null;
  const isWhole = before !== null && !before.isStale && before.reading === readings;
  try {
    const some = isWhole && ids.length > 0 && ids.length <= mostChanged ? loadChanged(before, ids) : null;
    if (some) return { ...(await some), until };
    const reading = (readings += 1);
    return { ...(await load()), reading, until };
  } catch (thrown) {
    const isPassing = isUnreached(thrown) || toAppError(thrown).code === 'rate_limited';
    if (!isPassing || shown?.search !== search) throw thrown;
    return { ...(shown.data as Data), isStale: true };
  }
}

/** Names the data of the page, so that it can be kept, and asks again while it is stale. */
export function useKeepShown(search: string, data: Kept): void {
  const { revalidate } = useRevalidator();
  useEffect(() => {
    shown = { search, data };
    for (const [id, change] of changes) if (change <= (data.until ?? 0)) changes.delete(id);
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
