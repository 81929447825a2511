import type { RegistryRoute } from '@twostroke/shared/contracts/registry';
import type { Live } from '../../site/record/live.ts';
import { isCoreRoute, listAddresses, type FetchRows } from '../../site/prerender/list-addresses.ts';
import type { PageStore } from '../../site/prerender/page-store.ts';

/** The number of concurrent pages: while one waits for its data another is rendered. */
const SIDE_BY_SIDE = 6;
/** How many failed pages a rejection names. */
const NAMED = 5;

export interface PrerenderOptions {
  live: Live;
  /** The pages concerned: a remote's own; for the shell those of all remotes. */
  app: string;
  store: Pick<PageStore, 'renew'>;
  fetchRows: FetchRows;
}

/** Renders the pages of a release and stores them for the flip: none of them may fail. */
export async function prerenderGate(options: PrerenderOptions): Promise<{ rejections: string[]; pages: number }> {
  const { live, app, store, fetchRows } = options;
  const owned = live.registry.routes.filter(({ remote }) => app === 'shell' || remote === app);
  let jobs: { path: string; route: RegistryRoute | null }[];
  try {
    const addresses = await listAddresses({ ...live.registry, routes: owned }, fetchRows);
    jobs = owned.flatMap((route) => {
      const own = addresses.filter((address) => address.route.id === route.id);
      return isCoreRoute(route) ? own : own.slice(0, 1); // the server renders the remaining ones on their first request
    });
  } catch (failure) {
    return {
      rejections: [
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
  if (failed.length === 0) return { rejections: [], pages: jobs.length };
  const named = failed.slice(0, NAMED).join('; ');
  const more = failed.length > NAMED ? ` and ${failed.length - NAMED} more` : '';
  return {
    rejections: [
      `${failed.length} of ${jobs.length} pages can't be prerendered: ${named}${more}. Fix them; a page that differs per visitor needs prerender: 'never' in the manifest.`,
    ],
    pages: jobs.length,
  };
}

function messageOf(failure: unknown): string {
  return failure instanceof Error ? failure.message : String(failure);
}
