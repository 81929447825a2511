/** @jest-environment jsdom */
import type { RegistryRoute } from '@twostroke/shared/contracts/registry';
import { buildModule, buildPage } from '../testing/build-module.tsx';
import { buildRegistry, buildRoute, buildSlot } from '../testing/build-registry.ts';
import { loadRemoteModule, registerRemote } from './federation.ts';
import { loadPage, loadSlot, pageOf, preparePage, registerLiveRemotes, reloadPastCache } from './load-remote.ts';

jest.mock('./federation.ts');
const loadModule = jest.mocked(loadRemoteModule);
const register = jest.mocked(registerRemote);

/** A route whose remote is live. */
function liveRoute(part: Partial<RegistryRoute> = {}): RegistryRoute {
  const route = buildRoute(part);
  registerLiveRemotes(buildRegistry([route]));
  register.mockClear();
  return route;
}

/** The addresses under which a remote was registered again, all with `force`. */
function retriesOf({ remote }: RegistryRoute): string[] {
  expect(register.mock.calls.every(([name, , again]) => name === remote && again === true)).toBe(true);
  return register.mock.calls.map(([, entry]) => entry.replace(/^.*remoteEntry/, 'remoteEntry'));
}

beforeEach(() => {
  loadModule.mockReset();
  register.mockReset();
});

