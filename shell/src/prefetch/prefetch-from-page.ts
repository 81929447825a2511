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
 * after the other, the nearest first; beside it content files of those that stay in view, whose code runs once it is
 * there. Once a visitor is about to follow a link, what is missing of all this comes at once.
 * @returns ends it: downloads are aborted, except those of the route that the visitor is on the way to
 */
export function prefetchFromPage({ pageOf }: PageToPrefetchFrom): (onTheWayTo: () => string | undefined) => void {
  const { all, code, lookedAt } = createAllowances();
  /** Of code, by route, while they run. */
  const downloads = new Map<string, { aborting: AbortController; done: Promise<void> }>();
  /** Routes whose code is there. */
  const ready = new Set<string>();
  const failing = new Set<string>();
  const inView = createLinksInView();
  let ended = false;

  const mayPrefetch = ({ route }: LinkedPage): boolean => !ended && !failing.has(route.remote) && !savesData();

  function prefetchCode(page: LinkedPage, priority: RequestPriority): Promise<void> {
    const { id } = page.route;
    const download = downloads.get(id);
    if (download || ready.has(id) || !mayPrefetch(page)) return download?.done ?? Promise.resolve();
    const aborting = new AbortController();
    const done = downloadCode(page.route, priority, aborting).finally(() => downloads.delete(id));
    downloads.set(id, { aborting, done });
    return done;
  }

  async function downloadCode(
    { id, remote, js, css }: LinkedPage['route'],
    priority: RequestPriority,
    { signal }: AbortController,
  ): Promise<void> {
    try {
      const isAll = await downloadFiles([...css, ...js], { allowance: code, signal, priority });
      if (!isAll || ended) return;
      ready.add(id);
      preloadScripts(js); // from the cache: parsed before it runs
    } catch {
      if (!signal.aborted) failing.add(remote);
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

  /** One link at a time: matching the routes for all links at once is a long task on a phone. */
  function createQueue(
    take: () => HTMLElement | undefined,
    prefetch: (page: LinkedPage) => Promise<void>,
    isMore = async (): Promise<boolean> => false,
  ): () => Promise<void> {
    let running = false;
    return async () => {
      if (running) return;
      running = true;
      let link: HTMLElement | undefined;
      do {
        await idle();
        if (ended) break;
        link = take();
        const page = link && pageOf(link);
        if (page) await prefetch(page);
      } while (link || (await isMore()));
      running = false;
    };
  }

  const runCode = createQueue(inView.takeSeen, (page) => prefetchCode(page, 'low'));
  const runContent = createQueue(
    inView.takeLookedAt,
    async (page) => {
      const { id } = page.route;
      // Content alone would save nothing: the code takes its round trip anyway.
      if (!ready.has(id) && !downloads.has(id)) return;
      const content = prefetchContent(page, lookedAt, 'low');
      await prefetchCode(page, 'low');
      await idle();
      await Promise.all([content, prepare(page)]);
    },
    inView.wait,
  );

  const stop = watchLinks({
    seen(link) {
      inView.add(link);
      void runCode();
      void runContent();
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
    downloads.forEach(({ aborting }, id) => id !== kept && aborting.abort());
  };
}
