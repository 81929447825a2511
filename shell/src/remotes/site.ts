import { arePlaces, isAccess } from '@twostroke/shared/contracts/manifest';
import type { Registry, RegistryRemote, RegistryRoute, RegistrySlot } from '@twostroke/shared/contracts/registry';

/** What the document says about the site: the live remotes and the backend's address. */
export interface Site {
  registry: Registry;
  backend: { url: string; key: string };
  /** Public origin of the site, for absolute addresses; empty when the document does not say. */
  origin: string;
  /** Names the content that its pages are made from; empty when the document does not say. */
  content: string;
}

const emptyRegistry: Registry = { schema: 1, remotes: [], routes: [], slots: [] };

/** Reads the document's `#site` block. Never throws: unusable parts are left out, and the rest of the site works. */
export function readSite(text: string | null | undefined): Site {
  let parsed: unknown;
  try {
    parsed = JSON.parse(text ?? '');
  } catch {
    parsed = null;
  }
  const site = (parsed ?? {}) as {
    registry?: unknown;
    backend?: { url?: unknown; key?: unknown };
    origin?: unknown;
    content?: unknown;
  };
  return {
    registry: readRegistry(site.registry),
    backend: { url: stringOr(site.backend?.url, ''), key: stringOr(site.backend?.key, '') },
    origin: stringOr(site.origin, ''),
    content: stringOr(site.content, ''),
  };
}

/** Keeps the records that have the right shape and belong to a listed remote. */
export function readRegistry(candidate: unknown): Registry {
  const registry = (candidate ?? {}) as Partial<Registry>;
  if (registry.schema !== 1 || !Array.isArray(registry.remotes)) return emptyRegistry;
  const remotes = firstOfEach(registry.remotes.filter(isRemote), ({ name }) => name);
  const names = new Set(remotes.map(({ name }) => name));
  const owned = <T extends { remote: string }>(list: unknown, isValid: (item: unknown) => item is T): T[] =>
    Array.isArray(list) ? list.filter(isValid).filter(({ remote }) => names.has(remote)) : [];
  // The router rejects duplicate ids.
  const routes = firstOfEach(owned(registry.routes, isRoute), ({ id }) => id);
  return { schema: 1, remotes, routes, slots: firstOfEach(owned(registry.slots, isSlot), ({ name }) => name) };
}

function firstOfEach<T>(list: T[], keyOf: (item: T) => string): T[] {
  const keys = list.map(keyOf);
  return list.filter((item, at) => keys.indexOf(keyOf(item)) === at);
}

function stringOr(value: unknown, fallback: string): string {
  return typeof value === 'string' ? value : fallback;
}

/**
 * Same-origin path: a registry can't make the shell run code from elsewhere. Visible characters only, since browsers
 * drop tabs and line breaks from an address before they parse it.
 */
function isLocalPath(value: unknown): value is string {
  return typeof value === 'string' && /^\/(?!\/)[!-[\]-~]*$/.test(value);
}

function isRemote(value: unknown): value is RegistryRemote {
  const remote = (value ?? {}) as Record<string, unknown>;
  return typeof remote.name === 'string' && /^[a-z][a-z0-9_]*$/.test(remote.name) && isLocalPath(remote.entry);
}

function hasAccessAndFiles(part: Record<string, unknown>): boolean {
  const files = (list: unknown) =>
    Array.isArray(list) && list.every((file: unknown) => isLocalPath((file as { href?: unknown } | null)?.href));
  return typeof part.remote === 'string' && isAccess(part.access) && files(part.js) && files(part.css);
}

function isRoute(value: unknown): value is RegistryRoute {
  const route = (value ?? {}) as Record<string, unknown>;
  const named = hasAccessAndFiles(route) && typeof route.page === 'string' && isLocalPath(route.path);
  return named && arePlaces(route.places) && route.id === `${String(route.remote)}:${String(route.page)}`;
}

function isSlot(value: unknown): value is RegistrySlot {
  const slot = (value ?? {}) as Record<string, unknown>;
  return typeof slot.name === 'string' && hasAccessAndFiles(slot);
}
