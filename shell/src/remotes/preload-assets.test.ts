/** @jest-environment jsdom */
import { waitFor } from '@testing-library/react';
import { loadStyles, prepareStyles, preloadScripts } from './preload-assets.ts';

const script = { href: '/r/catalog/page"1.js', integrity: 'sha256-a' };
const links = (selector: string) => [...document.head.querySelectorAll<HTMLLinkElement>(selector)];

beforeEach(() => document.head.replaceChildren());

test('scripts are preloaded as modules, with integrity', () => {
  preloadScripts([script, { href: '/r/catalog/b.js', integrity: '' }]);
  const [first, second] = links('link[rel=modulepreload]');
  expect(first?.getAttribute('href')).toBe(script.href);
  expect(first?.integrity).toBe('sha256-a');
  expect(first?.hasAttribute('crossorigin')).toBe(true);
  expect(second?.hasAttribute('integrity')).toBe(false);
});

test('a preloaded script gets no second link', () => {
  preloadScripts([script]);
  preloadScripts([script, script]);
  expect(links('link')).toHaveLength(1);
});

describe('style sheets', () => {
  let style = { href: '', integrity: 'sha256-b', key: '' };
  let count = 0;
  const sheets = () => links('link[rel=stylesheet]');
  const fetched = jest.fn<Promise<Response>, Parameters<typeof fetch>>();
  const fail = () => sheets()[0]?.dispatchEvent(new Event('error'));
  const arrive = () => sheets()[0]?.dispatchEvent(new Event('load'));

  beforeEach(() => {
    count += 1;
    style = { ...style, href: `/r/catalog/${count}.css`, key: `catalog:chunk-${count}` };
    globalThis.fetch = fetched.mockReset().mockResolvedValue(new Response());
  });

  test('have integrity and the key by which the bundler recognises them as loaded', async () => {
    const loaded = loadStyles([style]);
    const [link] = sheets();
    expect(link?.getAttribute('href')).toBe(style.href);
    expect(link?.integrity).toBe('sha256-b');
    expect(link?.dataset.rspack).toBe(style.key);
    arrive();
    await expect(loaded).resolves.toBeUndefined();
  });

  test('that are prepared apply once a page needs them, without a second request', async () => {
    const prepared = prepareStyles([style]);
    const [link] = sheets();
    expect(link?.media).toBe('not all');
    expect(link?.integrity).toBe('sha256-b');
    arrive();
    await prepared;
    await prepareStyles([style]);
    expect(link?.media).toBe('not all');
    await loadStyles([style]);
    expect(sheets()).toEqual([link]);
    expect(link?.media).toBe('');
    await prepareStyles([style]); // another link leads there
    expect(link?.media).toBe('');
  });

  test('that fail while they are prepared do not apply either when they come', async () => {
    const prepared = prepareStyles([style]);
    const [failed] = sheets();
    fail();
    await waitFor(() => expect(sheets()[0]).not.toBe(failed));
    expect(sheets()[0]?.media).toBe('not all');
    arrive();
    await prepared;
  });

  test('that are part of the document get no second link, and nothing waits for them', async () => {
    document.head.innerHTML = `<link rel="stylesheet" disabled data-rspack="${style.key}" href="${style.href}">`;
    await loadStyles([style]);
    expect(links('link')).toHaveLength(1);
  });

  test('that are loading or loaded get no second link, and every caller waits for them', async () => {
    const both = Promise.all([loadStyles([style]), loadStyles([style])]);
    expect(sheets()).toHaveLength(1);
    arrive();
    await both;
    await loadStyles([style]);
    expect(sheets()).toHaveLength(1);
  });

  test('count as loaded even when the bundler clears the handlers of the link', async () => {
    const loaded = loadStyles([style]);
    Object.assign(sheets()[0]!, { onload: null, onerror: null });
    arrive();
    await expect(loaded).resolves.toBeUndefined();
  });

  test('that fail once are requested past the cache, with the same integrity and key', async () => {
    const loaded = loadStyles([style]);
    const [failed] = sheets();
    fail();
    await waitFor(() => expect(sheets()[0]).not.toBe(failed));
    expect(fetched.mock.calls).toEqual([[style.href, { cache: 'reload' }]]);
    expect(sheets().map(({ integrity, dataset }) => [integrity, dataset.rspack])).toEqual([['sha256-b', style.key]]);
    arrive();
    await expect(loaded).resolves.toBeUndefined();
  });

  test('that fail twice reject the load', async () => {
    const loaded = loadStyles([style]);
    const [failed] = sheets();
    fail();
    await waitFor(() => expect(sheets()[0]).not.toBe(failed));
    fail();
    await expect(loaded).rejects.toThrow(`The style sheet ${style.href} could not be loaded.`);
  });

  test('that fail twice leave a link that stops the bundler from loading them; the next call retries', async () => {
    fetched.mockRejectedValue(new TypeError('Failed to fetch'));
    const lost = loadStyles([style]);
    const [failed] = sheets();
    fail();
    await expect(lost).rejects.toThrow('Failed to fetch');
    expect(sheets()).toEqual([failed]);
    const again = loadStyles([style]);
    expect(sheets()).toHaveLength(1);
    expect(sheets()[0]).not.toBe(failed);
    arrive();
    await expect(again).resolves.toBeUndefined();
  });
});
