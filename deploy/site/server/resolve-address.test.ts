import type { Registry, RegistryRoute } from '@twostroke/shared/contracts/registry';
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createAddressResolver } from './resolve-address.ts';

const route = (path: string, prerender: RegistryRoute['prerender']): RegistryRoute => ({
  id: `catalog:${path}`,
  remote: 'catalog',
  page: path,
  path,
  access: 'public',
  prerender,
  js: [],
  css: [],
});

const registry: Registry = {
  schema: 1,
  remotes: [],
  slots: [],
  routes: [
    route('/', 'static'),
    route('/faq', 'static'),
    route('/account', 'never'),
    route('/blog/:slug', { rows: 'posts?select=slug' }),
    route('/services/:servicePage', { values: [{ servicePage: 'oil-change' }] }),
    route('/services/category/:categorySlug', { rows: 'categories?select=categorySlug:slug' }),
    route('/services/:brandSlug/:modelSlug/:packageSlug', { rows: 'model_offers?select=x' }),
  ],
};

const rows: Record<string, Record<string, string>[]> = {
  'posts?select=slug': [{ slug: 'chain-care' }],
  'categories?select=categorySlug:slug': [{ categorySlug: 'brakes' }],
  'model_offers?select=x': [{ packageSlug: 'oil-change', brandSlug: 'honda', modelSlug: 'dio' }],
};
const answering = (query: string) => Promise.resolve(rows[query] ?? []);

for (const [address, status, path] of [
  ['/', 200, '/'],
  ['/blog/chain-care', 200, '/blog/:slug'],
  ['/blog/no-such-post', 404, null],
  ['/services/oil-change', 200, '/services/:servicePage'],
  ['/services/oil-chnage', 404, null],
  ['/services/category/brakes', 200, '/services/category/:categorySlug'],
  ['/services/category/bakes', 404, null],
  ['/services/honda/dio/oil-change', 200, '/services/:brandSlug/:modelSlug/:packageSlug'],
  ['/services/dio/honda/oil-change', 404, null],
  ['/nowhere', 404, null],
  ['/blog/%E0%A4%A', 404, null],
] as const)
  test(`${address} answers ${status}`, async () => {
    const resolved = await createAddressResolver(registry, answering)(address);
    assert.ok(resolved.status !== 308);
    assert.deepEqual([resolved.status, resolved.route?.path ?? null], [status, path]);
  });

for (const [address, location] of [
  ['/FAQ', '/faq'],
  ['/%66aq', '/faq'],
  ['/Blog/chain-care', '/blog/chain-care'],
  ['/services/hond%61/dio/oil-change', '/services/honda/dio/oil-change'],
] as const)
  test(`${address} redirects to ${location}`, async () => {
    assert.deepEqual(await createAddressResolver(registry, answering)(address), { status: 308, location });
  });

test('another spelling of a missing page answers 404, and one of a page that is not prerendered is left to the browser', async () => {
  const resolve = createAddressResolver(registry, answering);
  assert.equal((await resolve('/BLOG/no-such-post')).status, 404);
  assert.equal((await resolve('/blog/Chain-Care')).status, 404);
  assert.equal((await resolve('/Account')).status, 200);
});

test('while the backend does not answer, a slug counts as existing', async () => {
  const resolve = createAddressResolver(registry, () => Promise.reject(new Error('down')));
  assert.equal((await resolve('/blog/chain-care')).status, 200);
  assert.equal((await resolve('/nowhere')).status, 404);
});

test('an address that was requested before its page existed, and again after it is gone, is answered as its rows are then', async () => {
  let posts = [{ slug: 'chain-care' }];
  const resolve = createAddressResolver(registry, (query) =>
    query.startsWith('posts') ? Promise.resolve(posts) : answering(query),
  );
  const status = async () => (await resolve('/blog/brake-pads')).status;
  assert.equal(await status(), 404);
  posts = [...posts, { slug: 'brake-pads' }];
  assert.equal(await status(), 200);
  posts = [];
  assert.equal(await status(), 404);
});
