import { isRenderedAhead } from '@twostroke/shared/contracts/content-file';
import type { Registry, RegistryRoute } from '@twostroke/shared/contracts/registry';

/** Returns the rows of a PostgREST query, e.g. `posts?select=slug`. Rejects when the backend does not answer. */
export type FetchRows = (query: string) => Promise<Record<string, string>[]>;

export interface Address {
  path: string;
  route: RegistryRoute;
}

/** Every address of the site that is prerendered. Rejects when the backend does not answer. */
export function listAddresses(registry: Registry, fetchRows: FetchRows): Promise<Address[]> {
  return addressesOf(registry.routes.filter(isRenderedAhead), fetchRows);
}

/**
 * Whether a route has few enough pages to render them at once after a flip: it has at most two parameters. Pages of one
 * model and one package are rendered on their first request, or after the others.
 */
export function isCoreRoute({ path }: RegistryRoute): boolean {
  return path.split('/:').length <= 3;
}

/** The addresses to render at once after a flip. Rejects when the backend does not answer. */
export function listCoreAddresses(registry: Registry, fetchRows: FetchRows): Promise<Address[]> {
  return addressesOf(
    registry.routes.filter((route) => isRenderedAhead(route) && isCoreRoute(route)),
    fetchRows,
  );
}

async function addressesOf(routes: RegistryRoute[], fetchRows: FetchRows): Promise<Address[]> {
  const addresses: Address[] = [];
  for (const route of routes) {
    const { path, prerender } = route;
    if (typeof prerender === 'string') addresses.push({ path, route });
    else {
      const rows = 'values' in prerender ? prerender.values : await fetchRows(prerender.rows);
      for (const row of rows)
        addresses.push({ path: path.replace(/:(\w+)/g, (_, name: string) => row[name] ?? ''), route });
    }
  }
  return addresses;
}
