/** @jest-environment jsdom */
import type { RegistryRoute } from '@twostroke/shared/contracts/registry';
import { createBrowserRouter } from '@twostroke/shared/router';
import { waitFor } from '@testing-library/react';
import { buildRegistry, buildRoute } from '../testing/build-registry.ts';
import { loadPage, registerLiveRemotes } from '../remotes/load-remote.ts';
import { loadRemoteModule } from '../remotes/federation.ts';
import { startPageData } from '../remotes/page-data.ts';
import { PAGE_ALLOWANCE, UNNAMED_SIZE } from '../prefetch/allowance.ts';
import { startWhenIdle } from './start-when-idle.ts';

jest.mock('../remotes/federation.ts');

let status = 200;
let held: Promise<void> | null = null;
const asked: string[] = [];
/** Sizes of files that are not 1000 bytes, by what their address ends with. */
const sizes = new Map<string, number>();
/** Sizes of the files that have come, by their address. */
const arrived = new Map<string, number>();
const signals = new Map<string, AbortSignal>();
const priorities = new Map<string, RequestPriority | undefined>();

const fetchFile = jest.fn(async (href: string, { signal, priority }: { signal: AbortSignal } & RequestInit) => {
  asked.push(href);
  signals.set(href, signal);
  priorities.set(href, priority);
  await held;
  if (signal.aborted) throw new DOMException('', 'AbortError');
  if (status === 200) arrived.set(href, [...sizes].find(([end]) => href.endsWith(end))?.[1] ?? 1000);
  return {
    ok: status === 200,
    status,
    arrayBuffer: () => Promise.resolve(new ArrayBuffer(0)),
    json: () => Promise.resolve('data'),
  };
});

/** What the page observes; a test says what comes into view. */
const observers = new Set<{ links: Set<Element>; call: IntersectionObserverCallback }>();
class FakeIntersectionObserver {
  links = new Set<Element>();
  constructor(readonly call: IntersectionObserverCallback) {
    observers.add(this);
  }
  observe = (link: Element) => this.links.add(link);
  unobserve = (link: Element) => this.links.delete(link);
  disconnect = () => observers.delete(this);
}

const settle = async (): Promise<void> => {
  for (let turn = 0; turn < 20; turn += 1) await new Promise((resolve) => setTimeout(resolve));
};

let number = 0;
const pages = new Map<string, RegistryRoute>();
let stop: () => void = () => undefined;

/** A site of these pages, each of a remote of its own with one chunk, and a document with links to all of them. */
async function openSite(changes: Record<string, Partial<RegistryRoute>>, links = Object.keys(changes)): Promise<void> {
  number += 1;
  pages.clear();
  for (const [path, change] of Object.entries({ '/': {}, ...changes })) {
    const name = `at${number}${path.replaceAll(/\W/g, '')}`;
    const js = ['1.0.0/remoteEntry.js', 'page.js'].map((file) => ({
      href: `/r/${name}/${file}`,
      integrity: 'sha384-x',
      bytes: 1000,
    }));
    const css = [{ href: `/r/${name}/page.css`, integrity: 'sha384-y', bytes: 1000, key: name }];
    pages.set(path, buildRoute({ remote: name, path, js, css, ...change }));
  }
  const registry = buildRegistry([...pages.values()]);
  registry.remotes.forEach((remote) => (remote.disabled = changes[pathOf(remote.name)]?.remote === remote.name));
  registerLiveRemotes(registry);
  startPageData({ registry, content: `c${number}` }, null);
  document.head.innerHTML = '';
  document.body.innerHTML = links.map((href) => `<a href="${href}">${href}</a>`).join('');
  const router = createBrowserRouter(
    registry.routes.map((route) => ({
      id: route.id,
      path: route.path,
      handle: route,
      element: null,
      loader: () => null,
    })),
  );
  stop = () => router.dispose();
  go = (path) => router.navigate(path);
  await startWhenIdle(router);
  await settle();
}
let go: (path: string) => Promise<void>;
const pathOf = (remote: string) => [...pages].find(([, route]) => route.remote === remote)?.[0] ?? '';

