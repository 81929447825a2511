import type { Registry, RegistryRoute } from '@twostroke/shared/contracts/registry';

/** The prerendered page in the document, before any script runs. */
export interface Prerendered {
  path: string;
  route: RegistryRoute;
  loaderData: Record<string, unknown>;
  /** Milliseconds since 1970 at which the data was read; 0 when the document does not say. */
  renderedAt: number;
}

/** Parameters that only count visits: the page is the same without them. */
const COUNTING_PARAMETER = /^(utm_\w+|gclid|fbclid|ref)$/;

let current: Prerendered | null = null;
/** The placeholder for the page until React has rendered the page itself once. */
let nodes: readonly Node[] = [];

/** Signals that the prerendered page now answers input, or can't. */
export let settlePage: () => void;
export const pageSettled = new Promise<void>((resolve) => (settlePage = resolve));

/**
 * The prerendered page of the document, when it is the page of this address.
 * @param text content of the document's `#state` block
 * @returns null when there is none, or the address asks for another state of the page
 */
export function readPrerendered(
  text: string | null | undefined,
  registry: Registry,
  { pathname, search }: { pathname: string; search: string },
): Prerendered | null {
  let state: { path?: unknown; routeId?: unknown; loaderData?: unknown; renderedAt?: unknown } | null;
  try {
    state = JSON.parse(text ?? 'null') as typeof state;
  } catch {
    return null;
  }
  if (state?.path !== pathname || typeof state.loaderData !== 'object' || !state.loaderData) return null;
  if ([...new URLSearchParams(search).keys()].some((name) => !COUNTING_PARAMETER.test(name))) return null;
  const route = registry.routes.find(({ id }) => id === state.routeId);
  if (!route) return null;
  const renderedAt = Date.parse(String(state.renderedAt)) || 0;
  return { path: pathname, route, loaderData: state.loaderData as Record<string, unknown>, renderedAt };
}

/** Records that this page is being hydrated in this element. */
export function startHydration(prerendered: Prerendered, container: HTMLElement): void {
  current = container.hasChildNodes() ? prerendered : null;
  nodes = Array.from(container.querySelector('[data-page]')?.childNodes ?? []);
}

/** The nodes that came with the document, until the page itself has rendered. A failed hydration detaches them. */
export function renderedNodes(): readonly Node[] {
  return nodes;
}

/** Marks all of the page as rendered: the prerendered nodes are part of it now. */
export function releaseRenderedNodes(): void {
  nodes = [];
}

/**
 * Removes the prerendered page's title and links from the head: a page that React did not hydrate is followed by one
 * that adds its own, and both would be present.
 */
export function removePrerenderedHead(): void {
  const tags = 'title, meta[name="description"], meta[name="robots"], meta[property^="og:"], link[rel="canonical"]';
  document.head.querySelectorAll(tags).forEach((tag) => tag.remove());
}

/** Whether the document contains the prerendered page of this route at this address. */
export function isPrerendered(route: RegistryRoute, pathname: string): boolean {
  return current?.route.id === route.id && current.path === pathname;
}
