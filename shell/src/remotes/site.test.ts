import { buildRegistry, buildRoute, buildSlot } from '../testing/build-registry.ts';
import { readRegistry, readSite } from './site.ts';

const file = { href: '/r/a.js', integrity: 'sha256-a' };
const style = { href: '/r/a.css', integrity: 'sha256-b', key: 'a:chunk-1' };
const route = buildRoute({
  remote: 'catalog',
  page: 'bike',
  path: '/bikes/:brandSlug/:modelSlug',
  js: [file],
  css: [style],
});
const slot = buildSlot({ remote: 'cart', js: [file] });
const registry = buildRegistry([route], [slot]);
const empty = { schema: 1, remotes: [], routes: [], slots: [] };

test('accepts a correct document unchanged', () => {
  const backend = { url: 'https://project.supabase.co', key: 'anon' };
  const site = { registry, backend, origin: 'https://twostroke.example', content: '1a2b' };
  expect(readSite(JSON.stringify(site))).toEqual(site);
});

test.each([undefined, null, '', '{', 'null', '7', '"text"', '[]', '{"registry":null,"backend":null}'])(
  'the unusable document %p leaves a site without remotes',
  (text) => {
    expect(readSite(text)).toEqual({ registry: empty, backend: { url: '', key: '' }, origin: '', content: '' });
  },
);

test.each([
  ['another schema', { ...registry, schema: 2 }],
  ['no list of remotes', { ...registry, remotes: 'catalog' }],
  ['a list', [registry]],
  ['a number', 1],
])('a registry with %s is rejected as a whole', (_, candidate) => {
  expect(readRegistry(candidate)).toEqual(empty);
});

test.each([
  'https://evil.example/remoteEntry.js',
  '//evil.example/remoteEntry.js',
  '/\\evil.example/remoteEntry.js',
  '/\t/evil.example/remoteEntry.js',
  '/\n/evil.example/remoteEntry.js',
  'data:text/javascript,alert(1)',
  'javascript:alert(1)',
  'r/catalog/remoteEntry.js',
  '',
  7,
  null,
])('a remote whose entry is %j is left out with its routes; the others stay', (entry) => {
  const remotes = registry.remotes.map((remote) => (remote.name === 'catalog' ? { ...remote, entry } : remote));
  expect(readRegistry({ ...registry, remotes })).toEqual({ ...registry, remotes: [registry.remotes[1]], routes: [] });
});

test.each(['Catalog', '../cart', '', '__proto__', 5, null])('a remote named %j is left out', (name) => {
  const remotes = [{ name, version: '1', entry: '/r/x.js' }, ...registry.remotes];
  expect(readRegistry({ ...registry, remotes })).toEqual(registry);
});

test.each<[string, unknown]>([
  ['of a remote that is not live', { ...route, remote: 'admin', id: 'admin:bike' }],
  ['with a foreign script', { ...route, js: [{ href: 'https://evil.example/a.js', integrity: '' }] }],
  ['with a foreign style sheet', { ...route, css: [{ ...style, href: '//evil.example/a.css' }] }],
  ['with a script that is no file', { ...route, js: [null] }],
  ['without files', { ...route, js: undefined }],
  ['without access', { ...route, access: undefined }],
  ['with an access level inside a list', { ...route, access: ['public'] }],
  ['with an unknown access', { ...route, access: 'everybody' }],
  ['with a relative path', { ...route, path: 'bikes' }],
  ['without a page', { ...route, page: undefined }],
  ["with the id of the shell's own not-found page", { ...route, id: 'not-found' }],
  ['with an id that is not its own', { ...route, id: 'cart:bike' }],
  ['that is nothing', null],
  ['that is text', 'route'],
])('a route %s is left out; the others stay', (_, bad) => {
  expect(readRegistry({ ...registry, routes: [bad, route] })).toEqual(registry);
});

test('removes duplicates, so that the router can start', () => {
  const twice = {
    schema: 1,
    remotes: [...registry.remotes, ...registry.remotes],
    routes: [route, route],
    slots: [slot, slot],
  };
  expect(readRegistry(twice)).toEqual(registry);
});

test('leaves out a slot of the wrong shape', () => {
  const slots = [{ ...slot, name: 5 }, { ...slot, remote: 'unknown' }, { ...slot, access: null }, slot];
  expect(readRegistry({ ...registry, slots })).toEqual(registry);
});

test('leaves out values that cannot even be printed', () => {
  const text = JSON.stringify({ registry }).replaceAll('"public"', '{"toString":1,"valueOf":1}');
  expect(readSite(text).registry).toEqual({ ...registry, routes: [], slots: [] });
});