const link = (href: string) => document.querySelector<HTMLElement>(`a[href="${href}"]`)!;
/** At once: those of one screen come together. */
async function show(...hrefs: string[]): Promise<void> {
  observe(true, hrefs);
  await settle();
}
function observe(isIntersecting: boolean, hrefs: string[]): void {
  for (const { links, call } of [...observers]) {
    const changed = hrefs.map(link).filter((one) => links.has(one));
    if (changed.length > 0) call(changed.map((target) => ({ isIntersecting, target })) as never, null as never);
  }
}
/** Time passes only here. */
let now = 0;
/** The visitor looks at what is in view, until this has been asked for. */
async function lookUntil(wanted: string): Promise<void> {
  now += 1000;
  await waitFor(() => expect(asked).toContain(wanted));
  await settle();
}
/** Links lie at these heights. */
function lay(tops: Record<string, number>): void {
  for (const [href, top] of Object.entries(tops))
    link(href).getBoundingClientRect = () => ({ top, bottom: top + 20 }) as DOMRect;
}
async function mean(href: string, intent = 'pointerover'): Promise<void> {
  link(href).dispatchEvent(new Event(intent, { bubbles: true }));
  await settle();
}
const chunksOf = (path: string) => {
  const { remote } = pages.get(path)!;
  return [`/r/${remote}/page.css`, `/r/${remote}/1.0.0/remoteEntry.js`, `/r/${remote}/page.js`];
};
const contentOf = (path: string) => `/pages/${pages.get(path)!.remote}/1.0.0/c${number}${path}.json`;
const setConnection = (connection: object | undefined) =>
  Object.defineProperty(navigator, 'connection', { value: connection, configurable: true });

beforeEach(() => {
  asked.length = 0;
  status = 200;
  held = null;
  history.replaceState(null, '', '/');
  Object.assign(globalThis, { fetch: fetchFile, IntersectionObserver: FakeIntersectionObserver });
  sizes.clear();
  performance.getEntriesByName = (name) => {
    const encodedBodySize = arrived.get(new URL(name).pathname);
    return encodedBodySize === undefined ? [] : [{ encodedBodySize } as never];
  };
  jest.spyOn(performance, 'now').mockImplementation(() => now);
  AbortSignal.timeout ??= () => new AbortController().signal;
});
afterEach(() => {
  window.dispatchEvent(new Event('pagehide'));
  stop();
  setConnection(undefined);
});

test('the chunks of a page come once its link is in view, once, and its scripts are parsed', async () => {
  await openSite({ '/bikes': {}, '/faq': {} });
  expect(asked).toEqual([]);
  await show('/bikes');
  expect(asked).toEqual(chunksOf('/bikes'));
  const script = chunksOf('/bikes')[2]!;
  expect(document.querySelectorAll(`link[rel="modulepreload"][href="${script}"]`)).toHaveLength(1);
  await show('/bikes');
  await go('/faq');
  await settle();
  await show('/bikes');
  await mean('/bikes');
  expect(asked.filter((href) => href.startsWith('/r/'))).toEqual(chunksOf('/bikes'));
});

test('links that stay in view for a moment get their content file, after the code and with low priority', async () => {
  await openSite({ '/bikes': {}, '/faq': {} });
  await show('/bikes', '/faq');
  expect(asked).toEqual([...chunksOf('/bikes'), ...chunksOf('/faq')]);
  observe(false, ['/faq']);
  await lookUntil(contentOf('/bikes'));
  expect(asked.slice(6)).toEqual([contentOf('/bikes')]);
  expect(priorities.get(contentOf('/bikes'))).toBe('low');
  await mean('/bikes');
  await mean('/faq');
  expect(asked.slice(7)).toEqual([contentOf('/faq')]);
  expect(priorities.get(contentOf('/faq'))).toBe('auto');
});