describe('a page of a remote', () => {
  afterEach(() => jest.useRealTimers());

  test('is loaded once and cached', async () => {
    const route = liveRoute();
    const page = buildPage('Home');
    loadModule.mockResolvedValue(buildModule({ home: page }));
    expect(pageOf(route.id)).toBeUndefined();
    await expect(loadPage(route)).resolves.toBe(page);
    await expect(loadPage(route)).resolves.toBe(page);
    expect(pageOf(route.id)).toBe(page);
    expect(loadModule.mock.calls).toEqual([[route.remote]]);
  });

  test('loads once for two concurrent requests, and one failure counts once', async () => {
    const route = liveRoute();
    loadModule.mockRejectedValueOnce(new Error('cut'));
    const outcomes = await Promise.allSettled([loadPage(route), loadPage(route)]);
    expect(outcomes.map(({ status }) => status)).toEqual(['rejected', 'rejected']);
    expect(loadModule).toHaveBeenCalledTimes(1);
    loadModule.mockResolvedValue(buildModule({ home: buildPage('Home') }));
    await loadPage(route);
    expect(retriesOf(route)).toEqual(['remoteEntry.js?r=1']);
  });

  test('that is prepared has run, and its styles apply when it is loaded', async () => {
    const css = [{ href: '/r/home.css', integrity: '', key: 'home' }];
    const route = liveRoute({ css });
    const page = buildPage('Home');
    const run = jest.fn(async () => page);
    loadModule.mockResolvedValue({ contract: 1, pages: { home: run }, slots: {} });
    const prepared = preparePage(route);
    const sheet = () => document.querySelector<HTMLLinkElement>('link[href="/r/home.css"]');
    sheet()!.dispatchEvent(new Event('load'));
    await prepared;
    expect(run).toHaveBeenCalledTimes(1);
    expect(pageOf(route.id)).toBeUndefined();
    expect(sheet()!.media).toBe('not all');
    await expect(loadPage(route)).resolves.toBe(page);
    expect(sheet()!.media).toBe('');
    run.mockClear();
    await preparePage(route);
    expect(run).not.toHaveBeenCalled();
  });

  test('of a disabled remote fails at once, and requests nothing', async () => {
    const route = buildRoute({ id: 'closed:home', remote: 'closed' });
    const registry = buildRegistry([route]);
    registerLiveRemotes({ ...registry, remotes: registry.remotes.map((remote) => ({ ...remote, disabled: true })) });
    const preloads = document.querySelectorAll('link').length;
    await expect(loadPage(route)).rejects.toMatchObject({ remote: 'closed', reason: 'disabled' });
    expect(loadModule).not.toHaveBeenCalled();
    expect(document.querySelectorAll('link')).toHaveLength(preloads);
  });

  test('that does not arrive within 5 seconds has failed', async () => {
    jest.useFakeTimers();
    const route = liveRoute();
    loadModule.mockReturnValue(new Promise(() => undefined));
    const settled = jest.fn();
    const outcome = loadPage(route).catch((failure: unknown) => {
      settled();
      return failure;
    });
    await jest.advanceTimersByTimeAsync(4999);
    expect(settled).not.toHaveBeenCalled();
    await jest.advanceTimersByTimeAsync(1);
    expect(await outcome).toMatchObject({
      name: 'RemoteFailure',
      reason: 'timeout',
      attempts: 1,
      remote: route.remote,
    });
  });

  test('whose chunk does not arrive within 5 seconds has failed too', async () => {
    jest.useFakeTimers();
    const route = liveRoute();
    loadModule.mockResolvedValue({ contract: 1, pages: { home: () => new Promise(() => undefined) }, slots: {} });
    const outcome = expect(loadPage(route)).rejects.toMatchObject({ reason: 'timeout' });
    await jest.advanceTimersByTimeAsync(5000);
    await outcome;
  });

  test('that fails to load keeps the cause', async () => {
    const route = liveRoute();
    const cause = new TypeError('Failed to fetch dynamically imported module');
    loadModule.mockRejectedValue(cause);
    await expect(loadPage(route)).rejects.toMatchObject({ reason: 'load', attempts: 1, cause });
  });

  test.each<[string, unknown]>([
    ['speaks another contract', { ...buildModule({ home: buildPage('Home') }), contract: 2 }],
    ['lacks the page', buildModule()],
    ['exports nothing', undefined],
    ['has no list of pages', { contract: 1 }],
    ['has a page without a component', { contract: 1, pages: { home: async () => ({}) }, slots: {} }],
    ['has a page that is nothing', { contract: 1, pages: { home: async () => undefined }, slots: {} }],
  ])('whose remote %s is a contract error, counted on every attempt', async (_, module) => {
    const route = liveRoute();
    loadModule.mockResolvedValue(module as never);
    await expect(loadPage(route)).rejects.toMatchObject({ name: 'RemoteFailure', reason: 'contract', attempts: 1 });
    await expect(loadPage(route)).rejects.toMatchObject({ name: 'RemoteFailure', reason: 'contract', attempts: 2 });
    expect(pageOf(route.id)).toBeUndefined();
  });

  test('is retried at ?r=1, then at ?r=2, and never at another address', async () => {
    const route = liveRoute();
    loadModule.mockRejectedValue(new Error('down'));
    const attempts: unknown[] = [];
    for (let turn = 0; turn < 5; turn += 1)
      attempts.push(await loadPage(route).catch((failure: { attempts: number }) => failure.attempts));
    expect(attempts).toEqual([1, 2, 3, 4, 5]);
    expect(retriesOf(route)).toEqual(['?r=1', '?r=2', '?r=2', '?r=2'].map((retry) => `remoteEntry.js${retry}`));
  });

  test('that loads after failures resets the count of its remote', async () => {
    const route = liveRoute();
    loadModule.mockRejectedValueOnce(new Error('down')).mockResolvedValue(buildModule({ home: buildPage('Home') }));
    await loadPage(route).catch(() => undefined);
    await loadPage(route);
    register.mockClear();
    const other = buildRoute({ remote: route.remote, page: 'bikes' });
    await expect(loadPage(other)).rejects.toMatchObject({ reason: 'contract', attempts: 1 });
    expect(register).not.toHaveBeenCalled();
  });

  test('is counted on its own: a slot of the same remote that loads meanwhile does not reset it', async () => {
    const route = liveRoute();
    const slot = buildSlot({ remote: route.remote });
    loadModule.mockResolvedValue(buildModule({}, { 'cart-drawer': { Component: () => null } }));
    await expect(loadPage(route)).rejects.toMatchObject({ attempts: 1 });
    await loadSlot(slot);
    await expect(loadPage(route)).rejects.toMatchObject({ attempts: 2 });
  });

  test("is not affected by another remote's failure", async () => {
    const [broken, fine] = [liveRoute(), liveRoute()];
    loadModule.mockImplementation(async (name) => {
      if (name === broken.remote) throw new Error('down');
      return buildModule({ home: buildPage('Fine') });
    });
    await loadPage(broken).catch(() => undefined);
    await expect(loadPage(fine)).resolves.toBeDefined();
    expect(register).not.toHaveBeenCalled();
  });

  test('is not shown without its style sheet: a failed sheet fails the page, and is requested again', async () => {
    globalThis.fetch = () => Promise.reject(new TypeError('Failed to fetch'));
    const route = liveRoute({ css: [{ href: '/r/lost.css', integrity: 'sha256-x', key: 'lost:chunk-1' }] });
    const sheet = () => document.querySelector('link[data-rspack="lost:chunk-1"]');
    loadModule.mockResolvedValue(buildModule({ home: buildPage('Home') }));
    const page = loadPage(route);
    sheet()?.dispatchEvent(new Event('error'));
    await expect(page).rejects.toMatchObject({ reason: 'load', attempts: 1 });
    expect(pageOf(route.id)).toBeUndefined();
    const again = loadPage(route);
    sheet()?.dispatchEvent(new Event('load'));
    await expect(again).resolves.toBeDefined();
  });

  test('whose style sheet does not arrive within 5 seconds has failed too', async () => {
    jest.useFakeTimers();
    const route = liveRoute({ css: [{ href: '/r/late.css', integrity: 'sha256-x', key: 'late:chunk-1' }] });
    loadModule.mockResolvedValue(buildModule({ home: buildPage('Home') }));
    const outcome = expect(loadPage(route)).rejects.toMatchObject({ reason: 'timeout' });
    await jest.advanceTimersByTimeAsync(5000);
    await outcome;
  });
});

