import { waitFor } from '@testing-library/react';
import type { RegistryRoute } from '@twostroke/shared/contracts/registry';
import { createBrowserRouter } from '@twostroke/shared/router';
import { startWhenIdle } from '../app/start-when-idle.ts';
import { registerLiveRemotes } from '../remotes/load-remote.ts';
import { startPageData } from '../remotes/page-data.ts';
import { buildRegistry, buildRoute } from './build-registry.ts';

/** How the network answers: `held` delays it. */
export const network: { status: number; held: Promise<void> | null } = { status: 200, held: null };
export const asked: string[] = [];
/** Sizes of files that are not 1000 bytes, by what their address ends with. */
export const sizes = new Map<string, number>();
/** Sizes of the files that have come, by their address. */
const arrived = new Map<string, number>();
export const signals = new Map<string, AbortSignal>();
export const priorities = new Map<string, RequestPriority | undefined>();

const fetchFile = jest.fn(async (href: string, { signal, priority }: { signal: AbortSignal } & RequestInit) => {
  asked.push(href);
  signals.set(href, signal);
  priorities.set(href, priority);
  await network.held;
  if (signal.aborted) throw new DOMException('', 'AbortError');
  if (network.status === 200) arrived.set(href, [...sizes].find(([end]) => href.endsWith(end))?.[1] ?? 1000);
  return {
    ok: network.status === 200,
    status: network.status,
    arrayBuffer: () => Promise.resolve(new ArrayBuffer(0)),
    json: () => Promise.resolve('data'),
  };
});

/** What the page observes; a test says what comes into view. */
export const observers = new Set<{ links: Set<Element>; call: IntersectionObserverCallback }>();
class FakeIntersectionObserver {
  links = new Set<Element>();
  constructor(readonly call: IntersectionObserverCallback) {
    observers.add(this);
  }
  observe = (link: Element) => this.links.add(link);
  unobserve = (link: Element) => this.links.delete(link);
  disconnect = () => observers.delete(this);
}

/** Style sheets arrive as soon as they are asked for. */
const sheets = new MutationObserver((records) => {
  for (const { addedNodes } of records)
    for (const node of addedNodes)
      if (node instanceof HTMLLinkElement && node.rel === 'stylesheet') node.dispatchEvent(new Event('load'));
});

export const settle = async (): Promise<void> => {
  for (let turn = 0; turn < 20; turn += 1) await new Promise((resolve) => setTimeout(resolve));
};

let number = 0;
export const pages = new Map<string, RegistryRoute>();
let router: ReturnType<typeof createBrowserRouter> | null = null;

/** A site of these pages, each of a remote of its own with one chunk, and a document with links to all of them. */
export async function openSite(
  changes: Record<string, Partial<RegistryRoute>>,
  links = Object.keys(changes),
): Promise<void> {
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
  router = createBrowserRouter(
    registry.routes.map((route) => ({
      id: route.id,
      path: route.path,
      handle: route,
      element: null,
      loader: () => null,
    })),
  );
  await startWhenIdle(router);
  await settle();
}
export const go = async (path: string): Promise<void> => router?.navigate(path);
const pathOf = (remote: string) => [...pages].find(([, route]) => route.remote === remote)?.[0] ?? '';

const link = (href: string) => document.querySelector<HTMLElement>(`a[href="${href}"]`)!;
/** At once: those of one screen come together. */
export async function show(...hrefs: string[]): Promise<void> {
  observe(true, hrefs);
  await settle();
}
export function observe(isIntersecting: boolean, hrefs: string[]): void {
  for (const { links, call } of [...observers]) {
    const changed = hrefs.map(link).filter((one) => links.has(one));
    if (changed.length > 0) call(changed.map((target) => ({ isIntersecting, target })) as never, null as never);
  }
}
/** Time passes only here. */
let now = 0;
/** The visitor looks at what is in view, until this has been asked for. */
export async function lookUntil(wanted: string): Promise<void> {
  now += 1000;
  await waitFor(() => expect(asked).toContain(wanted));
  await settle();
}
/** Links lie at these heights. */
export function lay(tops: Record<string, number>): void {
  for (const [href, top] of Object.entries(tops))
    link(href).getBoundingClientRect = () => ({ top, bottom: top + 20 }) as DOMRect;
}
export async function mean(href: string, intent = 'pointerover'): Promise<void> {
  link(href).dispatchEvent(new Event(intent, { bubbles: true }));
  await settle();
}
export const chunksOf = (path: string) => {
  const { remote } = pages.get(path)!;
  return [`/r/${remote}/page.css`, `/r/${remote}/1.0.0/remoteEntry.js`, `/r/${remote}/page.js`];
};
export const contentOf = (path: string) => `/pages/${pages.get(path)!.remote}/1.0.0/c${number}${path}.json`;
export const setConnection = (connection: object | undefined) =>
  Object.defineProperty(navigator, 'connection', { value: connection, configurable: true });

/** A page with a style sheet of this size, beside 2 kB of scripts. */
export function pageOf(size: number, isNamed = true): Partial<RegistryRoute> {
  const href = `/r/sheet${(number += 1)}.css`;
  sizes.set(href, size);
  return { css: [{ href, integrity: 'sha384-y', key: 'x', ...(isNamed && { bytes: size }) }] };
}
export const parsed = (): (string | null)[] =>
  [...document.querySelectorAll('link[rel="modulepreload"]')].map((one) => one.getAttribute('href'));
export const scriptsOf = (...paths: string[]): string[] => paths.flatMap((path) => chunksOf(path).slice(1));

/** Before each test: an empty page at the start, and a network that answers. */
export function resetSite(): void {
  asked.length = 0;
  network.status = 200;
  network.held = null;
  history.replaceState(null, '', '/');
  sheets.observe(document.head, { childList: true });
  Object.assign(globalThis, { fetch: fetchFile, IntersectionObserver: FakeIntersectionObserver });
  sizes.clear();
  performance.getEntriesByName = (name) => {
    const encodedBodySize = arrived.get(new URL(name).pathname);
    return encodedBodySize === undefined ? [] : [{ encodedBodySize } as never];
  };
  jest.spyOn(performance, 'now').mockImplementation(() => now);
  AbortSignal.timeout ??= () => new AbortController().signal;
}

/** After each test: the visitor leaves. */
export function leaveSite(): void {
  window.dispatchEvent(new Event('pagehide'));
  sheets.disconnect();
  router?.dispose();
  setConnection(undefined);
}
