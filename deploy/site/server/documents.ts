import { isRenderedAhead } from '@twostroke/shared/contracts/content-file';
import type { RegistryRoute } from '@twostroke/shared/contracts/registry';
import type { IncomingMessage, ServerResponse } from 'node:http';
import {
  assembleDocument,
  isDisabled,
  type BrowserBackend,
  type PrerenderedPage,
} from '../documents/assemble-document.ts';
import type { InlineStyles } from '../documents/inline-styles.ts';
import type { Live } from '../record/live.ts';
import type { PageStore } from '../prerender/page-store.ts';
import { createByteCache, type ByteCache } from './byte-cache.ts';
import { bytesOf, encodeBody, sendEncoded, type EncodedBody } from './encoded-body.ts';
import { documentHeaders, previewHeaders } from './security-headers.ts';

/** How much memory the compressed documents take: some 400 of the largest. */
const MOST_BYTES = 16 * 1024 * 1024;

export interface ServedDocument {
  body: EncodedBody;
  headers: Record<string, string>;
}

interface KeptDocument {
  document: ServedDocument;
  /** When its page was rendered; null without one. */
  renderedAt: string | null;
  /** The state of the stored page that it was made from. */
  state: string | null;
}

/** Documents of all live records of one server, ready to send. */
export type KeptDocuments = ByteCache<KeptDocument>;

export function keepDocuments(mostBytes = MOST_BYTES): KeptDocuments {
  return createByteCache(mostBytes);
}

export interface DocumentsOptions {
  live: Live;
  backend: BrowserBackend;
  origin: () => string;
  styles: InlineStyles;
  /** null where pages are rendered in the browser only (development). */
  pages: PageStore | null;
  /** Shared by all live records, so that together they stay within its bound. */
  kept: KeptDocuments;
  /** Names the present state of the content; null: the site has no content files. */
  content: () => string | null;
  /** Share of page loads that report their visit. */
  reportShare: number;
  /** Added to every document in development, where scripts then need no integrity. */
  developmentScript?: string;
}

let lastId = 0;

/** Assembles the documents of one live record and keeps the most recently requested ones, compressed. */
export function createDocuments(options: DocumentsOptions) {
  const { live, pages, kept, developmentScript } = options;
  const id = (lastId += 1);
  const underway = new Map<string, Promise<ServedDocument>>();

  return async function documentOf(path: string, route: RegistryRoute | null): Promise<ServedDocument> {
    const stored = !route || isKeptPage(route) ? pages : null;
    if (!stored) return documentFor(withoutPage(route), route, null, null);
    const key = route ? `page ${path}` : 'not found';
    const state = stored.stateOf(route, path);
    const known = kept.get(`${id} ${key}`);
    if (known && state !== null && known.state === state) {
      if (known.renderedAt !== null) stored.renewOld(route, path, known.renderedAt);
      return known.document;
    }
    const page = await stored.get(route, path);
    // A page that is rendered in the browser is the same document for all addresses of its route.
    return documentFor(page ? key : withoutPage(route), route, page, page && state);
  };

  function withoutPage(route: RegistryRoute | null): string {
    return `route ${route?.id} ${options.content()}`;
  }

  /** A disabled remote shows nothing, even if its pages are still stored. */
  function isKeptPage(route: RegistryRoute): boolean {
    return isRenderedAhead(route) && !isDisabled(live, route);
  }

  async function documentFor(
    name: string,
    route: RegistryRoute | null,
    page: PrerenderedPage | null,
    state: string | null,
  ): Promise<ServedDocument> {
    const key = `${id} ${name}`;
    const renderedAt = page?.renderedAt ?? null;
    const known = kept.get(key);
    if (known && known.renderedAt === renderedAt) {
      known.state = state;
      return known.document;
    }
    const asked = `${name} ${renderedAt}`;
    const assembling = underway.get(asked) ?? assemble(route, page).finally(() => underway.delete(asked));
    underway.set(asked, assembling);
    const document = await assembling;
    kept.set(key, { document, renderedAt, state }, bytesOf(document.body));
    return document;
  }

  async function assemble(route: RegistryRoute | null, page: PrerenderedPage | null): Promise<ServedDocument> {
    const { backend, origin, styles, reportShare } = options;
    const content = options.content();
    const parts = { live, backend, origin: origin(), styles, route, page, content, reportShare, developmentScript };
    const { html, contentSecurityPolicy } = assembleDocument(parts);
    return {
      body: await encodeBody(html, contentSecurityPolicy),
      headers: {
        ...documentHeaders(!developmentScript),
        ...(live.preview ? previewHeaders : {}),
        'Content-Security-Policy': contentSecurityPolicy,
      },
    };
  }
}

export function sendDocument(
  req: IncomingMessage,
  res: ServerResponse,
  status: number,
  { body, headers }: ServedDocument,
): void {
  sendEncoded(req, res, status, body, headers);
}
