import type { Registry, RegistryRoute, RegistrySlot } from '@twostroke/shared/contracts/registry';

let made = 0;

/** A public static route of a new remote each time, because loaded modules are cached per tab. */
export function buildRoute(part: Partial<RegistryRoute> = {}): RegistryRoute {
  const remote = part.remote ?? `remote${(made += 1)}`;
  const page = part.page ?? 'home';
  return {
    id: `${remote}:${page}`,
    remote,
    page,
    path: `/${remote}`,
    access: 'public',
    prerender: 'static',
    js: [],
    css: [],
    ...part,
  };
}

/** The cart drawer of its own remote. */
export function buildSlot(part: Partial<RegistrySlot> = {}): RegistrySlot {
  return { name: 'cart-drawer', remote: `remote${(made += 1)}`, access: 'public', js: [], css: [], ...part };
}

/** A registry with these routes and slots, and their remotes. */
export function buildRegistry(routes: RegistryRoute[] = [], slots: RegistrySlot[] = []): Registry {
  const names = new Set([...routes, ...slots].map(({ remote }) => remote));
  const remotes = [...names].map((name) => ({ name, version: '1.0.0', entry: `/r/${name}/1.0.0/remoteEntry.js` }));
  return { schema: 1, remotes, routes, slots };
}
