import type { RegistryRoute } from '@twostroke/shared/contracts/registry';
import { matchRoutes } from '@twostroke/shared/router';
import { hasFailed } from '../remotes/load-remote.ts';
import { contentAddress } from '../remotes/page-data.ts';
import type { SiteRouter } from '../telemetry/follow-routes.ts';

/** A prerendered page that a link leads to. */
export interface LinkedPage {
  route: RegistryRoute;
  path: string;
  /** Of its content file. */
  content: string;
}

type Address = Pick<URL, 'origin' | 'pathname' | 'search' | 'hash'>;

/** Where a link leads, also one of a drawing, or a button that puts something into the cart on the way. */
export function addressOf(link: HTMLElement): Address {
  return new URL(link.getAttribute('href') ?? link.dataset['leadsTo'] ?? '', window.location.href);
}

/**
 * The page that a link leads to, if it may be prefetched: it is prerendered, of a remote that is enabled and works, and
 * no state of a page. Steps of a booking are named by a query, a guest's booking by a fragment with a value.
 */
export function linkedPage(router: SiteRouter, { origin, pathname, search, hash }: Address): LinkedPage | null {
  if (origin !== window.location.origin || search || hash.includes('=')) return null;
  const route = routeAt(router, pathname);
  const content = route && !hasFailed(route.remote) && contentAddress(route, pathname);
  return content ? { route, path: pathname, content } : null;
}

/** Whether pages are prefetched from this one: not where a visitor has a task, as on /auth, in a booking or /admin. */
export function prefetchesFrom(router: SiteRouter, path: string): boolean {
  const route = routeAt(router, path);
  return !!route && !route.frame && contentAddress(route, path) !== undefined;
}

/** The route of an address of this site, if it has one. */
export function routeAt({ routes }: SiteRouter, path: string): RegistryRoute | undefined {
  return matchRoutes(routes, path)?.at(-1)?.route.handle as RegistryRoute | undefined;
}
