import type { PageModule } from '@twostroke/shared/contracts/module';
import type { Registry, RegistryRoute } from '@twostroke/shared/contracts/registry';
import { AppError } from '@twostroke/shared/client';
import { matchRoutes, type LoaderFunctionArgs } from '@twostroke/shared/router';
import { withTimeout } from './with-timeout.ts';

/** The prerendered page in the document, before any script runs. */
export interface Prerendered {
  path: string;
  route: RegistryRoute;
  loaderData: Record<string, unknown>;
  /** Milliseconds since 1970 at which the data was read; 0 when the document does not say. */
  renderedAt: number;
}

/** Parameters that only count visits: the page is the same without them. */
const COUNTING_PARAMETER = /^(utm_\w+|gclid|fbclid|ref)$/;

/** Failures that say nothing about the page itself: the data read before is better than an error. */
const PASSING_FAILURES: ReadonlySet<string> = new Set([
  'offline',
  'timeout',
  'unavailable',
  'rate_limited',
  'unexpected',
]);

/** Longer than two sequential reads that both time out: a loader that takes longer is stuck. */
export const LOADER_TIMEOUT_MS = 25_000;

let current: Prerendered | null = null;
/** The placeholder for the page until React has rendered the page itself once. */
let nodes: readonly Node[] = [];

/** Signals that the prerendered page now answers input, or can't. */
export let settlePage: () => void;
export const pageSettled = new Promise<void>((resolve) => (settlePage = resolve));

/**
 * The prerendered page of the document, when it is the page of this address.
 * @param text content of the document's `#state` block
 * @returns null when there is none, or the address asks for another state of the page
 */
export function readPrerendered(
  text: string | null | undefined,
  registry: Registry,
  { pathname, search }: { pathname: string; search: string },
): Prerendered | null {
  let state: { path?: unknown; routeId?: unknown; loaderData?: unknown; renderedAt?: unknown } | null;
  try {
    state = JSON.parse(text ?? 'null') as typeof state;
  } catch {
    return null;
  }
  if (state?.path !== pathname || typeof state.loaderData !== 'object' || !state.loaderData) return null;
  if ([...new URLSearchParams(search).keys()].some((name) => !COUNTING_PARAMETER.test(name))) return null;
  const routes = registry.routes.map((route) => ({ id: route.id, path: route.path, handle: route }));
  const route = matchRoutes(routes, pathname)?.at(-1)?.route.handle as RegistryRoute | undefined;
  if (!route || route.id !== state.routeId) return null;
  const renderedAt = Date.parse(String(state.renderedAt)) || 0;
  return { path: pathname, route, loaderData: state.loaderData as Record<string, unknown>, renderedAt };
}

/** Records that this page is being hydrated in this element. */
export function startHydration(prerendered: Prerendered, container: HTMLElement): void {
  current = container.hasChildNodes() ? prerendered : null;
  nodes = Array.from(container.querySelector('[data-page]')?.childNodes ?? []);
}

/** The nodes that came with the document, until the page itself has rendered. A failed hydration detaches them. */
export function renderedNodes(): readonly Node[] {
  return nodes;
}

/** Marks the page itself as rendered: the prerendered nodes are part of it now. */
export function releaseRenderedNodes(): void {
  nodes = [];
  settlePage();
}

/**
 * Removes the prerendered page's title and links from the head: a page that React did not hydrate is followed by one
 * that adds its own, and both would be present.
 */
export function removePrerenderedHead(): void {
  const tags = 'title, meta[name="description"], meta[name="robots"], meta[property^="og:"], link[rel="canonical"]';
  document.head.querySelectorAll(tags).forEach((tag) => tag.remove());
}

/** Whether the document contains the prerendered page of this route at this address. */
export function isPrerendered(route: RegistryRoute, pathname: string): boolean {
  return current?.route.id === route.id && current.path === pathname;
}

/**
 * Loads a page's data. For a prerendered page, its data is the fallback when the backend does not answer.
 * @throws otherwise what the loader throws, or AppError `timeout` when it is stuck
 */
export async function loadOrKeepPrerendered(
  route: RegistryRoute,
  args: LoaderFunctionArgs,
  loader: NonNullable<PageModule['loader']>,
): Promise<unknown> {
  try {
    const work = Promise.resolve(loader(args));
    // In Node the renderer has its own timeout, and waits when the backend asks it to.
    return await (typeof document === 'undefined'
      ? work
      : withTimeout(work, LOADER_TIMEOUT_MS, new AppError('timeout', 'The loader timed out.')));
  } catch (failure) {
    const kept = isPrerendered(route, new URL(args.request.url).pathname) ? current?.loaderData[route.id] : undefined;
    if (kept !== undefined && failure instanceof AppError && PASSING_FAILURES.has(failure.code)) return kept;
    throw failure;
  }
}
