import { createServer, type IncomingMessage, type RequestListener, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { isDisabled, type BrowserBackend } from '../documents/assemble-document.ts';
import { endedPreview, type Live } from '../record/live.ts';
import { inlineStylesOf } from '../documents/inline-styles.ts';
import { listCoreAddresses, type FetchRows } from '../prerender/list-addresses.ts';
import { createPageStore, type PageStore } from '../prerender/page-store.ts';
import { startRenderer, type Renderer } from '../prerender/start-renderer.ts';
import { shareBesideCanary } from '../telemetry/report-share.ts';
import { bucketOf, getsCanary } from './canary-bucket.ts';
import { contentTypeOf } from './content-types.ts';
import { createContentFiles } from './content-files.ts';
import { createDocuments, keepDocuments, sendDocument } from './documents.ts';
import type { LiveSet } from './follow-live.ts';
import { answerPreview, requestedPreview } from './preview-cookie.ts';
import { cacheRows } from './cache-rows.ts';
import type { MountedBackend } from './mounted-backend.ts';
import { isHttps, plain, send } from './plain-answer.ts';
import { requestedAddress } from './requested-address.ts';
import { createAddressResolver } from './resolve-address.ts';
import { httpsHeaders, previewHeaders, siteHeaders, disabledHeaders, disabledStatus } from './security-headers.ts';
import { serveReleaseFile } from './serve-file.ts';
import { siteFiles } from './site-files.ts';
import { siteMap } from './site-map.ts';
import { watchContent } from './watch-content.ts';

export interface SiteServerOptions {
  siteFolder: string;
  live: Live;
  /** The releases that a share of the visitors gets instead. */
  canary?: LiveSet['canary'];
  /** The releases that testers get instead on request. */
  previews?: LiveSet['previews'];
  browserBackend: BrowserBackend;
  fetchRows: FetchRows;
  /** Sent with the renderer's requests to the backend only: they identify the site itself. */
  backendHeaders?: Record<string, string> | undefined;
  /** Names the state of the content that pages show; read regularly. Without it nothing is prerendered. */
  contentVersion?: () => Promise<string>;
  /** Prerenders all pages except the many of one model and one package, in the background. */
  renderAhead?: boolean;
  /** Share of page loads that report their visit while no canary runs, 0 to 1. Default: all. */
  reportShare?: number | undefined;
  /** Public address of the site, when it is behind a proxy. Default: the address of this server. */
  publicOrigin?: string | undefined;
  /** Network address to listen on. Default: 127.0.0.1, which only this machine reaches. */
  host?: string | undefined;
  /** Embedded backend; without it the browser talks to the backend's own address. */
  backend?: MountedBackend;
  /** Makes the HTTP server, with limits for connections for instance. Default: Node's own. */
  createServer?: ((listener: RequestListener) => Server) | undefined;
  /** Makes the answers of /healthz and /readyz from the checks of this server, which reject when a part does not work. */
  createHealth?: ((checks: { renderer: () => Promise<void> }) => Pick<MountedBackend, 'handle'>) | undefined;
  /** For development: its handler answers first, and its script is added to every document. */
  development?: { handle(req: IncomingMessage, res: ServerResponse): boolean; script: string };
}

export interface SiteServer {
  url: string;
  server: Server;
  /** Serves the documents of another live record, from the next request on. */
  setLive(live: Live, canary?: LiveSet['canary'], previews?: LiveSet['previews']): void;
  close(): Promise<void>;
}

/** The web server of `npm start`: documents, release files and, when embedded, the backend. */
export async function startSiteServer(options: SiteServerOptions, port = 0): Promise<SiteServer> {
  const { backend, development, fetchRows, siteFolder } = options;
  const rowsOf = cacheRows(fetchRows);
  const styles = inlineStylesOf(siteFolder);
  const kept = keepDocuments();
  const health = options.createHealth?.({ renderer: checkRenderer });
  const content = watchContent(siteFolder, options.contentVersion, () => void renderAhead());
  const pagesFolder = join(siteFolder, 'pages');
  const contentVersion = (): string => content.version;
  const contentFileAt = createContentFiles({ pagesFolder, contentVersion, kept });
  let url = '';
  let closed = false;
  /** Counts the prerender runs: only the last one continues. */
  let rounds = 0;
  let served = createServed(options.live, options.canary, options.previews);

  /** The documents of one flip. A request reads from one of these only, so that flips never mix. */
  function createServed(live: Live, canary: LiveSet['canary'] = null, previews: LiveSet['previews'] = new Map()) {
    const share = shareBesideCanary(options.reportShare ?? 1, canary !== null);
    const stable = createPages(live, share);
    const ended = endedPreview(live);
    return {
      stable,
      canary: canary && { ...createPages(canary.live, share), percent: canary.percent },
      previews: new Map([...previews].map(([key, preview]) => [key, createPages(preview, share)])),
      /** The live site, with a line that says that the preview is not open. */
      ended: { ...stable, live: ended, documentOf: documentsOf(ended, stable.store, share) },
    };
  }

  type Served = ReturnType<typeof createServed>;

  function setsOf({ stable, canary, previews }: Served) {
    return [stable, ...(canary ? [canary] : []), ...previews.values()];
  }

  function createPages(live: Live, share: number) {
    const renderer = options.contentVersion && live.nodeEntries.shell ? createRenderer(live) : null;
    const store = renderer && createPageStore({ folder: pagesFolder, live, renderer, contentVersion });
    return {
      live,
      renderer,
      store,
      resolveAddress: createAddressResolver(live.registry, rowsOf),
      documentOf: documentsOf(live, store, share),
    };
  }

  function documentsOf(live: Live, pages: PageStore | null, reportShare: number) {
    return createDocuments({
      live,
      backend: options.browserBackend,
      origin: () => options.publicOrigin ?? url,
      styles,
      pages,
      kept,
      content: presentContent,
      reportShare,
      developmentScript: development?.script,
    });
  }

  /** null where nothing is prerendered. */
  function presentContent(): string | null {
    return options.contentVersion ? content.version : null;
  }

  /** Created with the first page, when the address of an embedded backend is known. */
  function createRenderer(live: Live): Omit<Renderer, 'checkParts'> {
    let renderer: Renderer | null = null;
    let retired = false;
    const { url: backendUrl, key } = options.browserBackend;
    return {
      render(path) {
        renderer ??= startRenderer(live, { url: backendUrl || url, key }, { headers: options.backendHeaders });
        const page = renderer.render(path);
        // A request from before a flip may be the first to need it.
        if (retired) renderer.retire();
        return page;
      },
      isWorking: async () => renderer?.isWorking() ?? true,
      retire() {
        retired = true;
        renderer?.retire();
      },
      close: async () => renderer?.close(),
    };
  }

  /** @throws Error when a page of the live site could not be rendered now */
  async function checkRenderer(): Promise<void> {
    const { renderer } = served.stable;
    if (renderer && !(await renderer.isWorking())) throw new Error('The renderer does not answer.');
  }

  async function serve(req: IncomingMessage, res: ServerResponse): Promise<void> {
    for (const [name, value] of isHttps(req) ? secureHeaders : plainHeaders) res.setHeader(name, value);
    if (health?.handle(req, res) || backend?.handle(req, res) || development?.handle(req, res)) return;
    if (req.method !== 'GET' && req.method !== 'HEAD') return plain(res, 405, 'Only GET and HEAD are answered here.');
    const address = requestedAddress(req.url);
    if (!address) return plain(res, 400, 'This address is not written as a web address.');
    const { pathname, search } = address;
    if (pathname.startsWith('/r/')) {
      if (!serveReleaseFile(siteFolder, pathname, req, res)) plain(res, 404, 'There is no such file.');
      return;
    }
    if (pathname.startsWith('/pages/')) {
      await content.known();
      const file = await contentFileAt(pathname, setsOf(served));
      return file ? sendDocument(req, res, 200, file) : plain(res, 404, 'There is no such file.');
    }
    if (pathname === '/preview') return choosePreview(res, new URLSearchParams(search), isHttps(req));
    const { live, resolveAddress, documentOf } = pagesFor(req, res);
    const origin = options.publicOrigin ?? url;
    const makeFile = makersOfFiles.get(pathname);
    if (makeFile) {
      const site = { live, origin, content: presentContent(), now: new Date() };
      return send(res, 200, contentTypeOf(pathname) ?? '', makeFile(site));
    }
    if (pathname === '/sitemap.xml') {
      const list = await siteMap(live.registry, rowsOf, origin).catch((failure: unknown) => {
        console.error('No site map:', failure instanceof Error ? failure.message : failure);
        return null;
      });
      if (list !== null) return send(res, 200, contentTypeOf('sitemap.xml') ?? '', list);
      res.setHeader('Retry-After', '60');
      return plain(res, 503, 'The list of pages can not be made now. Please try again in a minute.');
    }
    const moved = (location: string): void => void res.writeHead(308, { Location: location + search }).end();
    if (/^\/[^/].*\/$/.test(pathname)) return moved(pathname.replace(/\/+$/, ''));
    await content.known();
    const resolved = await resolveAddress(pathname);
    if (resolved.status === 308) return moved(resolved.location);
    const { status, route } = resolved;
    const document = await documentOf(pathname, route);
    if (!route || !isDisabled(live, route)) return sendDocument(req, res, status, document);
    for (const [name, value] of Object.entries(disabledHeaders)) res.setHeader(name, value);
    sendDocument(req, res, disabledStatus, document);
  }

  /**
   * Chooses the version that a tester requested, else, while a canary runs, the one of the visitor's bucket, which
   * stays the same. A preview that is not open (any more) is answered with the live site and a line that says so.
   */
  function pagesFor(req: IncomingMessage, res: ServerResponse) {
    const { stable, canary, previews, ended } = served;
    if (canary || previews.size > 0) res.setHeader('Vary', 'Accept-Encoding, Cookie');
    const asked = requestedPreview(req);
    if (asked !== null) {
      res.setHeader('Vary', 'Accept-Encoding, Cookie');
      return previews.get(asked) ?? ended;
    }
    if (!canary) return stable;
    const { bucket, setCookie } = bucketOf(req);
    if (setCookie) res.setHeader('Set-Cookie', setCookie);
    return getsCanary(bucket, canary.percent) ? canary : stable;
  }

  function choosePreview(res: ServerResponse, query: URLSearchParams, secure: boolean): void {
    const answer = answerPreview(query, (key) => served.previews.has(key), secure);
    for (const [name, value] of Object.entries(previewHeaders)) res.setHeader(name, value);
    if (answer) res.writeHead(303, { Location: '/', 'Set-Cookie': answer.setCookie }).end();
    else plain(res, 404, 'This preview is not open. Nothing has changed: go on with /, or ask for another link.');
  }

  const server = (options.createServer ?? createServer)((req, res) => {
    serve(req, res).catch((failure: unknown) => {
      console.error('request failed:', failure instanceof Error ? failure.message : failure);
      if (!res.headersSent) plain(res, 500, 'The server could not answer. Please try again.');
      else res.destroy();
    });
  });
  server.on('upgrade', (req, socket, head) => {
    if (backend?.upgrade(req, socket, head)) return;
    socket.destroy();
  });
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen(port, options.host ?? '127.0.0.1', resolve);
  }).catch((failure: unknown) => {
    content.stop();
    throw failure;
  });
  url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  void renderAhead();

  /**
   * Prerenders at the start, after a flip and when the content has changed, so that pages stay readable while the
   * backend is down. Renders one page at a time, because visitors have priority. A page that can't be rendered now is
   * rendered on request.
   */
  async function renderAhead(): Promise<void> {
    if (!options.renderAhead) return;
    const round = (rounds += 1);
    const current = served;
    await content.known();
    // Previews are not prerendered: they are few, and the gates have rendered them.
    for (const { live, store } of [current.stable, ...(current.canary ? [current.canary] : [])]) {
      const addresses = await listCoreAddresses(live.registry, fetchRows).catch(() => []);
      for (const { route, path } of addresses) {
        if (closed || round !== rounds) return;
        if (!isDisabled(live, route)) await store?.get(route, path);
      }
    }
  }

  return {
    url,
    server,
    setLive(live, canary, previews) {
      for (const { renderer } of setsOf(served)) renderer?.retire();
      served = createServed(live, canary, previews);
      kept.clear(); // the former documents are not served again
      void renderAhead();
    },
    async close() {
      closed = true;
      content.stop();
      for (const { renderer } of setsOf(served)) await renderer?.close();
      await new Promise<void>((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      });
    },
  };
}

const makersOfFiles = new Map(siteFiles.map(([path, make]) => [`/${path}`, make]));

/** Headers of every answer, over http and over https. */
const plainHeaders = Object.entries(siteHeaders);
const secureHeaders = Object.entries({ ...siteHeaders, ...httpsHeaders });
