/** @jest-environment jsdom */
import type { RegistryRoute } from '@twostroke/shared/contracts/registry';
import type { PageModule } from '@twostroke/shared/contracts/module';
import { AppError } from '@twostroke/shared/client';
import { fakeBackend, type FakeAnswer, type FakeRoute } from '@twostroke/shared/testing/fake-backend';
import { buildModule, buildPage } from '../testing/build-module.tsx';
import { buildRegistry, buildRoute } from '../testing/build-registry.ts';
import { loadRemoteModule } from './federation.ts';
import { FRESH_MS, loadPageData, LOADER_TIMEOUT_MS, startPageData } from './page-data.ts';

jest.mock('./federation.ts');

const releaseFile = 'GET /release.json';
const fileOf = ({ remote, path }: RegistryRoute, content = 'c1') => `GET /pages/${remote}/1.0.0/${content}${path}.json`;

/** A tab whose document shows this content, and a page of it. */
function openTab(page: Partial<PageModule> = {}, changes: { route?: Partial<RegistryRoute>; content?: string } = {}) {
  const route = buildRoute(changes.route);
  const registry = buildRegistry([route]);
  const loader = jest.fn(() => Promise.resolve<unknown>({ text: 'read' }));
  jest.mocked(loadRemoteModule).mockResolvedValue(buildModule({ home: buildPage('Page', { loader, ...page }) }));
  startPageData({ registry, content: changes.content ?? 'c1' }, null);
  const changed = jest.fn();
  const load = (path = route.path, search = '') =>
    loadPageData(route, { request: new Request(`http://site.test${path}${search}`), params: {} } as never, changed);
  return { route, registry, loader, load, changed };
}

const answers = (routes: Record<string, FakeAnswer | FakeRoute>) => fakeBackend(routes);
const callsTo = ({ calls }: ReturnType<typeof answers>) => calls.map(({ method, path }) => `${method} ${path}`);

test('a prerendered page takes its content file, once, whatever the query, and does not run its loader', async () => {
  const { route, load, loader } = openTab();
  const backend = answers({ [fileOf(route)]: { body: { text: 'from the file' } } });
  expect(await load()).toEqual({ text: 'from the file' });
  expect(await load(route.path, '?body=scooter')).toEqual({ text: 'from the file' });
  expect(callsTo(backend)).toEqual([fileOf(route)]);
  expect(loader).not.toHaveBeenCalled();
});

test('the home page has a file too', async () => {
  const { route, load } = openTab({}, { route: { path: '/' } });
  const address = `GET /pages/${route.remote}/1.0.0/c1/index.json`;
  expect(callsTo(answers({ [address]: { body: null } }))).toEqual([]);
  const backend = answers({ [address]: { body: 'home' } });
  expect(await load()).toBe('home');
  expect(callsTo(backend)).toEqual([address]);
});

test('the file starts beside the code of its page', async () => {
  const { route, load } = openTab();
  const backend = answers({ [fileOf(route)]: { body: 'data' } });
  jest.mocked(loadRemoteModule).mockReturnValue(new Promise(() => undefined));
  void load();
  expect(callsTo(backend)).toEqual([fileOf(route)]);
});

test.each([
  ['that is never prerendered', { route: { prerender: 'never' as const } }],
  ['for members', { route: { access: 'user' as const } }],
  ['of a document without content files', { content: '' }],
])('a page %s is read by its loader', async (_, changes) => {
  const { load, loader } = openTab({}, changes);
  const backend = answers({});
  expect(await load()).toEqual({ text: 'read' });
  expect(loader).toHaveBeenCalledTimes(1);
  expect(callsTo(backend)).toEqual([]);
});

test('no file of a disabled remote is taken', async () => {
  const { route, registry, load } = openTab();
  registry.remotes[0]!.disabled = true;
  startPageData({ registry, content: 'c1' }, null);
  const backend = answers({ [fileOf(route)]: { body: 'data' } });
  await load();
  expect(callsTo(backend)).toEqual([]);
});

