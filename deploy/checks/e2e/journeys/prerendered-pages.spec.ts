import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Page } from 'playwright-core';
import { countHeadings, heading } from '../locators.ts';
import { phone, type TestSite } from '../open-test-site.ts';
import { onePageOfEachKind, sampleOffers } from '../routes.ts';
import { classicGeneralService } from '../book-by-page.ts';
import { lookInNewTab } from '../look-in-new-tab.ts';
import { pixelsTooWide } from '../too-wide.ts';
import { waitForHydration } from '../wait-for-hydration.ts';
import { poll } from '../../../backend/testing/poll.ts';
import { expect, test } from '../fixtures/test.ts';

declare global {
  interface Window {
    /** The heading that the server sent, noted before any script runs. */
    firstHeading?: Element | null;
  }
}

/** Every address of the sitemap, and a few of the many pages of one model and one package. */
async function addresses(site: TestSite): Promise<string[]> {
  const siteMap = await (await fetch(`${site.url}/sitemap.xml`)).text();
  const all = [...siteMap.matchAll(/<loc>https?:\/\/[^/]+([^<]*)<\/loc>/g)].map(([, path]) => path || '/');
  const isOffer = (path: string) => path.split('/').length === 5;
  return [...all.filter((path) => !isOffer(path)), ...sampleOffers(all)];
}

test.describe('prerendered pages', { tag: '@catalog' }, () => {
  test('a page of each kind is complete without JavaScript', ({ site }) => readWithoutScripts(site, onePageOfEachKind));

  test('every page of the sitemap is complete without JavaScript', { tag: '@more' }, async ({ site }) => {
    test.slow();
    const pages = await addresses(site);
    expect(pages.length, `${pages.length} pages`).toBeGreaterThan(120);
    await readWithoutScripts(site, pages);
  });

  test('a page of each kind is hydrated in place', ({ site }) => hydrateInPlace(site, onePageOfEachKind));

  // Some 130 pages: each part ends in time on a slow machine too.
  for (const part of [0, 1, 2, 3])
    test(
      `every page of the sitemap is hydrated in place, part ${part + 1} of 4`,
      { tag: '@more' },
      async ({ site }) => {
        test.slow();
        await hydrateInPlace(
          site,
          (await addresses(site)).filter((_, at) => at % 4 === part),
        );
      },
    );

  test('a visitor can pick a bike on a prerendered page', async ({ site }) => {
    const { page } = await site.visit(phone);
    await page.goto(`${site.url}/bikes/royal-enfield/classic-350`);
    await waitForHydration(page);
    await page
      .getByRole('button', { name: /this is my bike|choose this bike|my bike/i })
      .first()
      .click();
    await expect(page.getByRole('button', { name: /Classic 350/ })).toBeVisible();
  });

  for (const width of [320, 390, 768, 1280])
    test(
      `at ${width} px a page soon has its real height, and nothing moves when a visitor scrolls`,
      width === 390 ? {} : { tag: '@more' },
      ({ site }) => scrollThrough(site, width),
    );

  test('an unknown slug answers 404 with a readable and working page', async ({ site }) => {
    const answer = await fetch(`${site.url}/bikes/honda/no-such-bike`);
    expect(answer.status).toBe(404);
    expect(await answer.text()).toContain('<h1>This road ends here</h1>');
    const { page } = await site.visit(phone);
    await page.goto(`${site.url}/bikes/honda/no-such-bike`);
    await waitForHydration(page); // the browser's own page replaces the served one here
    await page.getByRole('button', { name: 'Menu' }).click();
    await expect(page.getByRole('dialog', { name: 'Menu' })).toBeVisible();
    expect(await page.locator('title').count()).toBe(1);
    expect(await page.locator('meta[name="robots"]').getAttribute('content')).toBe('noindex');
  });

  test('a tracking parameter changes nothing; a page with any other one is rendered by the browser', async ({
    site,
  }) => {
    const { page, complaints } = await site.visit(phone);
    await page.addInitScript(rememberFirstHeading);
    await page.goto(`${site.url}/bikes?utm_source=poster`);
    await hydrated(page);
    expect(await page.evaluate(sameHeading)).toBeTruthy();
    await page.goto(`${site.url}/bikes?body=scooter`);
    await expect(heading(page)).toBeVisible();
    await poll('the choice of the address', async () => /scooter/i.test(await page.locator('main').innerText()));
    expect(complaints).toEqual([]);
  });

  test('with the backend stopped the pages stay readable, also after clicks on their buttons', async ({ site }) => {
    const pages = ['/', '/bikes/royal-enfield/classic-350', '/location/kondhwa', '/faq', '/blog', '/book-service'];
    for (const path of pages) expect((await fetch(`${site.url}${path}`)).status).toBe(200);
    // The prerendered page is outdated by then.
    const file = join(site.siteFolder, 'content-version');
    const contentVersion = () => existsSync(file) && readFileSync(file, 'utf8');
    const former = contentVersion();
    await site.backend.sql`update faqs set answer_md = answer_md || ' '`;
    await poll('the change', () => Promise.resolve(contentVersion() !== former), 30_000);
    await site.backend.close();
    const { page } = await site.visit(phone);
    await page.addInitScript(rememberFirstHeading);
    for (const path of pages) {
      const answer = await page.goto(`${site.url}${path}`);
      expect(answer?.status(), path).toBe(200);
      expect(await answer?.text(), `${path} without JavaScript`).toMatch(/<main.*<h1/s);
      await hydrated(page);
      expect(await page.evaluate(sameHeading), path).toBeTruthy();
      expect((await page.locator('main').innerText()).length, path).toBeGreaterThan(150);
    }
  });
});