test('the nearest to the middle of the screen come first, and six content files at most', async () => {
  const paths = ['/a', '/b', '/c', '/d', '/e', '/f', '/g', '/h'];
  await openSite(Object.fromEntries(paths.map((path) => [path, {}])));
  sizes.set('.json', 3500);
  lay(Object.fromEntries(paths.map((path, at) => [path, window.innerHeight / 2 + 100 * (8 - at)])));
  await show(...paths);
  expect(asked.filter((href) => href.endsWith('page.js'))).toEqual(paths.map((path) => chunksOf(path)[2]).reverse());
  await lookUntil(contentOf('/c'));
  await mean('/a'); // what the visitor is about to follow still comes
  const files = asked.filter((href) => href.endsWith('.json'));
  expect(files).toEqual(['/h', '/g', '/f', '/e', '/d', '/c', '/a'].map(contentOf));
});

test('a link that is added later is watched too', async () => {
  await openSite({ '/bikes': {} }, []);
  document.body.innerHTML = '<a href="/bikes">Bikes</a>';
  await settle();
  await show('/bikes');
  expect(asked).toEqual(chunksOf('/bikes'));
});

test.each(['pointerover', 'focusin', 'pointerdown', 'touchstart'])(
  'at %s the content file comes too, once',
  async (intent) => {
    await openSite({ '/bikes': {} });
    await show('/bikes');
    asked.length = 0;
    await mean('/bikes', intent);
    await mean('/bikes', 'pointerdown');
    expect(asked).toEqual([contentOf('/bikes')]);
  },
);

test.each([
  ['a page that is never prerendered', '/auth', { prerender: 'never' as const }],
  ['a page for admins', '/admin', { access: 'admin' as const }],
  ["a disabled remote's page", '/bikes', { remote: 'switched_off' }],
])('nothing of %s is prefetched', async (_, path, change) => {
  await openSite({ [path]: change });
  await show(path);
  await mean(path);
  expect(asked).toEqual([]);
});

test.each(['/book?step=time', '/book#manage=abc', 'https://elsewhere.test/book'])(
  'nothing is prefetched for a link to %s',
  async (href) => {
    await openSite({ '/book': {} }, [href]);
    await show(href);
    await mean(href);
    expect(asked).toEqual([]);
  },
);

test('nothing is prefetched from a page with a task', async () => {
  history.replaceState(null, '', '/book');
  await openSite({ '/book': { frame: 'task' }, '/bikes': {} });
  await show('/bikes');
  await mean('/bikes');
  expect(asked).toEqual([]);
});

test.each([{ saveData: true }, { effectiveType: '2g' }, { effectiveType: 'slow-2g' }])(
  'nothing is prefetched with %j, also when that begins later',
  async (connection) => {
    setConnection(connection);
    await openSite({ '/bikes': {} });
    await show('/bikes');
    await mean('/bikes');
    expect(observers.size).toBe(0);
    setConnection({ saveData: false, effectiveType: '4g' });
    await openSite({ '/bikes': {} });
    setConnection(connection);
    await show('/bikes');
    await mean('/bikes');
    expect(asked).toEqual([]);
  },
);

test('a remote that has failed is not prefetched', async () => {
  await openSite({ '/bikes': {} });
  jest.mocked(loadRemoteModule).mockRejectedValueOnce(new Error('no such file'));
  const report = jest.spyOn(console, 'error').mockImplementation(() => undefined);
  await expect(loadPage({ ...pages.get('/bikes')!, css: [] })).rejects.toThrow();
  report.mockRestore();
  await show('/bikes');
  await mean('/bikes');
  expect(asked).toEqual([]);
});

test('after a file that does not come, its remote is left alone until the next page', async () => {
  await openSite({ '/bikes': {}, '/faq': {} });
  status = 404;
  await show('/bikes');
  status = 200;
  asked.length = 0;
  await mean('/bikes');
  expect(asked).toEqual([]);
  await go('/faq');
  await settle();
  await mean('/bikes');
  expect(asked).toEqual([contentOf('/bikes'), ...chunksOf('/bikes')]);
});

