import type { Locator, Page, Response } from 'playwright-core';
import { classicGeneralService, giveDetails } from '../book-by-page.ts';
import { heading } from '../locators.ts';
import { phone, type TestSite } from '../open-test-site.ts';
import { saveData } from '../save-data.ts';
import { waitForHydration } from '../wait-for-hydration.ts';
import { poll } from '../../../backend/testing/poll.ts';
import { expect, test } from '../fixtures/test.ts';

const content = /^\/pages\/catalog\/[^/]+\/[^/]+\/services\.json$/;

const servicesLink = (page: Page) => page.locator('main a[href="/services"]').first();

test.describe('prefetching', { tag: '@catalog' }, () => {
  test('what a page linked in view needs comes once, its code when idle, its content file after a moment; the press requests nothing of it', async ({
    site,
  }) => {
    const { page, requests, complaints, chunks } = await open(site);
    const paths = (): string[] => requests.map((url) => new URL(url).pathname);
    expect(paths().filter((path) => chunks.includes(path))).toEqual([]);
    await servicesLink(page).scrollIntoViewIfNeeded();
    await poll('the content file', async () => {
      const asked = paths().filter((path) => content.test(path));
      return asked.length > 0 && (await received(page, asked)).length > 0;
    });
    expect((await received(page, chunks)).length, 'the code came before').toBe(chunks.length);

    expect((await sent(page)).filter((path) => chunks.includes(path)).sort()).toEqual(chunks.sort());

    await page.waitForLoadState('networkidle');
    await page.evaluate(() => performance.clearResourceTimings());
    const before = requests.length;
    await servicesLink(page).click();
    await expect(page.locator('[data-page="catalog:services"]')).toBeVisible();
    expect(
      (await sent(page)).filter((path) => chunks.includes(path)),
      'nothing comes over the network',
    ).toEqual([]);
    expect(
      paths()
        .slice(before)
        .filter((path) => content.test(path)),
      'nor is its content asked for again',
    ).toEqual([]);
    expect(paths().filter((path) => content.test(path))).toHaveLength(1);
    expect(complaints).toEqual([]);
  });

  test('a visitor who looks at all of a page has at most 60 kB prefetched, by intent the next page too', async ({
    site,
  }) => {
    const { page } = await open(site);
    for (const section of await page.locator('main section').all()) {
      await section.evaluate((element) => element.scrollIntoView({ block: 'center', behavior: 'instant' }));
      await page.evaluate(() => new Promise((resolve) => requestIdleCallback(resolve)));
    }
    await page.locator('footer a[href="/faq"]').first().hover();
    await page.waitForLoadState('networkidle');
    const bytes = await page.evaluate(prefetchedBytes);
    expect(bytes).toBeGreaterThan(20_000);
    expect(bytes).toBeLessThanOrEqual(60_000);
  });

  test('an area on the sketch map is prefetched by intent like any link', async ({ site }) => {
    const { page, requests } = await site.visit(phone);
    await page.goto(`${site.url}/contact`);
    await waitForHydration(page);
    await page.locator('svg a[href="/location/kondhwa"]').hover();
    await expect.poll(() => requests.filter((url) => url.endsWith('/location/kondhwa.json'))).toHaveLength(1);
  });

  // Its code alone fills most of the 60 kB.
  const ofBooking = 'each step of a booking has what the next one needs before its press';
  test(ofBooking, { tag: '@bundle-diet' }, async ({ site }) => {
    const { page, requests, complaints } = await site.visit(phone);
    const paths = (): string[] => requests.map((url) => new URL(url).pathname);
    /** Presses and waits for what it shows, while the answers at these paths are held back. */
    const pressWithout = async (kept: RegExp, press: Locator, shown: Locator): Promise<void> => {
      let release = (): void => undefined;
      const released = new Promise<void>((resolve) => (release = resolve));
      await page.route(
        ({ pathname }) => kept.test(pathname),
        async (route) => {
          await released;
          await route.continue();
        },
      );
      await press.click();
      await shown.waitFor();
      release();
      await page.unrouteAll({ behavior: 'wait' });
    };
    await page.goto(site.url + classicGeneralService);
    await waitForHydration(page);
    await poll('the content file', () => Promise.resolve(paths().some((path) => path.endsWith('/book-service.json'))));
    // Also its styles, which are loaded last: from the cache, which Playwright bypasses while it holds answers back.
    await page.waitForFunction(hasLoadedAhead, '/r/cart/');
    const book = page.getByRole('button', { name: 'Book a time' }).filter({ visible: true }).last();
    const times = page.waitForResponse((answer) => answer.url().endsWith('/list_slots') && isOfBooking(answer));
    // Its price and the times of the workshop are asked for while the place is chosen.
    await pressWithout(/^\/(pages|rest|r)\//, book, heading(page, 'Where and when?'));
    await times;
    const go = page.getByRole('button', { name: /^Continue with/ });
    await pressWithout(/^\/(pages|rest|r)\//, page.getByRole('radio', { name: /At the workshop/ }), go);
    await go.click();
    expect(paths().filter((path) => path.startsWith('/r/account/'))).toEqual([]);
    await giveDetails(page, { name: 'Ravi Deshpande', phone: '98220 12345' });
    await page.waitForFunction(hasLoadedAhead, '/r/account/');
    // The page that shows the booking is there, and its answer comes with the booking.
    await pressWithout(
      /^\/r\/account\/|\/get_booking$/,
      page.getByRole('button', { name: /^Book for/ }),
      page.getByRole('button', { name: 'Move' }),
    );
    expect(paths().filter((path) => path.endsWith('/get_booking'))).toEqual([]);
    expect(complaints).toEqual([]);
  });

  for (const { name, saves, tag } of [
    { name: 'who saves data', saves: { saveData: true }, tag: [] },
    { name: 'on 2g', saves: { effectiveType: '2g' }, tag: '@more' },
  ])
    test(`for a visitor ${name} nothing is prefetched`, { tag }, async ({ site }) => {
      const { page, requests, chunks } = await open(site, saves);
      await servicesLink(page).scrollIntoViewIfNeeded();
      await servicesLink(page).hover();
      // The first report is sent three seconds after the page has loaded, long after prefetching would have begun.
      await poll('a report', () => Promise.resolve(requests.some((url) => url.includes('report'))));
      const ahead = requests
        .map((url) => new URL(url).pathname)
        .filter((path) => /prefetch/.test(path) || chunks.includes(path) || content.test(path));
      expect(ahead).toEqual([]);
    });
});

/** Whether free times are those of a booking that has begun, not the next ones that a page names. */
function isOfBooking(answer: Response): boolean {
  return answer.request().postData()?.includes('request_id') ?? false;
}

/** The home page, and the files that the page of all services needs beyond those that the home page has. */
async function open(site: TestSite, connection?: object) {
  await (await fetch(`${site.url}/services`)).text(); // rendered once
  const visitor = await site.visit(phone);
  const { page } = visitor;
  if (connection) await saveData(page, connection);
  await page.goto(site.url);
  await waitForHydration(page);
  await page.evaluate(() => window.scrollTo(0, 0));
  const chunks = await page.evaluate(() => {
    type Route = { id: string; js: { href: string }[]; css: { href: string }[] };
    const { registry } = JSON.parse(document.getElementById('site')!.textContent!) as { registry: { routes: Route[] } };
    const { js, css } = registry.routes.find(({ id }) => id === 'catalog:services')!;
    return [...js, ...css].map(({ href }) => href).filter((href) => !document.querySelector(`link[href="${href}"]`));
  });
  expect(chunks.length).toBeGreaterThan(0);
  return { ...visitor, chunks };
}

/** Which of these files the page has received completely. */
function received(page: Page, files: string[]): Promise<string[]> {
  return page.evaluate(
    (wanted) => wanted.filter((href) => performance.getEntriesByName(new URL(href, location.href).href).length > 0),
    files,
  );
}

/** Paths of the files that came over the network, not from a cache. */
function sent(page: Page): Promise<string[]> {
  return page.evaluate(() =>
    performance
      .getEntriesByType('resource')
      .filter((entry) => (entry as PerformanceResourceTiming).transferSize > 0)
      .map(({ name }) => new URL(name).pathname),
  );
}

/** Whether the document has loaded all files below this path that were asked for ahead. Runs in the page. */
function hasLoadedAhead(path: string): boolean {
  const all = performance.getEntriesByType('resource') as PerformanceResourceTiming[];
  const below = all.filter(({ name }) => name.includes(path));
  const namesOf = (...by: string[]): string[] =>
    below.flatMap(({ name, initiatorType }) => (by.includes(initiatorType) ? [name] : []));
  const links = Array.from(document.querySelectorAll<HTMLLinkElement>(`link[href*="${path}"]`), ({ href }) => href);
  const ahead = [...namesOf('fetch'), ...links];
  const loaded = namesOf('script', 'link');
  return ahead.length > 0 && ahead.every((name) => loaded.includes(name));
}

/** Bytes of everything that was downloaded ahead, as sent. Runs in the page. */
function prefetchedBytes(): number {
  const all = performance.getEntriesByType('resource') as PerformanceResourceTiming[];
  return all
    .filter(({ name, initiatorType }) => initiatorType === 'fetch' && /\/(r|pages)\//.test(name))
    .reduce((sum, { encodedBodySize }) => sum + encodedBodySize, 0);
}
