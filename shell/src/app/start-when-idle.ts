import { savesData } from '@twostroke/shared/ui/saves-data';
import type { SiteRouter } from '../telemetry/follow-routes.ts';
import { idle } from '../remotes/idle.ts';

/**
 * Prefetches and fades between pages from when the page has loaded and the browser is idle: the code for it is a chunk
 * that comes then, and not to visitors who save data.
 */
export async function startWhenIdle(router: SiteRouter): Promise<void> {
  if (savesData()) return;
  if (document.readyState !== 'complete') await new Promise((resolve) => window.addEventListener('load', resolve));
  await idle();
  const { startIdleParts } = await import(/* webpackChunkName: "idle" */ './idle-parts.ts');
  startIdleParts(router);
}