/** A page with a style sheet of this size, beside 2 kB of scripts. */
function pageOf(size: number, isNamed = true): Partial<RegistryRoute> {
  const href = `/r/sheet${(number += 1)}.css`;
  sizes.set(href, size);
  return { css: [{ href, integrity: 'sha384-y', key: 'x', ...(isNamed && { bytes: size }) }] };
}
const parsed = (): (string | null)[] =>
  [...document.querySelectorAll('link[rel="modulepreload"]')].map((one) => one.getAttribute('href'));
const scriptsOf = (...paths: string[]): string[] => paths.flatMap((path) => chunksOf(path).slice(1));

test('a page may prefetch 60 kB, and what is beyond is not even asked for; the next page again', async () => {
  await openSite({ '/bikes': pageOf(PAGE_ALLOWANCE - 2000 - 2999), '/faq': {}, '/about': {}, '/blog': {} });
  await show('/bikes', '/faq');
  await mean('/faq');
  expect(parsed()).toEqual(scriptsOf('/bikes'));
  expect(asked.filter((href) => href.includes(pages.get('/faq')!.remote))).toEqual([]);
  await go('/about');
  await settle();
  await show('/blog');
  expect(parsed()).toEqual(scriptsOf('/bikes', '/blog'));
});

test.each([
  ['fits', UNNAMED_SIZE + 2000, ['/bikes', '/faq', '/about']],
  ['does not fit', UNNAMED_SIZE + 1999, ['/bikes', '/about']],
])('a file without a named size that %s is taken for a large one until it is there', async (_, left, came) => {
  const unnamed = pageOf(500, false);
  await openSite({ '/bikes': pageOf(PAGE_ALLOWANCE - 2000 - left), '/faq': unnamed, '/about': pageOf(left - 4500) });
  await show('/bikes', '/faq', '/about');
  expect(parsed()).toEqual(scriptsOf(...came));
});

test('another state of the same page may prefetch what is left, and no more', async () => {
  await openSite({ '/bikes': pageOf(PAGE_ALLOWANCE - 2000 - 12_000), '/faq': pageOf(4001), '/about': pageOf(3000) });
  await show('/bikes');
  await go('/?body=scooter');
  await settle();
  await mean('/faq'); // 6 kB are kept for its content file, which has 1 kB
  await mean('/about');
  expect(parsed()).toEqual(scriptsOf('/bikes', '/about'));
});

describe('when the visitor leaves', () => {
  const hold = (): (() => void) => {
    let release: () => void = () => undefined;
    held = new Promise((resolve) => (release = resolve));
    return release;
  };

  test('downloads end, and nothing more is prefetched until they come back', async () => {
    await openSite({ '/bikes': {}, '/faq': {} });
    const release = hold();
    await show('/bikes', '/faq');
    window.dispatchEvent(new Event('pagehide'));
    for (const href of chunksOf('/bikes')) expect(signals.get(href)?.aborted).toBe(true);
    release();
    await settle();
    await mean('/faq');
    expect(asked).toEqual(chunksOf('/bikes'));
    window.dispatchEvent(Object.assign(new Event('pageshow'), { persisted: true }));
    await settle();
    await show('/bikes');
    expect(asked).toEqual([...chunksOf('/bikes'), ...chunksOf('/bikes')]);
  });

  test('for another page, only what that page needs goes on', async () => {
    await openSite({ '/bikes': {}, '/faq': {} });
    const release = hold();
    await mean('/bikes');
    await mean('/faq');
    await go('/faq');
    for (const href of chunksOf('/bikes')) expect(signals.get(href)?.aborted).toBe(true);
    for (const href of chunksOf('/faq')) expect(signals.get(href)?.aborted).toBe(false);
    release();
  });
});
