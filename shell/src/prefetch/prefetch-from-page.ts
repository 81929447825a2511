import type { RegistryFile } from '@twostroke/shared/contracts/registry';
import { idle } from '../remotes/idle.ts';
import { contentFile } from '../remotes/page-data.ts';
import { preloadScripts } from '../remotes/preload-assets.ts';
import { createAllowance } from './allowance.ts';
import { claim, downloadFiles, unclaim } from './download-files.ts';
import type { LinkedPage } from './linked-page.ts';
import { savesData } from './saves-data.ts';
import { watchLinks } from './watch-links.ts';

/** More than any content file has, compressed: their sizes are known only afterwards. */
const LARGEST_CONTENT_FILE = 8000;

export interface PageToPrefetchFrom {
  /** The page that a link leads to, if it may be prefetched. */
  pageOf(link: HTMLAnchorElement): LinkedPage | null;
  /** Address of a remote's entry. */
  entryOf(remote: string): string;
}

/**
 * Prefetches from the page that is shown: the chunks of pages whose links are in view, one page whenever the browser is
 * idle; content files, and chunks that are not there yet, once a visitor is about to follow a link.
 * @returns ends it: downloads are aborted, except those of the page that the visitor is on the way to
 */
export function prefetchFromPage({ pageOf, entryOf }: PageToPrefetchFrom): (onTheWayTo?: string) => void {
  const allowance = createAllowance();
  const downloads = new Map<string, AbortController>();
  const failing = new Set<string>();
  const waiting: HTMLAnchorElement[] = [];
  let running = false;
  let ended = false;

  const mayPrefetch = ({ route }: LinkedPage): boolean => !ended && !failing.has(route.remote) && !savesData();

  async function prefetchChunks(page: LinkedPage, priority: RequestPriority): Promise<void> {
    const { id, remote, js, css } = page.route;
    if (downloads.has(id) || !mayPrefetch(page)) return;
    const aborting = new AbortController();
    downloads.set(id, aborting);
    const scripts: RegistryFile[] = [{ href: entryOf(remote), integrity: '' }, ...js];
    try {
      const all = await downloadFiles([...css, ...scripts], { allowance, signal: aborting.signal, priority });
      if (all && !ended) preloadScripts(js); // from the cache: parsed before the press
    } catch {
      if (!aborting.signal.aborted) failing.add(remote);
    }
  }

  async function prefetchContent(page: LinkedPage): Promise<void> {
    const { route, path, content } = page;
    if (!mayPrefetch(page) || !allowance.fits(LARGEST_CONTENT_FILE) || !claim(content)) return;
    allowance.spend(LARGEST_CONTENT_FILE);
    try {
      await contentFile(route, path);
      const [sent] = performance.getEntriesByName(new URL(content, window.location.href).href);
      if (sent) allowance.spend((sent as PerformanceResourceTiming).encodedBodySize - LARGEST_CONTENT_FILE);
    } catch {
      failing.add(route.remote);
      unclaim(content);
    }
  }

  async function runQueue(): Promise<void> {
    if (running) return;
    running = true;
    for (let link = waiting.shift(); link && !ended; link = waiting.shift()) {
      await idle();
      const page = pageOf(link); // one at a time: matching the routes for all links at once is a long task on a phone
      if (page) await prefetchChunks(page, 'low');
    }
    running = false;
  }

  const stop = watchLinks({
    seen(link) {
      waiting.push(link);
      void runQueue();
    },
    meant(link) {
      const page = pageOf(link);
      if (!page) return;
      void prefetchContent(page);
      void prefetchChunks(page, 'auto');
    },
  });
  return (onTheWayTo) => {
    ended = true;
    stop();
    downloads.forEach((aborting, id) => id !== onTheWayTo && aborting.abort());
  };
}
