import type { PrerenderedPage } from './assemble-document.ts';

/**
 * The content file of a page: what it was rendered from, without facts that change by the minute. It holds no more than
 * the page's document does, and is the same whenever the page is rendered from this content.
 */
export function contentBodyOf({ routeId, loaderData }: Pick<PrerenderedPage, 'routeId' | 'loaderData'>): string {
  const data = loaderData[routeId] ?? null;
  if (typeof data !== 'object' || data === null || Array.isArray(data)) return JSON.stringify(data);
  return JSON.stringify({ ...data, live: undefined });
}
