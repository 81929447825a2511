import { listApps } from '@twostroke/shared/tooling/list-apps.mjs';
import assert from 'node:assert/strict';
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import type { RemoteRoute, RemoteSlot } from '@twostroke/shared/contracts/manifest';
import { buildApps } from '../build/build-apps.mjs';
import { repository } from '../build/ensure-installed.mjs';
import { publishRelease } from '../build/publish-release.ts';
import { composeLive, type Live } from '../../site/record/live.ts';
import { startRenderer, type Renderer } from '../../site/prerender/start-renderer.ts';
import { privateFolder } from '../../site/record/release-record.ts';
import { addReleases, liveRecord, newSiteFolder, remoteRelease } from '../../site/testing/small-releases.ts';
import { buildSyntheticRemote } from '../testing/synthetic-remote.ts';
import { bundleBudgetGate } from './bundle-budget.ts';
import { candidateOf } from '../../site/record/fit/candidate.ts';
import { contractGate } from './contract.ts';
import { fitErrors } from '../../site/record/fit/fit.ts';
import { prerenderGate } from './prerender.ts';
import { scopedStylesGate } from './scoped-styles.ts';

await buildApps({ only: ['shell'] });

const route = (page: string, prerender: RemoteRoute['prerender'] = 'static'): RemoteRoute => ({
  page,
  path: prerender === 'static' ? `/${page}` : `/${page}/:brand/:model/:number`,
  access: 'public',
  prerender,
});

/**
 * The real shell beside a remote whose Node build is generated here in the format of the federation runtime. Its parts
 * can use the shell's shared modules: `const { useAtomValue } = await shared('jotai')`.
 */
