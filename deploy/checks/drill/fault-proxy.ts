import { createServer, request, type IncomingHttpHeaders, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { buffer } from 'node:stream/consumers';

/** Network faults of a file. `truncated` and `altered` answers may be kept by the browser's cache for ever. */
export type ProxyFault = '404' | 'hang' | 'HTML' | 'truncated' | 'altered' | 'slow 10 s';

/** Faults whose file comes late or never: the page waits until its time limit. The other ones are answered at once. */
export const lateFaults: ReadonlySet<string> = new Set<ProxyFault>(['hang', 'slow 10 s']);

export interface FaultProxy {
  url: string;
  /**
   * Makes these paths answer with the fault from now on, with any query. Only the first of them hangs: without HTTP/2 a
   * browser opens six connections to a server, and six files that hang would stop everything else.
   */
  inject(paths: string[], fault: ProxyFault): void;
  /** Ends the fault: all paths answer as the site does. Requests that hang keep hanging. */
  lift(): void;
  /** How many answers had the fault so far: a fault that no request hit proves nothing. */
  spoilt(): number;
  close(): Promise<void>;
}

const SLOW_MS = 10_000;
/** A global of this name shows that the document has run an altered script. */
export const ALTERED_MARK = 'wasAltered';

/**
 * Starts a proxy in front of the site that injects faults. It answers over real HTTP at its own address, so that the
 * browser's cache, integrity checks and timeouts apply.
 */
export async function startFaultProxy(siteUrl: string): Promise<FaultProxy> {
  const site = new URL(siteUrl);
  let injected: { paths: Set<string>; fault: ProxyFault } | null = null;
  let count = 0;

  const server = createServer((req, res) => {
    const path = new URL(req.url ?? '/', siteUrl).pathname;
    if (injected?.paths.has(path)) {
      count += 1;
      return spoil(req, res, injected.fault);
    }
    passOn(req, res);
  });

  function spoil(req: IncomingMessage, res: ServerResponse, fault: ProxyFault): void {
    switch (fault) {
      case '404':
        res.writeHead(404, { 'Content-Type': 'text/plain' }).end('There is no such file.\n');
        return;
      case 'HTML':
        res.writeHead(200, { 'Content-Type': 'text/html' }).end('<!doctype html><h1>Welcome to the Wi-Fi</h1>');
        return;
      case 'truncated':
        return passOn(req, res, (body) => body.subarray(0, Math.floor(body.length / 2)));
      case 'altered':
        return passOn(req, res, (body, type) =>
          Buffer.concat([
            body,
            Buffer.from(type.includes('css') ? '\nh1{display:none}' : `\nglobalThis.${ALTERED_MARK}=1;`),
          ]),
        );
      case 'slow 10 s':
        setTimeout(() => passOn(req, res), SLOW_MS);
        return;
      case 'hang': // never answered
    }
  }

  /** @param change alters the site's body, which is then sent uncompressed */
  function passOn(req: IncomingMessage, res: ServerResponse, change?: (body: Buffer, type: string) => Buffer): void {
    const headers: IncomingHttpHeaders = { ...req.headers };
    if (change) headers['accept-encoding'] = 'identity';
    const { hostname, port } = site;
    const upstream = request({ hostname, port, path: req.url, method: req.method, headers }, (answer) => {
      const status = answer.statusCode ?? 502;
      if (!change) {
        res.writeHead(status, answer.headers);
        answer.pipe(res);
        return;
      }
      void buffer(answer).then((body) => {
        const changed = change(body, String(answer.headers['content-type']));
        res.writeHead(status, { ...answer.headers, 'content-length': changed.length }).end(changed);
      });
    });
    upstream.on('error', () => res.destroy());
    res.on('close', () => upstream.destroy());
    req.pipe(upstream);
  }

  // Realtime: an upgrade passes through unchanged.
  server.on('upgrade', (req, socket, head) => {
    const { hostname, port } = site;
    const upstream = request({ hostname, port, path: req.url, headers: req.headers });
    upstream.on('upgrade', (answer, far) => {
      const lines = answer.rawHeaders.flatMap((name, at, all) => (at % 2 ? [] : [`${name}: ${all[at + 1]}`]));
      socket.write(`HTTP/1.1 101 Switching Protocols\r\n${lines.join('\r\n')}\r\n\r\n`);
      far.pipe(socket).pipe(far);
      for (const end of [socket, far]) end.on('error', () => (socket.destroy(), far.destroy()));
    });
    upstream.on('error', () => socket.destroy());
    upstream.end(head);
  });

  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    inject: (paths, fault) => void (injected = { paths: new Set(fault === 'hang' ? paths.slice(0, 1) : paths), fault }),
    lift: () => void (injected = null),
    spoilt: () => count,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}