describe('when the file is missing', () => {
  test('and the site has the same content, the loader reads', async () => {
    const { route, load } = openTab();
    const backend = answers({ [releaseFile]: { body: { release: 'r1', content: 'c1' } } });
    expect(await load()).toEqual({ text: 'read' });
    expect(callsTo(backend)).toEqual([fileOf(route), releaseFile]);
  });

  test('and the site has other content, its file is taken, and the next page takes such a file at once', async () => {
    const { route, load, loader } = openTab();
    const other = { ...route, path: '/other' };
    const backend = answers({
      [releaseFile]: { body: { release: 'r1', content: 'c2' } },
      [fileOf(route, 'c2')]: { body: 'new' },
      [fileOf(other, 'c2')]: { body: 'another' },
    });
    expect(await load()).toBe('new');
    expect(await load('/other')).toBe('another');
    expect(callsTo(backend)).toEqual([fileOf(route), releaseFile, fileOf(route, 'c2'), fileOf(other, 'c2')]);
    expect(loader).not.toHaveBeenCalled();
  });

  test('it is not asked for again; after another failure it is', async () => {
    const { route, load } = openTab();
    const backend = answers({ [fileOf(route)]: { status: 503 } });
    await load();
    backend.answer(fileOf(route), { body: 'there now' });
    expect(await load()).toBe('there now');
    await load('/gone');
    await load('/gone');
    const gone = fileOf({ ...route, path: '/gone' });
    expect(callsTo(backend).filter((call) => call === gone)).toEqual([gone]);
  });

  test('and the loader fails too, the page keeps what it showed before; a page that is gone does not', async () => {
    const loader = jest.fn(() => Promise.reject(new AppError('unavailable', 'down')));
    const { route, load, changed } = openTab({ loader });
    jest.useFakeTimers();
    const backend = answers({ [fileOf(route)]: { body: 'before' } });
    await load();
    jest.advanceTimersByTime(FRESH_MS + 1);
    backend.answer(releaseFile, { body: { release: 'r1', content: 'c2' } });
    await load();
    await jest.advanceTimersByTimeAsync(0);
    expect(changed).toHaveBeenCalledTimes(1);
    expect(await load()).toBe('before');
    await expect(load('/elsewhere')).rejects.toThrow('down');
    loader.mockRejectedValue(new AppError('not_found', 'gone'));
    await expect(load()).rejects.toThrow('gone');
    jest.useRealTimers();
  });

  test('and the loader is stuck, it fails after a while', async () => {
    jest.useFakeTimers();
    const { load } = openTab({ loader: () => new Promise(() => undefined) });
    answers({});
    const settled = jest.fn();
    const work = load().catch(settled);
    await jest.advanceTimersByTimeAsync(LOADER_TIMEOUT_MS - 1);
    expect(settled).not.toHaveBeenCalled();
    await jest.advanceTimersByTimeAsync(1);
    await work;
    expect(settled).toHaveBeenCalledWith(expect.objectContaining({ code: 'timeout' }));
    jest.useRealTimers();
  });
});

describe('a document', () => {
  const start = (age: number, page: Partial<PageModule> = {}) => {
    const tab = openTab(page);
    const { route, registry } = tab;
    const data = { text: 'of the document', live: 'then' };
    const renderedAt = Date.now() - age;
    startPageData(
      { registry, content: 'c1' },
      { path: route.path, route, loaderData: { [route.id]: data }, renderedAt },
    );
    return tab;
  };

  test('that is fresh asks nothing', async () => {
    const { load } = start(60_000);
    const backend = answers({});
    expect(await load()).toMatchObject({ text: 'of the document' });
    expect(callsTo(backend)).toEqual([]);
  });

  test.each([
    ['eleven minutes', 11 * 60_000],
    ['a day', 24 * 3600_000],
  ])('%s old asks one question, and reads nothing while the content is the same', async (_, age) => {
    const { load, changed, loader } = start(age);
    const backend = answers({ [releaseFile]: { body: { release: 'r2', content: 'c1' } } });
    expect(await load()).toMatchObject({ text: 'of the document' });
    await load();
    expect(callsTo(backend)).toEqual([releaseFile]);
    expect(changed).not.toHaveBeenCalled();
    expect(loader).not.toHaveBeenCalled();
  });

  test('of former content is shown, and then the file of the present content', async () => {
    const { route, load, changed } = start(24 * 3600_000);
    const backend = answers({
      [releaseFile]: { body: { release: 'r2', content: 'c2' } },
      [fileOf(route, 'c2')]: { body: 'new' },
    });
    let again: Promise<unknown> | undefined;
    const asked = new Promise<void>((resolve) => changed.mockImplementation(() => resolve((again = load()) as never)));
    expect(await load()).toMatchObject({ text: 'of the document' });
    await asked;
    expect(await again).toBe('new');
    expect(callsTo(backend)).toEqual([releaseFile, fileOf(route, 'c2')]);
  });

  test.each([{ status: 503 }, { body: 'no object' }, { body: { release: 'r1' } }])(
    'that gets the answer %j keeps its content',
    async (answer) => {
      const { load, changed } = start(24 * 3600_000);
      answers({ [releaseFile]: answer });
      expect(await load()).toMatchObject({ text: 'of the document' });
      await new Promise(process.nextTick);
      expect(changed).not.toHaveBeenCalled();
    },
  );

  test('shows its content while its live facts are read again', async () => {
    const { load } = start(24 * 3600_000, { live: () => Promise.resolve('now') });
    answers({});
    const data = (await load()) as { text: string; live: Promise<string> };
    expect(data.text).toBe('of the document');
    expect(await data.live).toBe('now');
  });
});

test('live facts are asked for after the content, which they may use, and do not delay it', async () => {
  const never = new Promise<never>(() => undefined);
  const live = jest.fn<Promise<never>, [unknown, unknown]>(() => never);
  const { route, load } = openTab({ live });
  answers({ [fileOf(route)]: { body: { price: 1699 } } });
  expect(await load()).toEqual({ price: 1699, live: never });
  expect(live.mock.calls[0]?.[1]).toEqual({ price: 1699 });
});
