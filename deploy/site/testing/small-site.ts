import { createHash } from 'node:crypto';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { RemoteRoute } from '@twostroke/shared/contracts/manifest';
import { compressFiles } from '../documents/compress-files.ts';
import type { PrerenderedPage } from '../documents/assemble-document.ts';
import type { Live } from '../record/live.ts';
import type { LiveRecord } from '../record/live-record.ts';
import type { PageStore } from '../prerender/page-store.ts';
import { privateFolder, publicFolder, type ReleaseRecord } from '../record/release-record.ts';
import { exportDocuments } from '../export/export-documents.ts';

/** A route with few addresses, and one that counts as a route with very many because of its three parameters. */
const bikes = ['classic-350', 'hunter-350'].map((modelSlug) => ({ brandSlug: 'royal-enfield', modelSlug }));
const offers = Array.from({ length: 12 }, (_, at) => ({ season: 'rain', year: '2026', offerSlug: `offer-${at}` }));

const routes: RemoteRoute[] = [
  { page: 'home', path: '/', access: 'public', prerender: 'static' },
  { page: 'bikes', path: '/bikes', access: 'public', prerender: 'static' },
  { page: 'bike', path: '/bikes/:brandSlug/:modelSlug', access: 'public', prerender: { values: bikes } },
  { page: 'offer', path: '/offers/:season/:year/:offerSlug', access: 'public', prerender: { rows: 'offers' } },
  { page: 'account', path: '/account', access: 'user', prerender: 'never' },
];

export interface SmallSite {
  folder: string;
  record: LiveRecord;
  /** Puts another version of the remote into the site folder. */
  addVersion(version: string): void;
  fetchRows(query: string): Promise<Record<string, string>[]>;
  /** Pages that show their path, the remote's version and `text`. */
  pagesOf(live: Live): PageStore;
  /** Shown on every page; change it to simulate a change of content. */
  content: { text: string; failing: Set<string> };
  remove(): void;
}

/** A site folder with a shell and one remote of a few bytes, for tests of files and servers. */
export function makeSmallSite(): SmallSite {
  const folder = mkdtempSync(join(tmpdir(), 'twostroke-small-site-'));
  const content = { text: 'first text', failing: new Set<string>() };
  const addVersion = (version: string): void =>
    addRelease(folder, 'catalog', version, {
      remote: {
        manifest: { contract: 1, name: 'catalog', routes, slots: [] },
        entry: `/r/catalog/${version}/remoteEntry.js`,
        pages: Object.fromEntries(routes.map(({ page }) => [page, { js: [], css: [] }])),
        slots: {},
      },
    });
  addRelease(folder, 'shell', '1.0.0', {
    shell: { js: ['/r/shell/1.0.0/main.js'], css: ['/r/shell/1.0.0/main.css'], fontPreload: null, icon: null },
  });
  addVersion('1.0.0');
  return {
    folder,
    content,
    addVersion,
    record: {
      schema: 2,
      sequence: 1,
      apps: { shell: '1.0.0', catalog: '1.0.0' },
      canary: null,
      disabled: [],
      flippedAt: '2026-11-21T00:00:00.000Z',
      flippedBy: 'a test',
    },
    fetchRows: () => Promise.resolve(offers),
    pagesOf(live) {
      const renew: PageStore['renew'] = (route, path) => {
        if (content.failing.has(path)) return Promise.reject(new Error('its data does not come'));
        const version = live.registry.remotes[0]!.version;
        const page: PrerenderedPage = {
          routeId: route?.id ?? 'not-found',
          path: route ? path : null,
          renderedAt: '2026-11-21T00:00:00.000Z',
          content: contentOf(content.text),
          head: `<title>${path}</title>`,
          body: `<h1>${route ? path : 'This road ends here'}</h1><p>${content.text} of ${version}</p>`,
          loaderData: { [route?.id ?? 'not-found']: { text: content.text, live: { free: 'tomorrow' } } },
          jsonLd: [],
        };
        return Promise.resolve(page);
      };
      return { renew, get: renew, kept: () => null, stateOf: () => null, renewOld: () => undefined };
    },
    remove: () => rmSync(folder, { recursive: true, force: true }),
  };
}

/** Names the state of the content. */
export function contentOf(text: string): string {
  return createHash('sha256').update(text).digest('hex').slice(0, 8);
}

/** Renders all documents of the site as after a flip, and returns its record. */
export async function renderSmallSite(site: SmallSite, changes: Partial<LiveRecord> = {}): Promise<LiveRecord> {
  const record = { ...site.record, ...changes };
  const { bulk } = await exportDocuments({
    siteFolder: site.folder,
    record,
    backend: { url: '', key: 'public-key' },
    origin: 'https://twostroke.example',
    fetchRows: site.fetchRows,
    content: contentOf(site.content.text),
    pagesOf: site.pagesOf,
  });
  await bulk;
  return record;
}

function addRelease(site: string, app: string, version: string, offer: Pick<ReleaseRecord, 'shell' | 'remote'>): void {
  const [home, privateHome] = [publicFolder(site, app, version), privateFolder(site, app, version)];
  mkdirSync(home, { recursive: true });
  mkdirSync(join(privateHome, 'node'), { recursive: true });
  const script = app === 'shell' ? 'main.js' : 'remoteEntry.js';
  const code = `export const version = '${version}';\n`.repeat(20);
  writeFileSync(join(home, script), code);
  writeFileSync(join(home, 'main.css'), 'body { margin: 0 }\n');
  compressFiles(home);
  const record: ReleaseRecord = {
    schema: 1,
    app,
    version,
    commit: null,
    runtimeApis: [1],
    federationVersion: '2.0.0',
    shares: {},
    integrity: { [`/r/${app}/${version}/${script}`]: `sha384-${createHash('sha384').update(code).digest('base64')}` },
    ...offer,
  };
  writeFileSync(join(privateHome, 'release.json'), JSON.stringify(record));
  writeFileSync(join(privateHome, 'node', app === 'shell' ? 'server.mjs' : 'remoteEntry.mjs'), '');
}
