import { savesData } from '@twostroke/shared/ui/saves-data';
import { idle } from '../remotes/idle.ts';
import { preparePage } from '../remotes/load-remote.ts';
import { contentFile } from '../remotes/page-data.ts';
import { preloadScripts } from '../remotes/preload-assets.ts';
import { createAllowances, LARGEST_CONTENT_FILE, type Allowance } from './allowance.ts';
import { claim, downloadFiles, sentBytes } from './download-files.ts';
import type { LinkedPage } from './linked-page.ts';
import { createLinksInView } from './links-in-view.ts';
import { watchLinks } from './watch-links.ts';

export interface PageToPrefetchFrom {
  /** The page that a link leads to, if it may be prefetched. */
  pageOf(link: HTMLElement): LinkedPage | null;
}

/**
 * Prefetches from the page that is shown, whenever the browser is idle: the code of pages whose links are in view, one
 * after the other, the nearest first; then content files of those that stay in view, whose code runs then. Once a visitor
 * is about to follow a link, what is missing of all this comes at once.
 * @returns ends it: downloads are aborted, except those of the route that the visitor is on the way to
 */
export function prefetchFromPage({ pageOf }: PageToPrefetchFrom): (onTheWayTo: () => string | undefined) => void {
  const { all, lookedAt } = createAllowances();
  /** Of code, by route, while they run. */
  const downloads = new Map<string, AbortController>();
  /** Routes whose code is there. */
  const ready = new Set<string>();
  const failing = new Set<string>();
  const inView = createLinksInView();
  let running = false;
  let ended = false;

  const mayPrefetch = ({ route }: LinkedPage): boolean => !ended && !failing.has(route.remote) && !savesData();

  async function prefetchCode(page: LinkedPage, priority: RequestPriority): Promise<void> {
    const { id, remote, js, css } = page.route;
    if (downloads.has(id) || ready.has(id) || !mayPrefetch(page)) return;
    const aborting = new AbortController();
    downloads.set(id, aborting);
    try {
      const isAll = await downloadFiles([...css, ...js], { allowance: all, signal: aborting.signal, priority });
      if (!isAll || ended) return;
      ready.add(id);
      preloadScripts(js); // from the cache: parsed before it runs
    } catch {
      if (!aborting.signal.aborted) failing.add(remote);
    } finally {
      downloads.delete(id);
    }
  }

  async function prefetchContent(page: LinkedPage, allowance: Allowance, priority: RequestPriority): Promise<void> {
    const { route, path, content } = page;
    if (!mayPrefetch(page) || !allowance.fits(LARGEST_CONTENT_FILE) || !claim(content)) return;
    allowance.spend(LARGEST_CONTENT_FILE);
    try {
      await contentFile(route, path, priority);
      allowance.spend(sentBytes(content) - LARGEST_CONTENT_FILE);
    } catch {
      failing.add(route.remote); // its page asks for the file again
    }
  }

  /** Runs the code of a page that is complete, so that the press only renders it. */
  async function prepare(page: LinkedPage): Promise<void> {
    if (!mayPrefetch(page) || !ready.has(page.route.id)) return;
    await preparePage(page.route).catch(() => failing.add(page.route.remote));
  }

  /** One page at a time: matching the routes for all links at once is a long task on a phone. */
  async function runQueue(): Promise<void> {
    if (running) return;
    running = true;
    for (let isMore = true; isMore && !ended;) {
      await idle();
      // What the visitor looks at is complete before the code of links further away begins.
      const looked = inView.takeLookedAt();
      const link = looked ?? inView.takeSeen();
      const page = link && pageOf(link);
      if (page && !looked) await prefetchCode(page, 'low');
      // Content alone would save nothing: the code takes its round trip anyway.
      if (page && looked && ready.has(page.route.id)) {
        const content = prefetchContent(page, lookedAt, 'low');
        await idle();
        await Promise.all([content, prepare(page)]);
      }
      isMore = link !== undefined || (await inView.wait());
    }
    running = false;
  }

  const stop = watchLinks({
    seen(link) {
      inView.add(link);
      void runQueue();
    },
    passed: inView.remove,
    meant(link) {
      const page = pageOf(link);
      if (!page) return;
      void prefetchContent(page, all, 'auto');
      void prefetchCode(page, 'auto').then(() => prepare(page));
    },
  });
  return (onTheWayTo) => {
    ended = true;
    stop();
    if (downloads.size === 0) return; // matching routes takes time of the press
    const kept = onTheWayTo();
    downloads.forEach((aborting, id) => id !== kept && aborting.abort());
  };
}
