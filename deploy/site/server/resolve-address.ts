import type { Registry, RegistryRoute } from '@twostroke/shared/contracts/registry';
import { matchRoutes } from '@twostroke/shared/router';
import type { FetchRows } from '../prerender/list-addresses.ts';

export type Resolved =
  | { status: 200; route: RegistryRoute }
  | { status: 404; route: null }
  /** Another spelling of a page's one address, e.g. `/FAQ`. */
  | { status: 308; location: string };

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

  return async function resolveAddress(pathname: string): Promise<Resolved> {
    const match = matchRoutes(routes, pathname)?.at(-1);
    const route = match?.route.handle as RegistryRoute | undefined;
    if (!match || !route) return { status: 404, route: null };
    const { prerender } = route;
    if (prerender === 'never') return { status: 200, route };
    const parameters = match.params as Record<string, string>;
    if (prerender !== 'static') {
      const keys = 'values' in prerender ? new Set(prerender.values.map(keyOf)) : await keysOf(prerender.rows);
      if (keys !== null && !keys.has(keyOf(parameters))) return { status: 404, route: null };
    }
    const location = route.path.replace(/:(\w+)/g, (_, name: string) => encodeURIComponent(parameters[name] ?? ''));
    return location === pathname ? { status: 200, route } : { status: 308, location };
  };
}

function keyOf(parameters: Record<string, string>): string {
  return Object.keys(parameters)
    .sort()
    .map((name) => `${name}=${parameters[name]}`)
    .join('&');
}
