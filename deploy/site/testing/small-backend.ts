import { writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { json } from 'node:stream/consumers';
import { privateFolder } from '../record/release-record.ts';

export interface SmallBackend {
  url: string;
  /** Count of requests. */
  asked: number;
  /** What it was told to be live, with the key that told so. */
  announced: { key: string | undefined; site: string; versions: object[] }[];
  /** Answers 503 from now on, or no longer. */
  isDown: boolean;
  /** A promise to await before each answer. */
  onAsked: (() => Promise<void>) | null;
  close(): void;
}

/** A fake backend of a small site: its content never changes, and it has no rows. */
export async function startSmallBackend(): Promise<SmallBackend> {
  const server = createServer((req, res) => {
    backend.asked += 1;
    if (req.url === '/rest/v1/rpc/set_live_versions') {
      void json(req).then((body) => {
        backend.announced.push({ key: req.headers.authorization, ...(body as { site: string; versions: object[] }) });
        res.end('1');
      });
      return;
    }
    void (backend.onAsked?.() ?? Promise.resolve()).then(() => {
      res.writeHead(backend.isDown ? 503 : 200, { 'Content-Type': 'application/json' });
      res.end(JSON.stringify(req.url?.startsWith('/rest/v1/rpc/') ? 'content-1' : []));
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const backend: SmallBackend = {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    asked: 0,
    announced: [],
    isDown: false,
    onAsked: null,
    close() {
      server.close();
      server.closeAllConnections();
    },
  };
  return backend;
}

/**
 * Gives the shell a Node build whose pages show their path and the remote's version; the remotes' Node builds are not
 * used.
 */
export function makeRenderable(siteFolder: string): void {
  writeFileSync(
    join(privateFolder(siteFolder, 'shell', '1.0.0'), 'node/server.mjs'),
    `const fits = (route, path) =>
      new RegExp('^' + route.path.replace(/:[^/]+/g, '[^/]+') + '$').test(path);
    export const createPageRenderer = ({ registry }) => async (path) => ({
      routeId: path === null ? 'not-found' : registry.routes.find((route) => fits(route, path)).id,
      head: '<title>x</title>',
      body: '<h1>' + path + '</h1><p>rendered of ' + registry.remotes[0]?.version + '</p>',
      loaderData: {},
      jsonLd: [],
    });\n`,
  );
}
