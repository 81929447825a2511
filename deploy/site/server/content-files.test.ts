import assert from 'node:assert/strict';
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { after, afterEach, test } from 'node:test';
import { composeLive } from '../record/live.ts';
import { contentOf, makeSmallSite } from '../testing/small-site.ts';
import { startSiteServer } from './site-server.ts';

const site = makeSmallSite();
after(() => site.remove());
site.addVersion('2.0.0');

/** A Node build of a shell whose pages are made from a text, and show a fact that changes with each rendering. */
const shell = join(site.folder, 'shell.mjs');
const text = join(site.folder, 'text');
writeFileSync(
  shell,
  `import { readFileSync } from 'node:fs';
  let rendered = 0;
  export const createPageRenderer = ({ registry }) => async (path) => {
    const text = readFileSync(${JSON.stringify(text)}, 'utf8');
    if (text === 'down') throw new Error('its data does not come');
    const route = registry.routes.find((one) => one.path === path) ?? registry.routes.find((one) => one.page === 'bike');
    const data = { text, path, live: rendered++ };
    return { routeId: route.id, head: '', body: text, loaderData: { [route.id]: data, other: 'secret' }, jsonLd: [] };
  };`,
);
const liveWith = (changes: Partial<typeof site.record> = {}) => {
  const live = composeLive(site.folder, { ...site.record, ...changes });
  return { ...live, nodeEntries: { ...live.nodeEntries, shell } };
};
let content = '';
const setContent = (next: string): void => {
  content = contentOf(next);
  writeFileSync(text, next);
};
afterEach(() => setContent('first text'));
setContent('first text');

async function open(live = liveWith()) {
  const server = await startSiteServer({
    siteFolder: site.folder,
    live,
    browserBackend: { url: '', key: 'public-key' },
    fetchRows: site.fetchRows,
    contentVersion: () => Promise.resolve(content),
  });
  after(() => server.close());
  const at = (path: string, named = content, version = '1.0.0') =>
    fetch(`${server.url}/pages/catalog/${version}/${named}${path}.json`);
  return { ...server, at };
}

test('a page has a file with its data, without live facts and the data of other routes, that is never asked for again', async () => {
  const { at, url } = await open();
  for (const [path, name] of [
    ['/', '/index'],
    ['/bikes', '/bikes'],
    ['/bikes/royal-enfield/hunter-350', '/bikes/royal-enfield/hunter-350'],
  ] as const) {
    const answer = await at(name);
    assert.equal(answer.status, 200, path);
    assert.deepEqual(await answer.json(), { text: 'first text', path });
    assert.equal(answer.headers.get('cache-control'), 'public, max-age=31536000, immutable');
    assert.equal(answer.headers.get('content-type'), 'application/json; charset=utf-8');
    assert.equal(answer.headers.get('content-encoding'), 'gzip');
    assert.match(answer.headers.get('etag')!, /-gz"$/);
    assert.match(answer.headers.get('content-security-policy')!, /^default-src 'none'/);
  }
  const document = await (await fetch(`${url}/bikes`)).text();
  assert.ok(document.includes(`"content":"${content}"`), 'the document names it');
  assert.deepEqual(await (await fetch(`${url}/release.json`)).json(), { release: liveWith().release, content });
});

test('the file of a page is the same bytes whenever the page is rendered', async () => {
  const tagOf = async (): Promise<string | null> => (await (await open()).at('/bikes')).headers.get('etag');
  const first = await tagOf();
  const { url } = await open();
  await (await fetch(`${url}/bikes`)).text();
  assert.equal(await tagOf(), first);
});

test('there is no file of an unknown page, of one that is never prerendered, of another remote, version or content', async () => {
  const { url, at } = await open();
  for (const path of ['/bikes/ktm/no-such-bike', '/account', '/no-such-page', '/not-found', '/404', '/'])
    assert.equal((await at(path)).status, 404, path);
  assert.equal((await at('/bikes', contentOf('never shown'))).status, 404);
  assert.equal((await at('/bikes', content, '9.9.9')).status, 404);
  for (const path of [
    `/pages/shell/1.0.0/${content}/bikes.json`,
    `/pages/catalog/1.0.0/${content}/bikes`,
    `/pages/catalog/1.0.0/${content}/..%2f..%2f..%2flive.json`,
    `/pages/catalog/1.0.0/${content}/%2Fbikes.json`,
    '/pages/catalog',
    '/pages/',
  ]) {
    const answer = await fetch(url + path);
    assert.equal(answer.status, 404, path);
    assert.equal(answer.headers.get('cache-control'), 'no-cache', path);
  }
});

test('a disabled remote has no files', async () => {
  const { at } = await open(liveWith({ disabled: ['catalog'] }));
  assert.equal((await at('/bikes')).status, 404);
});

test('tabs that were opened before a flip or a change of the content still get what was rendered for them', async () => {
  const { at, setLive } = await open();
  const former = content;
  assert.equal((await at('/bikes')).status, 200);
  setLive(liveWith({ apps: { ...site.record.apps, catalog: '2.0.0' } }));
  assert.deepEqual(await (await at('/bikes')).json(), { text: 'first text', path: '/bikes' });
  assert.equal((await at('/bikes', content, '2.0.0')).status, 200);
  setContent('second text');
  const { at: afterChange } = await open();
  assert.deepEqual(await (await afterChange('/bikes')).json(), { text: 'second text', path: '/bikes' });
  assert.deepEqual(await (await afterChange('/bikes', former)).json(), { text: 'first text', path: '/bikes' });
});

test('while the backend is down, files are made from what is stored, and a document names the content that it shows', async () => {
  const first = await open();
  assert.equal((await first.at('/index')).status, 200);
  const former = content;
  setContent('down');
  const { at, url } = await open();
  assert.equal((await at('/index')).status, 404, 'nothing of the former content has the name of the present one');
  assert.ok((await (await fetch(url)).text()).includes(`"content":"${former}"`));
  assert.equal((await at('/index', former)).status, 200);
});

test('a page that another process stored is served as it is', async () => {
  const { at } = await open();
  const folder = join(site.folder, `pages/shell-0.9.0/catalog-0.9.0/${content}`);
  mkdirSync(folder, { recursive: true });
  const page = { routeId: 'catalog:bikes', head: '', body: '', jsonLd: [], path: '/bikes', renderedAt: '', content };
  writeFileSync(
    join(folder, '%2Fbikes.json'),
    JSON.stringify({ ...page, loaderData: { 'catalog:bikes': ['a list'] } }),
  );
  assert.deepEqual(await (await at('/bikes', content, '0.9.0')).json(), ['a list']);
});
