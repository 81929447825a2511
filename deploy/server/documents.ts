import type { RegistryRoute } from '@twostroke/shared/contracts/registry';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { assembleDocument, type BrowserBackend } from '../release/assemble-document.ts';
import { compressBrotli } from '../release/compress-files.ts';
import type { Live } from '../release/live.ts';
import { documentHeaders } from './security-headers.ts';

interface ServedDocument {
  html: Buffer;
  brotli: Buffer;
  headers: Record<string, string>;
}

/**
 * Assembles each route's document once and keeps it, compressed, for as long as the live record stands.
 * @param developmentScript added to every document in development, where scripts then need no integrity
 */
export function createDocumentCache(live: Live, backend: BrowserBackend, developmentScript?: string) {
  const documents = new Map<string, ServedDocument>();
  return function documentOf(route: RegistryRoute | null): ServedDocument {
    const id = route?.id ?? 'not-found';
    let document = documents.get(id);
    if (!document) {
      const { html, contentSecurityPolicy } = assembleDocument(live, route, backend, developmentScript);
      const body = Buffer.from(html);
      document = {
        html: body,
        brotli: compressBrotli(body),
        headers: { ...documentHeaders(!developmentScript), 'Content-Security-Policy': contentSecurityPolicy },
      };
      documents.set(id, document);
    }
    return document;
  };
}

export function sendDocument(
  req: IncomingMessage,
  res: ServerResponse,
  status: number,
  document: ServedDocument,
): void {
  const wantsBrotli = String(req.headers['accept-encoding'] ?? '').includes('br');
  const body = wantsBrotli ? document.brotli : document.html;
  res.writeHead(status, {
    ...document.headers,
    'Content-Length': body.length,
    Vary: 'Accept-Encoding',
    ...(wantsBrotli ? { 'Content-Encoding': 'br' } : {}),
  });
  res.end(req.method === 'HEAD' ? undefined : body);
}