/** Checks what the server sends: one heading, title, description and canonical address for each page, and its text. */
async function readWithoutScripts(site: TestSite, pages: string[]): Promise<void> {
  const canonicals = new Set<string>();
  const headings = new Map<string, string>();
  const titles = new Map<string, string>();
  for (const path of pages) {
    const answer = await fetch(`${site.url}${path}`);
    expect(answer.status, path).toBe(200);
    const html = await answer.text();
    expect(count(html, '<h1'), `${path} has one heading`).toBe(1);
    expect(count(html, '<title>'), `${path} has one title`).toBe(1);
    const heading = /<h1[^>]*>(.*?)<\/h1>/s.exec(html)?.[1]?.replace(/<[^>]+>/g, '') ?? '';
    const title = /<title>(.*?)<\/title>/s.exec(html)?.[1] ?? '';
    expect(title, path).toMatch(/\S.*Twostroke/);
    expect(headings.get(heading), `${path} has the heading "${heading}" alone`).toBeUndefined();
    expect(titles.get(title), `${path} has the title "${title}" alone`).toBeUndefined();
    headings.set(heading, path);
    titles.set(title, path);
    expect(count(html, '<meta name="description"'), `${path} has a description`).toBe(1);
    const canonical = /<link rel="canonical" href="([^"]+)"/.exec(html)?.[1] ?? 'none';
    expect(canonical).toBe(`${site.url}${path === '/' ? '/' : path}`);
    canonicals.add(canonical);
    const main = /<main.*<\/main>/s.exec(html)?.[0].replace(/<[^>]+>/g, ' ') ?? '';
    expect(main.trim().length, `${path} has text: ${main.trim().slice(0, 200)}`).toBeGreaterThan(150);
    expect(html, path).not.toContain('twostroke.invalid');
  }
  expect(canonicals.size, 'one address per page').toBe(pages.length);
}

/** Checks that hydration keeps the nodes, logs nothing and loads nothing again. */
async function hydrateInPlace(site: TestSite, pages: string[]): Promise<void> {
  const { page, complaints, requests } = await site.visit(phone);
  await page.addInitScript(rememberFirstHeading);
  for (const path of pages) {
    const before = requests.length;
    await page.goto(`${site.url}${path}`);
    await hydrated(page);
    expect(await page.evaluate(sameHeading), `${path}: the heading is another node`).toBeTruthy();
    expect(complaints, path).toEqual([]);
    expect(await countHeadings(page), `headings of ${path}`).toBe(1);
    const tooWide = await pixelsTooWide(page);
    expect(tooWide, `${path} is ${tooWide} px too wide`).toBeLessThanOrEqual(0);
    for (const tag of ['title', 'meta[name="description"]', 'link[rel="canonical"]', 'meta[property="og:title"]'])
      expect(await page.locator(tag).count(), `${path}: ${tag}`).toBe(1);
    // Only free times, which are a function call, are read again, when the page is older than ten minutes.
    const reads = requests.slice(before).filter((url) => /\/rest\/v1\/(?!rpc\/)/.test(url));
    expect(reads, path).toEqual([]);
  }
}

/** Opens long pages and scrolls through them: their height changes by 3 % at most, and nothing shifts. */
async function scrollThrough(site: TestSite, width: number): Promise<void> {
  const { context } = await site.visit({ width, height: 800 });
  for (const path of ['/', '/bikes/royal-enfield/classic-350', classicGeneralService, '/location/kondhwa']) {
    const { before, after, shift } = await lookInNewTab(context, site.url + path, scrollPage);
    expect(Math.abs(after - before) / after, `${path} at ${width} px: ${before}, then ${after} px`).toBeLessThan(0.03);
    expect(shift, `${path} at ${width} px`).toBe(0);
  }
}

/** @returns the height before and after, and what has shifted; null when the browser has drawn nothing for 10 seconds */
async function scrollPage(page: Page): Promise<{ before: number; after: number; shift: number } | null> {
  return page.evaluate(async () => {
    const root = document.documentElement;
    const before = root.scrollHeight;
    let shift = 0;
    const observer = new PerformanceObserver((list) => {
      for (const entry of list.getEntries()) shift += (entry as PerformanceEntry & { value: number }).value;
    });
    observer.observe({ type: 'layout-shift' });
    const isDrawn = () =>
      new Promise<boolean>((resolve) => {
        const limit = setTimeout(() => resolve(false), 10_000);
        requestAnimationFrame(() => {
          clearTimeout(limit);
          setTimeout(() => resolve(true));
        });
      });
    for (let top = 0; top < root.scrollHeight; top += innerHeight / 2) {
      scrollTo({ top, behavior: 'instant' });
      if (!(await isDrawn())) return null;
    }
    return (await isDrawn()) ? { before, after: root.scrollHeight, shift } : null;
  });
}

function count(html: string, part: string): number {
  return html.split(part).length - 1;
}

function rememberFirstHeading(): void {
  const observer = new MutationObserver(() => {
    const first = document.querySelector('h1');
    if (!first) return;
    Object.assign(window, { firstHeading: first });
    observer.disconnect();
  });
  observer.observe(document, { childList: true, subtree: true });
}

function sameHeading(): boolean {
  return document.querySelector('h1') === window.firstHeading;
}

/** React has hydrated the page when its layout has React's marks and nothing is pending. */
function hydrated(page: Page): Promise<unknown> {
  return page.waitForFunction(() =>
    Object.keys(document.querySelector('#root main') ?? {}).some((key) => key.startsWith('__reactProps')),
  );
}
