import type { Registry, RegistryRoute } from '@twostroke/shared/contracts/registry';
import { AppError } from '@twostroke/shared/data';
import {
  isPrerendered,
  keepingPrerendered,
  LOADER_TIMEOUT_MS,
  readPrerendered,
  removePrerenderedHead,
  takeOverPage,
} from './prerendered.ts';

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
const args = (path: string) => ({ request: new Request(`http://site${path}`), params: {} }) as never;

test('the page of this address is found with its data and its age', () => {
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
])('%s is no prerendered page', (_, found) => {
  expect(found).toBeNull();
});

describe('a page that was taken over', () => {
  const container = document.createElement('div');
  container.append(document.createElement('h1'));
  beforeEach(() => takeOverPage(at('/bikes/activa')!, container));

  test('is known by its route and address', () => {
    expect(isPrerendered(route, '/bikes/activa')).toBe(true);
    expect(isPrerendered(route, '/bikes/dio')).toBe(false);
    expect(isPrerendered({ ...route, id: 'catalog:home' }, '/bikes/activa')).toBe(false);
  });

  test('is not there when the document was empty', () => {
    takeOverPage(at('/bikes/activa')!, document.createElement('div'));
    expect(isPrerendered(route, '/bikes/activa')).toBe(false);
  });

  test.each(['offline', 'timeout', 'unavailable'] as const)('keeps its data when the backend is %s', async (code) => {
    const loader = () => Promise.reject(new AppError(code, 'no'));
    await expect(keepingPrerendered(route, args('/bikes/activa'), loader)).resolves.toBe('read ahead');
    await expect(keepingPrerendered(route, args('/bikes/dio'), loader)).rejects.toThrow('no');
  });

  test('keeps its data when the loader never ends, and elsewhere that is a time-out', async () => {
    jest.useFakeTimers();
    const never = () => new Promise(() => undefined);
    const settled = jest.fn();
    const kept = keepingPrerendered(route, args('/bikes/activa'), never).then(settled);
    const elsewhere = keepingPrerendered(route, args('/bikes/dio'), never).catch(settled);
    await jest.advanceTimersByTimeAsync(LOADER_TIMEOUT_MS - 1);
    expect(settled).not.toHaveBeenCalled();
    await jest.advanceTimersByTimeAsync(1);
    await Promise.all([kept, elsewhere]);
    expect(settled.mock.calls).toEqual([['read ahead'], [expect.objectContaining({ code: 'timeout' })]]);
    await keepingPrerendered(route, args('/bikes/dio'), () => 'quick');
    expect(jest.getTimerCount()).toBe(0);
    jest.useRealTimers();
  });

  test('gives way to what the backend says', async () => {
    await expect(keepingPrerendered(route, args('/bikes/activa'), () => 'new')).resolves.toBe('new');
    const gone = () => Promise.reject(new AppError('not_found', 'gone'));
    await expect(keepingPrerendered(route, args('/bikes/activa'), gone)).rejects.toThrow('gone');
  });
});

test('the head of a page that was not taken over is cleared, and nothing else', () => {
  document.head.innerHTML =
    '<title>a</title><meta name="description" content="a"><meta name="viewport" content="b"><link rel="canonical" href="/"><meta property="og:title" content="a">';
  removePrerenderedHead();
  expect(document.head.innerHTML).toBe('<meta name="viewport" content="b">');
});
