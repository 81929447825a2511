import type { RegistryRemote, RegistryRoute } from './registry.ts';

/** Whether a route's pages are the same for every visitor, and so prerendered. */
export function isRenderedAhead({ access, prerender }: Pick<RegistryRoute, 'access' | 'prerender'>): boolean {
  return access === 'public' && prerender !== 'never';
}

/**
 * Address of the file with what a prerendered page is made from: `/pages/catalog/1.0.0-1a2b3c4d/<content>/bikes.json`.
 * It never changes: another version of the remote or of the content has another address.
 * @param content names the state of the content
 */
export function contentFileOf(
  { name, version }: Pick<RegistryRemote, 'name' | 'version'>,
  content: string,
  path: string,
): string {
  return `/pages/${name}/${version}/${content}${path === '/' ? '/index' : path}.json`;
}
