/** @jest-environment jsdom */
import type { RegistryRoute } from '@twostroke/shared/contracts/registry';
import { createBrowserRouter } from '@twostroke/shared/router';
import { waitFor } from '@testing-library/react';
import { buildRegistry, buildRoute } from '../testing/build-registry.ts';
import { loadPage, registerLiveRemotes } from '../remotes/load-remote.ts';
import { loadRemoteModule } from '../remotes/federation.ts';
import { startPageData } from '../remotes/page-data.ts';
import { LARGEST_CODE, PAGE_ALLOWANCE } from '../prefetch/allowance.ts';
import { startWhenIdle } from './start-when-idle.ts';

jest.mock('../remotes/federation.ts');

let size: number | null = 1000;
let status = 200;
let held: Promise<void> | null = null;
const asked: string[] = [];
const signals = new Map<string, AbortSignal>();
const priorities = new Map<string, RequestPriority | undefined>();

const fetchFile = jest.fn(async (href: string, { signal, priority }: { signal: AbortSignal } & RequestInit) => {
  asked.push(href);
  signals.set(href, signal);
  priorities.set(href, priority);
  await held;
  if (signal.aborted) throw new DOMException('', 'AbortError');
  return {
    ok: status === 200,
    status,
    headers: { get: () => (size === null ? null : String(size)) },
    body: { cancel: () => Promise.resolve() },
    arrayBuffer: () => Promise.resolve(new ArrayBuffer(size ?? 70_000)),
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
    const js = [{ href: `/r/${name}/page.js`, integrity: 'sha384-x' }];
    const css = [{ href: `/r/${name}/page.css`, integrity: 'sha384-y', key: name }];
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
  await startWhenIdle(registry, router);
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
  size = 1000;
  status = 200;
  held = null;
  history.replaceState(null, '', '/');
  Object.assign(globalThis, { fetch: fetchFile, IntersectionObserver: FakeIntersectionObserver });
  performance.getEntriesByName = () => [];
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
  performance.getEntriesByName = (name) =>
    name.endsWith('.json') && asked.includes(new URL(name).pathname) ? [{ encodedBodySize: 3500 } as never] : [];
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

test.each([
  ['announced', (PAGE_ALLOWANCE - LARGEST_CODE + 3) / 3],
  ['not announced', null],
])('a page may prefetch 60 kB, of sizes that are %s; the next page again', async (_, bytes) => {
  await openSite({ '/bikes': {}, '/faq': {}, '/about': {}, '/blog': {} });
  size = bytes;
  await show('/bikes', '/faq');
  expect(asked).toEqual(chunksOf('/bikes')); // more is not even asked for: what is cancelled has been sent
  size = bytes === null ? 1 : LARGEST_CODE;
  await mean('/faq');
  expect(document.querySelectorAll('link[rel="modulepreload"]')).toHaveLength(1);
  await go('/about');
  await settle();
  size = 1000;
  await show('/blog');
  expect(asked).toEqual(expect.arrayContaining(chunksOf('/blog')));
});

test('another state of the same page may prefetch what is left, and no more', async () => {
  await openSite({ '/bikes': {}, '/faq': {}, '/about': {} });
  size = (PAGE_ALLOWANCE - 8000) / 3;
  await show('/bikes');
  await go('/?body=scooter');
  await settle();
  await mean('/faq');
  size = 500;
  await mean('/about');
  const parsed = [...document.querySelectorAll('link[rel="modulepreload"]')].map((one) => one.getAttribute('href'));
  expect(parsed).toEqual([chunksOf('/bikes')[2], chunksOf('/about')[2]]);
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
