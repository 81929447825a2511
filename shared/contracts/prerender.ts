import type { Registry } from './registry.ts';

/** What a renderer needs. */
export interface RendererOptions {
  /** The live registry, with `file:` addresses of Node builds as entries and no files to preload. */
  registry: Registry;
  /** Where loaders read the pages' data, as an anonymous visitor. */
  backend: { url: string; key: string };
  /** Origin of absolute addresses in pages (canonical links). */
  origin: string;
}

/** A page of the site as HTML, with its data. */
export interface RenderedPage {
  /** Id of the matched route, or `not-found`. */
  routeId: string;
  /** Title, description and links for the document's head. */
  head: string;
  /** The content of the root element. */
  body: string;
  /** Data of each matched route's loader: the browser starts with it instead of loading it again. */
  loaderData: Record<string, unknown>;
  /** Structured data for search engines. */
  jsonLd: object[];
}

/**
 * Renders the page of a path; null requests the not-found page.
 * @throws Error when the page answers anything but 200, its data can't be loaded, or part of it fails
 */
export type PageRenderer = (path: string | null) => Promise<RenderedPage>;

/** A page or slot that a shell could not load from the remote that lists it, or could not render. */
export interface ModuleFailure {
  remote: string;
  /** `page home`, `slot cart-drawer` */
  part: string;
  reason: string;
  /** Whether it loaded and then threw while rendering. */
  rendering?: true;
}

declare global {
  /** Origin for absolute addresses in pages: set by the shell in browsers and by the renderer in Node. */
  var twostrokeOrigin: string | undefined;
}
