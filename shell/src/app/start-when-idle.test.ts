/** @jest-environment jsdom */
import { CODE_ALLOWANCE, PAGE_ALLOWANCE, UNNAMED_SIZE } from '../prefetch/allowance.ts';
import { loadRemoteModule } from '../remotes/federation.ts';
import { loadPage } from '../remotes/load-remote.ts';
import { buildModule, buildPage } from '../testing/build-module.tsx';
import {
  asked,
  chunksOf,
  contentOf,
  go,
  lay,
  leaveSite,
  lookUntil,
  mean,
  network,
  observe,
  observers,
  openSite,
  pageOf,
  pages,
  parsed,
  priorities,
  resetSite,
  scriptsOf,
  setConnection,
  settle,
  show,
  signals,
  sizes,
} from '../testing/prefetched-site.ts';

jest.mock('../remotes/federation.ts');

const run = jest.mocked(loadRemoteModule);
beforeEach(() => {
  resetSite();
  run.mockReset().mockResolvedValue(buildModule({ home: buildPage('Page') }));
});
afterEach(leaveSite);

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

test('the content file of a link that stays in view comes beside code that is under way, its own too', async () => {
  await openSite({ '/bikes': {}, '/faq': {} });
  let answer: () => void = () => undefined;
  network.held = new Promise((resolve) => (answer = resolve));
  await show('/bikes');
  await lookUntil(contentOf('/bikes'));
  expect(asked).toEqual([...chunksOf('/bikes'), contentOf('/bikes')]);
  expect(run).not.toHaveBeenCalled();
  answer();
  await settle();
  expect(run).toHaveBeenCalledTimes(1);
});

test('while a content file is under way, the code of the next page comes', async () => {
  await openSite({ '/bikes': {}, '/faq': {} });
  await show('/bikes');
  network.held = new Promise(() => undefined);
  await lookUntil(contentOf('/bikes'));
  await show('/faq');
  expect(asked).toEqual([...chunksOf('/bikes'), contentOf('/bikes'), ...chunksOf('/faq')]);
});

test('code runs ahead of the press for links that stay in view, and on intent', async () => {
  await openSite({ '/bikes': {}, '/faq': {} });
  await show('/bikes', '/faq');
  expect(run).not.toHaveBeenCalled();
  observe(false, ['/faq']);
  await lookUntil(contentOf('/bikes'));
  expect(run.mock.calls).toEqual([[pages.get('/bikes')!.remote]]);
  await mean('/faq');
  expect(run.mock.calls.slice(1)).toEqual([[pages.get('/faq')!.remote]]);
});

test('code that fails ahead of the press is left alone until the next page', async () => {
  const report = jest.spyOn(console, 'error').mockImplementation(() => undefined);
  await openSite({ '/bikes': {} });
  run.mockRejectedValueOnce(new Error('broken'));
  await mean('/bikes');
  await mean('/bikes');
  expect(run).toHaveBeenCalledTimes(1);
  report.mockRestore();
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
  run.mockRejectedValueOnce(new Error('no such file'));
  const report = jest.spyOn(console, 'error').mockImplementation(() => undefined);
  await expect(loadPage({ ...pages.get('/bikes')!, css: [] })).rejects.toThrow();
  report.mockRestore();
  await show('/bikes');
  await mean('/bikes');
  expect(asked).toEqual([]);
});

test('after a file that does not come, its remote is left alone until the next page', async () => {
  await openSite({ '/bikes': {}, '/faq': {} });
  network.status = 404;
  await show('/bikes');
  network.status = 200;
  asked.length = 0;
  await mean('/bikes');
  expect(asked).toEqual([]);
  await go('/faq');
  await settle();
  await mean('/bikes');
  expect(asked).toEqual([contentOf('/bikes'), ...chunksOf('/bikes')]);
});

test('a page may prefetch 54 kB of code, and what is beyond is not even asked for; the next page again', async () => {
  await openSite({ '/bikes': pageOf(CODE_ALLOWANCE - 2000 - 2999), '/faq': {}, '/about': {}, '/blog': {} });
  await show('/bikes', '/faq');
  await mean('/faq');
  expect(parsed()).toEqual(scriptsOf('/bikes'));
  expect(asked.filter((href) => href.includes(pages.get('/faq')!.remote))).toEqual([contentOf('/faq')]);
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
  await openSite({ '/bikes': pageOf(CODE_ALLOWANCE - 2000 - left), '/faq': unnamed, '/about': pageOf(left - 4500) });
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
    network.held = new Promise((resolve) => (release = resolve));
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
