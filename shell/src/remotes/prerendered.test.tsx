import type { Registry, RegistryRoute } from '@twostroke/shared/contracts/registry';
import { isPrerendered, readPrerendered, removePrerenderedHead, startHydration } from './prerendered.ts';

const route: RegistryRoute = {
  id: 'catalog:bike',
  remote: 'catalog',
  page: 'bike',
  path: '/bikes/:slug',
  access: 'public',
  prerender: { rows: 'models?select=slug' },
  js: [],
  css: [],
};
const registry: Registry = { schema: 1, remotes: [], routes: [route], slots: [] };
const state = {
  path: '/bikes/activa',
  routeId: route.id,
  renderedAt: '2026-11-21T04:00:00Z',
  loaderData: { [route.id]: 'read ahead' },
};
const at = (pathname: string, search = '') => readPrerendered(JSON.stringify(state), registry, { pathname, search });

test('finds the page of this address with its data and its age', () => {
  expect(at('/bikes/activa')).toEqual({
    path: '/bikes/activa',
    route,
    loaderData: state.loaderData,
    renderedAt: Date.parse(state.renderedAt),
  });
  expect(at('/bikes/activa', '?utm_source=poster&gclid=1')).not.toBeNull();
});

test.each([
  ['another address', at('/bikes/dio')],
  ['another state of the page', at('/bikes/activa', '?body=scooter')],
  ['no data', readPrerendered(null, registry, { pathname: '/', search: '' })],
  ['broken data', readPrerendered('{', registry, { pathname: '/', search: '' })],
  [
    'a route that is not live',
    readPrerendered(JSON.stringify(state), { ...registry, routes: [] }, { pathname: '/bikes/activa', search: '' }),
  ],
  [
    'the page of another route',
    readPrerendered(JSON.stringify({ ...state, routeId: 'x:y' }), registry, { pathname: state.path, search: '' }),
  ],
])('%s is not a prerendered page', (_, found) => {
  expect(found).toBeNull();
});

describe('a hydrated page', () => {
  const container = document.createElement('div');
  container.append(document.createElement('h1'));
  beforeEach(() => startHydration(at('/bikes/activa')!, container));

  test('is known by its route and address', () => {
    expect(isPrerendered(route, '/bikes/activa')).toBe(true);
    expect(isPrerendered(route, '/bikes/dio')).toBe(false);
    expect(isPrerendered({ ...route, id: 'catalog:home' }, '/bikes/activa')).toBe(false);
  });

  test('is absent when the document was empty', () => {
    startHydration(at('/bikes/activa')!, document.createElement('div'));
    expect(isPrerendered(route, '/bikes/activa')).toBe(false);
  });
});

test("clears only the page's tags from the head when the page is not hydrated", () => {
  document.head.innerHTML =
    '<title>a</title><meta name="description" content="a"><meta name="viewport" content="b"><link rel="canonical" href="/"><meta property="og:title" content="a">';
  removePrerenderedHead();
  expect(document.head.innerHTML).toBe('<meta name="viewport" content="b">');
});
