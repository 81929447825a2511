import { startPrefetch } from '../prefetch/start-prefetch.ts';
import type { SiteRouter } from '../telemetry/follow-routes.ts';
import { fadeBetweenPages } from './fade-between-pages.ts';

/** What moves between pages gain from, and no first page needs. */
export function startIdleParts(router: SiteRouter): void {
  fadeBetweenPages(router);
  startPrefetch(router);
}
