import assert from 'node:assert/strict';
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import type { RemoteRoute } from '@twostroke/shared/contracts/manifest';
import { buildApps } from '../../commands/build-apps.mjs';
import { composeLive, type Live } from '../live.ts';
import { startRenderer, type Renderer } from '../prerender/start-renderer.ts';
import { privateFolder } from '../release-record.ts';
import { addReleases, liveRecord, newSiteFolder, remoteRelease } from '../testing/small-releases.ts';
import { publishAgain } from '../testing/publish-again.ts';
import { contractGate } from './contract.ts';
import { prerenderGate } from './prerender.ts';

await buildApps({ only: ['shell'] });

const route = (page: string, prerender: RemoteRoute['prerender'] = 'static'): RemoteRoute => ({
  page,
  path: prerender === 'static' ? `/${page}` : `/${page}/:brand/:model/:number`,
  access: 'public',
  prerender,
});

/** The real shell beside a remote whose Node build is written here, as the federation runtime sees one. */
function liveWith(routes: RemoteRoute[], pages: string): Live {
  const siteFolder = newSiteFolder();
  const shell = publishAgain(siteFolder, 'shell', '1.0.0');
  const remote = remoteRelease('garage', {}, { routes });
  addReleases(siteFolder, remote);
  const node = join(privateFolder(siteFolder, 'garage', remote.version), 'node');
  mkdirSync(node);
  const module = `{ contract: 1, pages: ${pages}, slots: {} }`;
  writeFileSync(
    join(node, 'remoteEntry.mjs'),
    `export const init = () => {};\nexport const get = async () => () => ({ default: ${module} });\n`,
  );
  return composeLive(siteFolder, liveRecord({ apps: { shell: shell.version, garage: remote.version } }));
}

async function rendering<T>(live: Live, work: (renderer: Renderer) => Promise<T>): Promise<T> {
  const renderer = startRenderer(live, { url: 'http://127.0.0.1:9', key: 'none' });
  try {
    return await work(renderer);
  } finally {
    await renderer.close();
  }
}

test('contract: a page that is not exported, has no Component or fails to load is refused with its reason', async () => {
  const pages = `{
    right: async () => ({ Component: () => null }),
    bare: async () => ({}),
    broken: () => Promise.reject(new Error('window is not defined')),
  }`;
  const live = liveWith(
    ['right', 'bare', 'broken', 'absent'].map((page) => route(page)),
    pages,
  );
  const refusals = await rendering(live, (renderer) => contractGate(renderer, 'garage'));
  assert.deepEqual(refusals, [
    "The live shell can't load page bare of garage: the part exports no Component. Correct it in src/remote.tsx or the part itself.",
    "The live shell can't load page broken of garage: window is not defined. Correct it in src/remote.tsx or the part itself.",
    "The live shell can't load page absent of garage: it does not export what its manifest lists. Correct it in src/remote.tsx or the part itself.",
  ]);
  const forShell = await rendering(live, (renderer) => contractGate(renderer, 'shell'));
  assert.match(forShell[0]!, /^The new shell can't load page bare of the live garage: .*release garage first/);
});

test('prerender: a page that throws is refused by its address; the others are kept', async () => {
  const pages = `{
    right: async () => ({ Component: () => 'a page' }),
    broken: async () => ({ Component: () => { throw new Error('no wheels'); } }),
  }`;
  const live = liveWith([route('right'), route('broken')], pages);
  const kept: string[] = [];
  const { refusals, pages: count } = await rendering(live, (renderer) =>
    prerenderGate({
      live,
      app: 'garage',
      store: {
        async renew(_, path) {
          const page = await renderer.render(path);
          kept.push(path);
          return { ...page, path, renderedAt: '' };
        },
      },
      fetchRows: () => Promise.resolve([]),
    }),
  );
  assert.equal(count, 2);
  assert.deepEqual(kept, ['/right']);
  assert.match(refusals[0]!, /^1 of 2 pages can't be rendered ahead: \/broken \(.*no wheels\)\. Correct them/);
});

test('prerender: of a route with very many pages one is a trial; a shell renders all remotes and the page of unknown addresses', async () => {
  const live = liveWith([route('right'), route('offer', { rows: 'offers?select=brand,model,number' })], '{}');
  const rendered = async (app: string): Promise<string[]> => {
    const asked: string[] = [];
    await prerenderGate({
      live,
      app,
      store: { renew: (_, path) => (asked.push(path), Promise.reject(new Error('not now'))) },
      fetchRows: () =>
        Promise.resolve(
          Array.from({ length: 1404 }, (_, at) => ({ brand: 'honda', model: 'dio', number: String(at) })),
        ),
    });
    return asked.sort();
  };
  assert.deepEqual(await rendered('garage'), ['/offer/honda/dio/0', '/right']);
  assert.deepEqual(await rendered('shell'), ['/404', '/offer/honda/dio/0', '/right']);
  assert.deepEqual(await rendered('cart'), []);
});

test('prerender: a backend that does not answer is a refusal', async () => {
  const live = liveWith([route('offer', { rows: 'offers?select=brand,model,number' })], '{}');
  const { refusals } = await prerenderGate({
    live,
    app: 'garage',
    store: { renew: () => Promise.reject(new Error('never asked')) },
    fetchRows: () => Promise.reject(new Error('fetch failed')),
  });
  assert.deepEqual(refusals, [
    'The addresses of garage could not be read from the backend: fetch failed. Check that it runs, and the query in the manifest.',
  ]);
});
