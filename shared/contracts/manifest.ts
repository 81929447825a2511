import type { SlotName } from './slots.ts';

/**
 * What a remote offers, as data. The build validates it, the release step merges the manifests of the live remotes into
 * the registry, and the shell builds its router from that: a team adds a page by releasing its own remote.
 */

/** Who may enter a route. `user`: signed in. `admin`: signed in with a user_roles row of role admin. */
export type Access = 'public' | 'user' | 'admin';

/**
 * Which addresses a route has, and so which it answers with 200:
 * - `static`: exactly one, the path itself;
 * - `{ rows }`: one for each row of this PostgREST query; its columns are named like the path's parameters;
 * - `{ values }`: one for each listed set of parameters;
 * - `never`: per visitor, not prerendered (its path has no parameters).
 */
export type Prerender = 'static' | 'never' | { rows: string } | { values: Record<string, string>[] };

export interface RemoteRoute {
  /** Key in the remote module's `pages`. */
  page: string;
  /** Absolute path pattern in React Router's syntax, e.g. `/bikes/:brandSlug/:modelSlug`. */
  path: string;
  access: Access;
  prerender: Prerender;
  /** Slots that the page places: what fills them is fetched beside the page when a visit begins there. */
  places?: SlotPlace[];
}

export interface SlotPlace {
  slot: SlotName;
  /** The page places it only at addresses whose fragment is `#<this>=…`. */
  fragment?: string;
}

export interface RemoteSlot {
  name: SlotName;
  /** Who gets it: the files of an `admin` slot are fetched for admins only. */
  access: Access;
}

export interface RemoteManifest {
  contract: 1;
  /** Name of the remote, as in its folder and its federation container. */
  name: string;
  routes: RemoteRoute[];
  slots: RemoteSlot[];
}

const PATH = /^\/(?:[a-z0-9-]+|:[a-zA-Z]+)?(?:\/(?:[a-z0-9-]+|:[a-zA-Z]+))*$/;

/**
 * Validates a manifest and says what to change, one sentence per error; empty means valid.
 * @param candidate anything, e.g. parsed JSON of an unknown release
 */
export function manifestErrors(candidate: unknown): string[] {
  const errors: string[] = [];
  const manifest = candidate as Partial<RemoteManifest> | null;
  if (typeof manifest !== 'object' || manifest === null) return ['The manifest must be an object.'];
  if (manifest.contract !== 1) errors.push('contract must be 1.');
  if (typeof manifest.name !== 'string' || !/^[a-z][a-z0-9_]*$/.test(manifest.name))
    errors.push('name must be lower-case letters, digits and _.');
  if (!Array.isArray(manifest.routes)) errors.push('routes must be a list.');
  if (!Array.isArray(manifest.slots)) errors.push('slots must be a list.');
  const seenPaths = new Set<string>();
  const seenPages = new Set<string>();
  for (const route of Array.isArray(manifest.routes) ? manifest.routes : []) {
    const path = shown(route?.path);
    const at = `route ${path}`;
    if (typeof route?.path !== 'string' || !PATH.test(route.path))
      errors.push(`${at}: path must start with / and use :parameters.`);
    if (typeof route?.page !== 'string' || route.page === '')
      errors.push(`${at}: page must name a page of the module.`);
    else if (seenPages.has(route.page) && !seenPaths.has(path))
      errors.push(`${at}: page ${route.page} has another path already.`); // pages are the ids of the router's routes
    if (!isAccess(route?.access)) errors.push(`${at}: access must be public, user or admin.`);
    if (!isPrerender(route?.prerender)) errors.push(`${at}: prerender must be static, never, { rows } or { values }.`);
    else if (typeof route.prerender === 'string' && route.path.includes(':'))
      errors.push(`${at}: a path with parameters needs prerender { rows } or { values }.`);
    if (!arePlaces(route?.places)) errors.push(`${at}: places must list { slot } or { slot, fragment }.`);
    if (seenPaths.has(path)) errors.push(`${at}: listed twice.`);
    seenPaths.add(path);
    seenPages.add(shown(route?.page));
  }
  for (const slot of Array.isArray(manifest.slots) ? manifest.slots : []) {
    const at = `slot ${shown(slot?.name)}`;
    if (!isName(slot?.name)) errors.push(`${at}: name must be lower-case words joined by -.`);
    if (!isAccess(slot?.access)) errors.push(`${at}: access must be public, user or admin.`);
  }
  return errors;
}

/** Prints any value of a foreign manifest. String() throws for some objects. */
function shown(value: unknown): string {
  return typeof value === 'string' ? value : String(JSON.stringify(value));
}

/** Whether a value of a manifest or registry is an access level. */
export function isAccess(value: unknown): value is Access {
  return value === 'public' || value === 'user' || value === 'admin';
}

/** Whether a value of a manifest or registry says which slots a page places; a page may place none. */
export function arePlaces(value: unknown): value is SlotPlace[] | undefined {
  if (value === undefined) return true;
  return (
    Array.isArray(value) &&
    value.every((place: unknown) => {
      const { slot, fragment } = (place ?? {}) as Record<string, unknown>;
      return isName(slot) && (fragment === undefined || isName(fragment));
    })
  );
}

function isName(value: unknown): boolean {
  return typeof value === 'string' && /^[a-z][a-z0-9]*(-[a-z0-9]+)*$/.test(value);
}

function isPrerender(value: unknown): value is Prerender {
  if (value === 'static' || value === 'never') return true;
  if (typeof value !== 'object' || value === null) return false;
  if ('rows' in value) return typeof value.rows === 'string';
  return 'values' in value && Array.isArray(value.values) && value.values.length > 0;
}
