import { writeFileSync } from 'node:fs';
import { createServer, request, type IncomingHttpHeaders } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { WebSocketServer } from 'ws';
import { makeSmallSite, renderSmallSite, type SmallSite } from '../../site/testing/small-site.ts';
import { startNginx, type RunningNginx } from './start-nginx.ts';

export interface NginxAnswer {
  status: number;
  headers: IncomingHttpHeaders;
  body: Buffer;
}

export interface AskOptions {
  headers: Record<string, string>;
  method: string;
  url: string;
  body: string;
}

export interface NginxSite {
  site: SmallSite;
  nginx: RunningNginx;
  /** Over https, with the backend at another origin. */
  secure: RunningNginx;
  /** A raw request, to `nginx` by default: no decoding, no redirects, the path exactly as written. */
  ask(path: string, options?: Partial<AskOptions>): Promise<NginxAnswer>;
  close(): Promise<void>;
}

/** A small site served by the real nginx, in front of a fake backend that echoes each request. */
export async function openNginxSite(): Promise<NginxSite> {
  const site = makeSmallSite();
  const backend = createServer((req, res) => {
    let body = '';
    req.on('data', (chunk: Buffer) => (body += chunk.toString()));
    req.on('end', () => {
      if (req.url?.startsWith('/payments/v1/return/')) res.setHeader('Content-Security-Policy', 'a policy of its own');
      res.writeHead(200, { 'Content-Type': 'application/json', 'X-Content-Type-Options': 'nosniff' });
      res.end(JSON.stringify({ url: req.url, headers: req.headers, bytes: body.length }));
    });
  });
  const sockets = new WebSocketServer({ server: backend });
  sockets.on('connection', (socket) => socket.on('message', (text) => socket.send(`heard ${String(text)}`)));
  await new Promise<void>((resolve) => backend.listen(0, '127.0.0.1', resolve));
  const proxiedBackend = `http://127.0.0.1:${(backend.address() as AddressInfo).port}`;
  await renderSmallSite(site);
  writeFileSync(join(site.folder, 'live.json'), JSON.stringify(site.record));
  const nginx = await startNginx({ siteFolder: site.folder, proxiedBackend });
  const secure = await startNginx({
    siteFolder: site.folder,
    proxiedBackend: null,
    backendOrigin: 'https://abc.supabase.co',
    https: true,
  });
  return {
    site,
    nginx,
    secure,
    ask: (path, options) => ask(path, { url: nginx.url, ...options }),
    async close() {
      await nginx.close();
      await secure.close();
      sockets.close();
      backend.close();
      backend.closeAllConnections();
      site.remove();
    },
  };
}

function ask(
  path: string,
  { headers = {}, method = 'GET', url = '', body = '' }: Partial<AskOptions>,
): Promise<NginxAnswer> {
  const { hostname, port } = new URL(url);
  return new Promise((resolve, reject) => {
    const asked = request({ hostname, port, path, method, headers }, (res) => {
      const parts: Buffer[] = [];
      res.on('data', (part: Buffer) => parts.push(part));
      res.on('end', () => resolve({ status: res.statusCode!, headers: res.headers, body: Buffer.concat(parts) }));
    });
    asked.on('error', reject);
    asked.end(body);
  });
}

/** The headers that the site decides about, without those of the connection. */
export function pickHeaders(headers: IncomingHttpHeaders): IncomingHttpHeaders {
  const others = ['server', 'date', 'content-length', 'last-modified', 'connection', 'etag', 'accept-ranges', 'vary'];
  return Object.fromEntries(Object.entries(headers).filter(([name]) => !others.includes(name)));
}
