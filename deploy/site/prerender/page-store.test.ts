import assert from 'node:assert/strict';
import { mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, test } from 'node:test';
import type { RenderedPage } from '@twostroke/shared/contracts/prerender';
import type { RegistryRoute } from '@twostroke/shared/contracts/registry';
import type { Live } from '../record/live.ts';
import { createPageStore } from './page-store.ts';

const folder = mkdtempSync(join(tmpdir(), 'twostroke-pages-'));
after(() => rmSync(folder, { recursive: true }));

const route: RegistryRoute = {
  id: 'catalog:home',
  remote: 'catalog',
  page: 'home',
  path: '/',
  access: 'public',
  prerender: 'static',
  js: [],
  css: [],
};
function liveWith(shell: string, catalog: string, cart: string): Live {
  return {
    release: `${shell} ${catalog} ${cart}`,
    canary: false,
    shell: { version: shell, js: [], css: [], fontPreload: null, icon: null },
    registry: {
      schema: 1,
      remotes: [
        { name: 'catalog', version: catalog, entry: '/c.js' },
        { name: 'cart', version: cart, entry: '/k.js' },
      ],
      routes: [route],
      slots: [],
    },
    integrity: {},
    nodeEntries: {},
  };
}

/** A store whose renderer records its requests and returns numbered pages. */
function open(live: Live, home: string, contentVersion = 'content-1') {
  const asked: (string | null)[] = [];
  let failure: Error | null = null;
  const store = createPageStore({
    folder: join(folder, home),
    live,
    contentVersion: () => contentVersion,
    renderer: {
      render(path): Promise<RenderedPage> {
        asked.push(path);
        if (failure) return Promise.reject(failure);
        const routeId = path === null ? 'not-found' : route.id;
        return Promise.resolve({ routeId, head: '', body: `turn ${asked.length}`, loaderData: {}, jsonLd: [] });
      },
    },
  });
  return { store, asked, fail: (thrown: Error | null) => void (failure = thrown) };
}

test('a page is rendered once and stored, also across restarts', async () => {
  const first = open(liveWith('1', '1', '1'), 'kept');
  const pages = await Promise.all([first.store.get(route, '/'), first.store.get(route, '/')]);
  assert.deepEqual(
    pages.map((page) => page?.body),
    ['turn 1', 'turn 1'],
  );
  const second = open(liveWith('1', '1', '1'), 'kept');
  assert.equal((await second.store.get(route, '/'))?.body, 'turn 1');
  assert.deepEqual([first.asked.length, second.asked.length], [1, 0]);
});

test('a page is rendered again for another shell, version of its remote or content, but not for another remote', async () => {
  for (const [live, content, renders] of [
    [liveWith('1', '1', '1'), 'a', 1],
    [liveWith('2', '1', '1'), 'a', 1],
    [liveWith('1', '2', '1'), 'a', 1],
    [liveWith('1', '1', '1'), 'b', 1],
    [liveWith('1', '1', '2'), 'a', 0],
    [liveWith('1', '1', '1'), 'a', 0],
  ] as const) {
    const { store, asked } = open(live, 'versions', content);
    await store.get(route, '/');
    assert.equal(asked.length, renders, `${live.release} ${content}`);
  }
});

test("a page that can't be rendered is absent, and is retried on the next request", async (t) => {
  t.mock.method(console, 'error', () => undefined);
  const { store, fail } = open(liveWith('1', '1', '1'), 'failing');
  fail(new Error('the backend does not answer'));
  assert.equal(await store.get(route, '/'), null);
  fail(null);
  assert.equal((await store.get(route, '/'))?.body, 'turn 2');
});

test('an old page is served and rendered again in the background, and stays when that fails', async (t) => {
  t.mock.timers.enable({ apis: ['Date'], now: Date.parse('2026-11-21T09:00:00Z') });
  const { store, asked, fail } = open(liveWith('1', '1', '1'), 'stale');
  await store.get(route, '/');
  t.mock.timers.setTime(Date.parse('2026-11-21T09:05:01Z'));
  fail(new Error('down'));
  assert.equal((await store.get(route, '/'))?.body, 'turn 1');
  fail(null);
  assert.equal((await store.get(route, '/'))?.body, 'turn 1');
  await store.renew(route, '/');
  assert.ok(asked.length >= 3);
  assert.notEqual((await store.get(route, '/'))?.body, 'turn 1');
});

test("while pages of changed content can't be rendered, those of the previous content stay", async (t) => {
  t.mock.method(console, 'error', () => undefined);
  t.mock.timers.enable({ apis: ['Date'], now: Date.parse('2026-11-21T09:00:00Z') });
  for (const content of ['before', 'after']) {
    const { store } = open(liveWith('1', '1', '1'), 'changed', content);
    await store.get(route, '/');
    t.mock.timers.tick(60_000);
  }
  const { store, fail } = open(liveWith('1', '1', '1'), 'changed', 'latest');
  fail(new Error('the backend does not answer'));
  assert.equal((await store.get(route, '/'))?.renderedAt, '2026-11-21T09:01:00.000Z');
  const other = open(liveWith('1', '2', '1'), 'changed', 'latest');
  other.fail(new Error('the backend does not answer'));
  assert.equal(await other.store.get(route, '/'), null, 'a page of another version is not used');
  fail(null);
  assert.equal((await store.get(route, '/'))?.renderedAt, '2026-11-21T09:02:00.000Z', 'rendering is retried');
});

test('there is one not-found page for all unknown addresses', async () => {
  const { store, asked } = open(liveWith('1', '1', '1'), 'unknown');
  await store.get(null, '/nope');
  await store.get(null, '/nor/this');
  assert.deepEqual(asked, [null]);
});

test('a stored page of another form is rendered again', async () => {
  const { store, asked } = open(liveWith('1', '1', '1'), 'other-form');
  await store.get(route, '/');
  const home = join(folder, 'other-form');
  const [file] = readdirSync(home, { encoding: 'utf8', recursive: true }).filter((name) => name.endsWith('.json'));
  writeFileSync(join(home, file!), JSON.stringify({ body: '<p>old</p>', renderedAt: new Date().toISOString() }));
  assert.equal((await store.get(route, '/'))?.routeId, route.id);
  assert.equal(asked.length, 2);
});
