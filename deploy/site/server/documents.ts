import type { RegistryRoute } from '@twostroke/shared/contracts/registry';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { brotliDecompressSync } from 'node:zlib';
import {
  assembleDocument,
  isDisabled,
  type BrowserBackend,
  type PrerenderedPage,
} from '../documents/assemble-document.ts';
import { compressBrotli } from '../documents/compress-files.ts';
import type { InlineStyles } from '../documents/inline-styles.ts';
import type { Live } from '../record/live.ts';
import { isRenderedAhead } from '../prerender/list-addresses.ts';
import type { PageStore } from '../prerender/page-store.ts';
import { documentHeaders, previewHeaders } from './security-headers.ts';

/** How many documents are cached in memory, ready to send. */
const KEPT_DOCUMENTS = 400;
/** Quick enough to compress while a visitor waits, and within a few per cent of the best. */
const COMPRESSION_QUALITY = 9;

export interface ServedDocument {
  brotli: Buffer;
  headers: Record<string, string>;
}

export interface DocumentsOptions {
  live: Live;
  backend: BrowserBackend;
  origin: () => string;
  styles: InlineStyles;
  /** null where pages are rendered in the browser only (development). */
  pages: PageStore | null;
  /** Share of page loads that report their visit. */
  reportShare: number;
  /** Added to every document in development, where scripts then need no integrity. */
  developmentScript?: string;
}

/** Assembles the documents of one live record and caches the most recently requested ones, compressed. */
export function createDocuments(options: DocumentsOptions) {
  const { live, pages, developmentScript } = options;
  const kept = new Map<string, { document: ServedDocument; renderedAt: string | null }>();

  return async function documentOf(path: string, route: RegistryRoute | null): Promise<ServedDocument> {
    const page = pages && (!route || isKeptPage(route)) ? await pages.get(route, path) : null;
    // A page that is rendered in the browser is the same document for all addresses of its route.
    const key = page ? `page ${page.path}` : `route ${route?.id}`;
    const renderedAt = page?.renderedAt ?? null;
    const known = kept.get(key);
    kept.delete(key);
    const document = known && known.renderedAt === renderedAt ? known.document : assemble(route, page);
    kept.set(key, { document, renderedAt });
    const [oldest] = kept.keys();
    if (kept.size > KEPT_DOCUMENTS && oldest !== undefined) kept.delete(oldest);
    return document;
  };

  /** A disabled remote shows nothing, even if its pages are still stored. */
  function isKeptPage(route: RegistryRoute): boolean {
    return isRenderedAhead(route) && !isDisabled(live, route);
  }

  function assemble(route: RegistryRoute | null, page: PrerenderedPage | null): ServedDocument {
    const { backend, origin, styles, reportShare } = options;
    const parts = { live, backend, origin: origin(), styles, route, page, reportShare, developmentScript };
    const { html, contentSecurityPolicy } = assembleDocument(parts);
    return {
      brotli: compressBrotli(Buffer.from(html), COMPRESSION_QUALITY),
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
  document: ServedDocument,
): void {
  const wantsBrotli = String(req.headers['accept-encoding'] ?? '').includes('br');
  const body = wantsBrotli ? document.brotli : brotliDecompressSync(document.brotli);
  res.writeHead(status, {
    ...document.headers,
    'Content-Length': body.length,
    Vary: res.getHeader('Vary') ?? 'Accept-Encoding', // canary and previews add to it
    ...(wantsBrotli ? { 'Content-Encoding': 'br' } : {}),
  });
  res.end(req.method === 'HEAD' ? undefined : body);
}