test('the page reloads even when a file that is fetched past the cache never arrives, and holds no connection', async () => {
  jest.useFakeTimers();
  const stopped = jest.spyOn(window, 'stop').mockReturnValue();
  const navigated = jest.fn<void, unknown[]>(() => expect(stopped).toHaveBeenCalledTimes(1));
  console.error = navigated; // jsdom logs this error instead of loading a page
  globalThis.fetch = () => new Promise(() => undefined);
  const route = liveRoute();
  const started = reloadPastCache(route.remote, buildRegistry([route]));
  await jest.advanceTimersByTimeAsync(11_999);
  expect(navigated).not.toHaveBeenCalled();
  await jest.advanceTimersByTimeAsync(1);
  await started;
  expect(String(navigated.mock.calls[0])).toContain('navigation');
  expect(navigated.mock.results[0]?.type).toBe('return');
  jest.useRealTimers();
});

test('a live remote is registered under its absolute address, without force and without a download', () => {
  const route = buildRoute();
  registerLiveRemotes(buildRegistry([route]));
  expect(register.mock.calls).toEqual([[route.remote, `http://localhost/r/${route.remote}/1.0.0/remoteEntry.js`]]);
  expect(loadModule).not.toHaveBeenCalled();
});

test('the fragment of a slot is loaded once and cached', async () => {
  const slot = buildSlot();
  const fragment = { Component: () => null };
  loadModule.mockResolvedValue(buildModule({}, { 'cart-drawer': fragment }));
  await expect(loadSlot(slot)).resolves.toBe(fragment);
  await expect(loadSlot(slot)).resolves.toBe(fragment);
  expect(loadModule).toHaveBeenCalledTimes(1);
});
