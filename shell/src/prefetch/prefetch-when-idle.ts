import type { Registry } from '@twostroke/shared/contracts/registry';
import type { SiteRouter } from '../telemetry/follow-routes.ts';
import { idle } from '../remotes/idle.ts';
import { savesData } from './saves-data.ts';

/** Starts prefetching once the page has loaded and the browser is idle: the code for it is a chunk that comes then. */
export async function prefetchWhenIdle(registry: Registry, router: SiteRouter): Promise<void> {
  if (savesData()) return;
  if (document.readyState !== 'complete') await new Promise((resolve) => window.addEventListener('load', resolve));
  await idle();
  const { startPrefetch } = await import(/* webpackChunkName: "prefetch" */ './start-prefetch.ts');
  startPrefetch(registry, router);
}
