import type { Registry, RegistryRoute } from '@twostroke/shared/contracts/registry';
import { matchRoutes } from '@twostroke/shared/router';
import type { FetchRows } from '../prerender/list-addresses.ts';
import { createByteCache } from './byte-cache.ts';

export type Resolved =
  | { status: 200; route: RegistryRoute }
  | { status: 404; route: null }
  /** Another spelling of a page's one address, e.g. `/FAQ`. */
  | { status: 308; location: string };

/** How much memory the found routes take: some 2,000 addresses. */
const MOST_BYTES = 512 * 1024;
/** What one of them takes besides its texts. */
const BYTES_OF_MATCH = 200;

/** What the path of an address says, whether its page exists or not. */
interface Match {
  route: RegistryRoute;
  /** Names the page's row among those of its route. */
  key: string;
  /** The one spelling of the address. */
  location: string;
}

/**
 * Finds the route of an address and whether it exists: an unknown path or slug is 404. While the backend does not
 * answer, a slug counts as existing, and the page itself shows the error. A prerendered page has one address: its other
 * spellings (upper case, needless percent signs) redirect there, so that no copies of it are stored.
 * @param rowsOf called for each address, so it must cache its answers
 */
export function createAddressResolver(registry: Registry, rowsOf: FetchRows) {
  const routes = registry.routes.map((route) => ({ id: route.id, path: route.path, handle: route }));
  const known = new WeakMap<object, Set<string>>();

  async function keysOf(query: string): Promise<Set<string> | null> {
    const rows = await rowsOf(query).catch(() => null);
    if (rows === null) return null;
    const keys = known.get(rows) ?? new Set(rows.map(keyOf));
    known.set(rows, keys);
    return keys;
  }

  /** Comparing an address with all routes takes longer than all else that a request for a page needs. */
  const matches = createByteCache<Match>(MOST_BYTES);

  function matchOf(pathname: string): Match | null {
    const known = matches.get(pathname);
    if (known) return known;
    const match = matchRoutes(routes, pathname)?.at(-1);
    if (!match) return null;
    const route = match.route.handle as RegistryRoute;
    const parameters = match.params as Record<string, string>;
    const location = route.path.replace(/:(\w+)/g, (_, name: string) => encodeURIComponent(parameters[name] ?? ''));
    const found = { route, key: keyOf(parameters), location };
    matches.set(pathname, found, BYTES_OF_MATCH + pathname.length + location.length + found.key.length);
    return found;
  }

  return async function resolveAddress(pathname: string): Promise<Resolved> {
    const match = matchOf(pathname);
    if (!match) return { status: 404, route: null };
    const { route, key, location } = match;
    const { prerender } = route;
    if (prerender === 'never') return { status: 200, route };
    if (prerender !== 'static') {
      const keys = 'values' in prerender ? new Set(prerender.values.map(keyOf)) : await keysOf(prerender.rows);
      if (keys !== null && !keys.has(key)) return { status: 404, route: null };
    }
    return location === pathname ? { status: 200, route } : { status: 308, location };
  };
}

function keyOf(parameters: Record<string, string>): string {
  return Object.keys(parameters)
    .sort()
    .map((name) => `${name}=${parameters[name]}`)
    .join('&');
}
