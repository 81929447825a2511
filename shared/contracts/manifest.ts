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

/**
 * What the shell puts around a page; without it the shop's navigation and footer:
 * - `task`: something that a visitor came to finish, e.g. a booking: the footer is two lines;
 * - `tool`: a screen that staff work at: logo, the page's own views (`toolViewsId`) and the account.
 */
export type PageFrame = 'task' | 'tool';

/** The id of the element in the header of a tool into which its page puts its views. */
export const toolViewsId = 'tool-views';

export interface RemoteRoute {
  /** Key in the remote module's `pages`. */
  page: string;
  /** Absolute path pattern in React Router's syntax, e.g. `/bikes/:brandSlug/:modelSlug`. */
  path: string;
  access: Access;
  prerender: Prerender;
  frame?: PageFrame;
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
