import type { Registry } from '@twostroke/shared/contracts/registry';
import { startPrefetch } from '../prefetch/start-prefetch.ts';
import type { SiteRouter } from '../telemetry/follow-routes.ts';
import { fadeBetweenPages } from './fade-between-pages.ts';

/** What moves between pages gain from, and no first page needs. */
export function startIdleParts(registry: Registry, router: SiteRouter): void {
  fadeBetweenPages(router);
  startPrefetch(registry, router);
}