function liveWith(routes: RemoteRoute[], pages: string, slots: RemoteSlot[] = [], fragments = '{}'): Live {
  const siteFolder = newSiteFolder();
  const shell = publishRelease('shell', { repository, siteFolder, compress: false });
  const remote = remoteRelease('garage', {}, { routes, slots });
  addReleases(siteFolder, remote);
  const node = join(privateFolder(siteFolder, 'garage', remote.version), 'node');
  mkdirSync(node);
  writeFileSync(
    join(node, 'remoteEntry.mjs'),
    `let scope;
    const shared = async (name) => (await Object.values(scope[name])[0].get())();
    export const init = (given) => { scope = given; };
    export const get = async () => () => ({ default: { contract: 1, pages: ${pages}, slots: ${fragments} } });`,
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

test('contract: a page that is not exported, has no Component or fails to load is rejected with its reason', async () => {
  const pages = `{
    right: async () => ({ Component: () => null }),
    bare: async () => ({}),
    broken: () => Promise.reject(new Error('window is not defined')),
  }`;
  const live = liveWith(
    ['right', 'bare', 'broken', 'absent'].map((page) => route(page)),
    pages,
  );
  const rejections = await rendering(live, (renderer) => contractGate(renderer, 'garage'));
  assert.deepEqual(rejections, [
    "The live shell can't load page bare of garage: the part exports no Component. Fix the page or slot, or its line in src/manifest.ts.",
    "The live shell can't load page broken of garage: window is not defined. Fix the page or slot, or its line in src/manifest.ts.",
    "The live shell can't load page absent of garage: it does not export what its manifest lists. Fix the page or slot, or its line in src/manifest.ts.",
  ]);
  const forShell = await rendering(live, (renderer) => contractGate(renderer, 'shell'));
  assert.match(forShell[0]!, /^The new shell can't load page bare of the live garage: .*release garage first/);
});

const partsOf = `{
  welcome: async () => {
    const [{ jsx }, { Link, useParams }, { sessionAtom }, { useAtomValue }] = await Promise.all(
      ['react/jsx-runtime', '@twostroke/shared/router', '@twostroke/shared/state', 'jotai'].map(shared),
    );
    return {
      Component() {
        const session = useAtomValue(sessionAtom);
        if (session.status !== 'signed-in' || useParams().brand === undefined) throw new Error('signed out');
        return jsx(Link, { to: '/', children: session.user.id });
      },
    };
  },
  'with-data': async () => {
    const { useLoaderData } = await shared('@twostroke/shared/router');
    const { useAtomValue } = await shared('jotai');
    const state = await shared('@twostroke/shared/state');
    return {
      loader: () => ({ name: 'Dio' }),
      Component() {
        const data = useLoaderData();
        if (state.hornAtom) useAtomValue(state.hornAtom);
        return data.name.toUpperCase();
      },
    };
  },
  waiting: async () => {
    const { use } = await shared('react');
    const never = new Promise(() => undefined);
    return { Component: () => use(never) };
  },
  newer: async () => {
    const router = await shared('@twostroke/shared/router');
    return { loader: () => null, Component: () => router.useHorn() };
  },
  bare: async () => {
    const { jsx } = await shared('react/jsx-runtime');
    const { Horn } = await shared('@twostroke/shared/router');
    return { Component: () => jsx('p', { children: jsx(Horn, {}) }) };
  },
}`;

test('contract: a page or slot that needs what the shell lacks is rejected; missing data is not an error', async () => {
  const closed = (page: string): RemoteRoute => ({ ...route(page, 'never'), path: `/${page}/:brand`, access: 'user' });
  const fragments = `{
    'cart-drawer': async () => {
      const { notify, openHornDrawer } = await shared('@twostroke/shared/state');
      return { Component: () => openHornDrawer(notify) };
    },
    'admin-alerts': async () => {
      const [{ useAtomValue }, { sessionAtom }] = await Promise.all(['jotai', '@twostroke/shared/state'].map(shared));
      return {
        Component() {
          if (!useAtomValue(sessionAtom).isAdmin) throw new Error('for admins only');
          return null;
        },
      };
    },
    'customer-booking': async () => ({
      Component: ({ manageToken, receipt }) => (receipt === null ? null : manageToken.slice(0, 8)),
    }),
  }`;
  const slots: RemoteSlot[] = [
    { name: 'cart-drawer', access: 'public' },
    { name: 'admin-alerts', access: 'admin' },
    { name: 'customer-booking', access: 'public' },
  ];
  const pages = ['welcome', 'with-data', 'waiting', 'newer', 'bare'].map(closed);
  const live = liveWith(pages, partsOf, slots, fragments);
  const [forRemote, forShell] = await rendering(live, async (renderer) => [
    await contractGate(renderer, 'garage'),
    await contractGate(renderer, 'shell'),
  ]);
  const cure = 'Fix it; if it needs a newer shell, release the shell first.';
  assert.deepEqual(forRemote, [
    `The live shell can't render page newer of garage: router.useHorn is not a function. ${cure}`,
    `The live shell can't render page bare of garage: a component in it is undefined. ${cure}`,
    `The live shell can't render slot cart-drawer of garage: openHornDrawer is not a function. ${cure}`,
  ]);
  assert.equal(
    forShell![0],
    "The new shell can't render page newer of the live garage: router.useHorn is not a function. Keep what live remotes need, or release garage first.",
  );
});

test('every release of the site passes; each page and slot renders in its shell', async () => {
  await buildApps();
  const siteFolder = newSiteFolder();
  const releases = listApps(repository).map(({ name: app }) => publishRelease(app, { repository, siteFolder }));
  const record = liveRecord({ apps: Object.fromEntries(releases.map(({ app, version }) => [app, version])) });
  const live = composeLive(siteFolder, record);
  assert.deepEqual(await rendering(live, (renderer) => contractGate(renderer, 'shell')), []);
  for (const release of releases)
    for (const gate of [fitErrors, bundleBudgetGate, scopedStylesGate])
      assert.deepEqual(gate(candidateOf(siteFolder, release, record)), [], `${release.app}: ${gate.name}`);
  for (const { app, sharedNames } of releases)
    assert.ok(sharedNames?.['@twostroke/shared/state']?.length, `the record of ${app} lists what it shares`);
});

test('contract and shares: a remote built with an export that the live shell lacks is rejected', async () => {
  const remote = await buildSyntheticRemote(`import { store, useHorn } from '@twostroke/shared/state';
    export function Component() {
      return <p>{useHorn(store)}</p>;
    }`);
  try {
    const siteFolder = newSiteFolder();
    const shell = publishRelease('shell', { repository, siteFolder, compress: false });
    const release = remote.publish(siteFolder);
    const record = liveRecord({ apps: { shell: shell.version, [release.app]: release.version } });
    assert.deepEqual(fitErrors(candidateOf(siteFolder, release, record)), [
      `${release.app} ${release.version} uses useHorn of @twostroke/shared/state, which the shell ${shell.version} does not export. Release a shell that exports it first, or remove the import.`,
    ]);
    const live = composeLive(siteFolder, record);
    const [rejection] = await rendering(live, (renderer) => contractGate(renderer, release.app));
    assert.match(
      rejection!,
      /^The live shell can't render page start of synthetic00: .*useHorn\) is not a function\. /,
    );
  } finally {
    remote.remove();
  }
});

test('prerender: a page that throws is rejected with its address; the others are stored', async () => {
  const pages = `{
    right: async () => ({ Component: () => 'a page' }),
    broken: async () => ({ Component: () => { throw new Error('no wheels'); } }),
  }`;
  const live = liveWith([route('right'), route('broken')], pages);
  const kept: string[] = [];
  const { rejections, pages: count } = await rendering(live, (renderer) =>
    prerenderGate({
      live,
      app: 'garage',
      store: {
        async renew(_, path) {
          const page = await renderer.render(path);
          kept.push(path);
          return { ...page, path, renderedAt: '', content: '' };
        },
      },
      fetchRows: () => Promise.resolve([]),
    }),
  );
  assert.equal(count, 2);
  assert.deepEqual(kept, ['/right']);
  assert.match(rejections[0]!, /^1 of 2 pages can't be prerendered: \/broken \(.*no wheels\)\. Fix them/);
});

test('prerender: renders one page of a route with very many; for a shell, pages of all remotes and the not-found page', async () => {
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

test('prerender: a backend that does not answer is a rejection', async () => {
  const live = liveWith([route('offer', { rows: 'offers?select=brand,model,number' })], '{}');
  const { rejections } = await prerenderGate({
    live,
    app: 'garage',
    store: { renew: () => Promise.reject(new Error('never asked')) },
    fetchRows: () => Promise.reject(new Error('fetch failed')),
  });
  assert.deepEqual(rejections, [
    'The addresses of garage could not be read from the backend: fetch failed. Check that it runs, and the query in the manifest.',
  ]);
});
