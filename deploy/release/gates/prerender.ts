import type { RegistryRoute } from '@twostroke/shared/contracts/registry';
import type { Live } from '../live.ts';
import { isCoreRoute, listAddresses, type FetchRows } from '../prerender/list-addresses.ts';
import type { PageStore } from '../prerender/page-store.ts';

/** Pages underway at once: while one waits for its data another is rendered. */
const SIDE_BY_SIDE = 6;
/** How many failed pages a refusal names. */
const NAMED = 5;

export interface PrerenderOptions {
  live: Live;
  /** Whose pages: a remote's own; of all remotes for the shell, which is around each of them. */
  app: string;
  store: Pick<PageStore, 'renew'>;
  fetchRows: FetchRows;
}

/** The pages that a release owns are rendered, and kept for the flip: not one of them fails. */
export async function prerenderGate(options: PrerenderOptions): Promise<{ refusals: string[]; pages: number }> {
  const { live, app, store, fetchRows } = options;
  const owned = live.registry.routes.filter(({ remote }) => app === 'shell' || remote === app);
  let jobs: { path: string; route: RegistryRoute | null }[];
  try {
    const addresses = await listAddresses({ ...live.registry, routes: owned }, fetchRows);
    jobs = owned.flatMap((route) => {
      const own = addresses.filter((address) => address.route.id === route.id);
      return isCoreRoute(route) ? own : own.slice(0, 1); // the many others when they are first asked for
    });
  } catch (failure) {
    return {
      refusals: [
        `The addresses of ${app} could not be read from the backend: ${messageOf(failure)}. Check that it runs, and the query in the manifest.`,
      ],
      pages: 0,
    };
  }
  if (app === 'shell') jobs.push({ path: '/404', route: null });
  const failed: string[] = [];
  const queue = [...jobs];
  const work = async (): Promise<void> => {
    for (let job = queue.shift(); job; job = queue.shift())
      try {
        await store.renew(job.route, job.path);
      } catch (failure) {
        failed.push(`${job.path} (${messageOf(failure)})`);
      }
  };
  await Promise.all(Array.from({ length: SIDE_BY_SIDE }, work));
  if (failed.length === 0) return { refusals: [], pages: jobs.length };
  const named = failed.slice(0, NAMED).join('; ');
  const more = failed.length > NAMED ? ` and ${failed.length - NAMED} more` : '';
  return {
    refusals: [
      `${failed.length} of ${jobs.length} pages can't be rendered ahead: ${named}${more}. Correct them; a page that is different for each visitor says prerender: 'never' in its manifest.`,
    ],
    pages: jobs.length,
  };
}

function messageOf(failure: unknown): string {
  return failure instanceof Error ? failure.message : String(failure);
}
