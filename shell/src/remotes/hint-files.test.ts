import { loadStyles, preloadScripts } from './hint-files.ts';

const script = { href: '/r/catalog/page"1.js', integrity: 'sha256-a' };
const style = { href: '/r/catalog/page.css', integrity: 'sha256-b', key: 'catalog:chunk-1' };
const links = (selector: string) => [...document.head.querySelectorAll<HTMLLinkElement>(selector)];

beforeEach(() => document.head.replaceChildren());

test('scripts are preloaded as modules, checked against their integrity', () => {
  preloadScripts([script, { href: '/r/catalog/b.js', integrity: '' }]);
  const [first, second] = links('link[rel=modulepreload]');
  expect(first?.getAttribute('href')).toBe(script.href);
  expect(first?.integrity).toBe('sha256-a');
  expect(first?.hasAttribute('crossorigin')).toBe(true);
  expect(second?.hasAttribute('integrity')).toBe(false);
});

test('a script that is preloaded already gets no second link', () => {
  preloadScripts([script]);
  preloadScripts([script, script]);
  expect(links('link')).toHaveLength(1);
});

describe('style sheets', () => {
  afterEach(() => jest.useRealTimers());

  test('carry integrity and the key by which the bundler takes them as loaded', async () => {
    const loaded = loadStyles([style]);
    const [link] = links('link[rel=stylesheet]');
    expect(link?.getAttribute('href')).toBe(style.href);
    expect(link?.integrity).toBe('sha256-b');
    expect(link?.dataset.rspack).toBe('catalog:chunk-1');
    link?.dispatchEvent(new Event('load'));
    await expect(loaded).resolves.toBeUndefined();
  });

  test('that the document brought get no second link and no wait', async () => {
    document.head.innerHTML =
      '<link rel="stylesheet" disabled data-rspack="catalog:chunk-1" href="/r/catalog/page.css">';
    await loadStyles([style]);
    expect(links('link')).toHaveLength(1);
  });

  test('are noticed as loaded also when the bundler clears the handlers of the link', async () => {
    const loaded = loadStyles([style]);
    const [link] = links('link[rel=stylesheet]');
    Object.assign(link!, { onload: null, onerror: null });
    link?.dispatchEvent(new Event('load'));
    await expect(loaded).resolves.toBeUndefined();
  });

  test('that fail do not hold the page back', async () => {
    const loaded = loadStyles([style]);
    links('link')[0]?.dispatchEvent(new Event('error'));
    await expect(loaded).resolves.toBeUndefined();
  });

  test('that fail are asked for again past the cache, with the same integrity and key, up to three times', async () => {
    jest.useFakeTimers();
    const fetched = jest.fn(() => Promise.reject(new TypeError('still down')));
    globalThis.fetch = fetched as never;
    void loadStyles([style]);
    for (const wait of [1000, 5000, 25_000]) {
      links('link')[0]?.dispatchEvent(new Event('error'));
      const failed = links('link')[0];
      await jest.advanceTimersByTimeAsync(wait - 1);
      expect(links('link')).toEqual([failed]);
      await jest.advanceTimersByTimeAsync(1);
      const [next, ...more] = links('link');
      expect(next).not.toBe(failed);
      expect(more).toEqual([]);
      expect([next?.integrity, next?.dataset.rspack]).toEqual([style.integrity, style.key]);
    }
    const last = links('link')[0];
    last?.dispatchEvent(new Event('error'));
    await jest.runAllTimersAsync();
    expect(links('link')).toEqual([last]);
    expect(fetched.mock.calls).toEqual(Array(3).fill([style.href, { cache: 'reload' }]));
  });

  test('that hang hold the page back for 2.5 seconds', async () => {
    jest.useFakeTimers();
    const arrived = jest.fn();
    const loaded = loadStyles([style]).then(arrived);
    await jest.advanceTimersByTimeAsync(2499);
    expect(arrived).not.toHaveBeenCalled();
    await jest.advanceTimersByTimeAsync(1);
    await loaded;
    expect(arrived).toHaveBeenCalledTimes(1);
  });
});
