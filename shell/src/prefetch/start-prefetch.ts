import type { SiteRouter } from '../telemetry/follow-routes.ts';
import { addressOf, linkedPage, prefetchesFrom, routeAt } from './linked-page.ts';
import { prefetchFromPage } from './prefetch-from-page.ts';

/** Prefetches from each page that the visitor comes to, until they leave it. */
export function startPrefetch(router: SiteRouter): void {
  let end: ReturnType<typeof prefetchFromPage> | null = null;
  let shown = router.state.location.pathname;
  const begin = (): void => {
    if (!prefetchesFrom(router, shown)) return;
    end = prefetchFromPage({
      pageOf(link) {
        const address = addressOf(link);
        return address.pathname === shown ? null : linkedPage(router, address);
      },
    });
  };
  const leave = (next?: string): void => {
    end?.(() => next && routeAt(router, next)?.id);
    end = null;
  };
  begin();
  router.subscribe(({ location: { pathname }, navigation: { location: next } }) => {
    // Another state of the page, as a filter in its query, is no other page.
    if (next && next.pathname !== shown) leave(next.pathname);
    if (next || pathname === shown) return;
    leave(pathname);
    shown = pathname;
    begin();
  });
  window.addEventListener('pagehide', () => leave());
  window.addEventListener('pageshow', ({ persisted }) => persisted && begin());
}
