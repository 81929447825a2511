import { contentFileOf, isRenderedAhead } from '@twostroke/shared/contracts/content-file';
import type { RegistryRemote, RegistryRoute } from '@twostroke/shared/contracts/registry';
import { AppError, prepareReads } from '@twostroke/shared/client';
import type { LoaderFunctionArgs } from '@twostroke/shared/router';
import { loadPage } from './load-remote.ts';
import type { Prerendered } from './prerendered.ts';
import type { Site } from './site.ts';
import { withTimeout } from './with-timeout.ts';

/** From this age on, what pages are made from is compared with what the site serves. */
export const FRESH_MS = 10 * 60_000;

/** How long a content file may take before the page's loader reads the data instead. */
const FILE_TIMEOUT_MS = 8000;

/** Longer than two sequential reads that both time out: a loader that takes longer is stuck. */
export const LOADER_TIMEOUT_MS = 25_000;

let remotes: readonly RegistryRemote[] = [];
/** Names the content that this tab's pages are made from; empty where there are no content files. */
let content = '';
/** When it was compared, in milliseconds since 1970. */
let comparedAt = 0;
/** Content files by address, so that none is downloaded twice. */
const files = new Map<string, Promise<unknown>>();
/** The last data of each prerendered page, by path. */
const shown = new Map<string, unknown>();

/** Starts with what the document says; the data of its own page is known already. */
export function startPageData(site: Pick<Site, 'registry' | 'content'>, prerendered: Prerendered | null): void {
  ({ content } = site);
  ({ remotes } = site.registry);
  comparedAt = prerendered?.renderedAt ?? Date.now();
  if (!prerendered) return;
  const { route, path, loaderData } = prerendered;
  const data = loaderData[route.id];
  shown.set(path, data);
  files.set(contentAddress(route, path)!, Promise.resolve(data));
}

/** The content file of a page, downloaded once. Undefined when the page has none. */
export function contentFile(
  route: RegistryRoute,
  path: string,
  priority?: RequestPriority,
): Promise<unknown> | undefined {
  const address = contentAddress(route, path);
  if (!address) return undefined;
  const file = files.get(address) ?? fetchJson(address, priority);
  files.set(address, file);
  // A file that is gone (of a former version, say) does not come back: it is asked for once.
  file.catch((failure: Partial<Response>) => failure.status === 404 || files.delete(address));
  return file;
}

/** Address of a page's content file. Undefined when it has none: it is not prerendered, or its remote is disabled. */
export function contentAddress(route: RegistryRoute, path: string): string | undefined {
  const remote = remotes.find(({ name }) => name === route.remote);
  return content && remote && !remote.disabled && isRenderedAhead(route)
    ? contentFileOf(remote, content, path)
    : undefined;
}

async function fetchJson(address: string, priority?: RequestPriority): Promise<unknown> {
  const answer = await fetch(address, { signal: AbortSignal.timeout(FILE_TIMEOUT_MS), priority });
  if (!answer.ok) throw answer;
  return answer.json();
}

/**
 * Loads a page's code and its data: a prerendered page's from its content file, else by its loader. What a page showed
 * before is better than an error: only a page that is gone is not shown again.
 * @param changed called when the site has other content by now
 * @throws what the loader throws, or AppError `timeout` when it is stuck
 */
export async function loadPageData(
  route: RegistryRoute,
  args: LoaderFunctionArgs,
  changed: () => void,
): Promise<unknown> {
  const path = new URL(args.request.url).pathname;
  const file = contentFile(route, path);
  if (!file) prepareReads(); // in parallel with the page's code: its loader will read
  const { loader, live } = await loadPage(route);
  if (!loader) return null;
  const inBrowser = typeof document !== 'undefined';
  const load = async (): Promise<unknown> => loader(args);
  // The site keeps the files of its present content and of the one before.
  const loadAgain = async (): Promise<unknown> =>
    (await takeNewContent()) ? contentFile(route, path)?.catch(load) : load();
  const work = file ? file.catch(loadAgain) : load();
  let data: unknown;
  try {
    // In Node the renderer has its own timeout, and waits when the backend asks it to.
    data = await (inBrowser
      ? withTimeout(work, LOADER_TIMEOUT_MS, new AppError('timeout', 'The loader timed out.'))
      : work);
    if (file) shown.set(path, data);
  } catch (failure) {
    if (!shown.has(path) || !(failure instanceof AppError && failure.code !== 'not_found')) throw failure;
    data = shown.get(path);
  }
  if (file && Date.now() - comparedAt > FRESH_MS) void takeNewContent().then((isNew) => isNew && changed());
  if (!live) return data ?? null;
  const facts = live(args, data as never);
  return { ...(data as object), live: inBrowser ? facts : await facts };
}

/** Asks the site whether it has other content by now, and takes it. */
async function takeNewContent(): Promise<boolean> {
  comparedAt = Date.now();
  const now = (await fetchJson('/release.json').catch(() => null)) as { content?: string } | null;
  if (!now?.content || now.content === content) return false;
  ({ content } = now as { content: string });
  return true;
}
