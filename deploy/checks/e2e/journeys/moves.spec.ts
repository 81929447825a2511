import type { Page } from 'playwright-core';
import { classicGeneralService } from '../book-by-page.ts';
import { follow } from '../follow-link.ts';
import { phone, type TestSite } from '../open-test-site.ts';
import { saveData } from '../save-data.ts';
import { waitForHydration } from '../wait-for-hydration.ts';
import { poll } from '../../../backend/testing/poll.ts';
import { expect, test } from '../fixtures/test.ts';

/** Requests for data: content files, and calls of the backend. */
const dataOf = (requests: string[]): string[] =>
  requests
    .map((url) => new URL(url).pathname)
    .filter((path) => /^\/(pages|rest)\/|^\/release\.json/.test(path) && !path.includes('report'))
    .map((path) => path.replace(/^\/pages\/([a-z]+)\/[^/]+\/[^/]+/, '/pages/$1'));

const freeTimes = '/rest/v1/rpc/list_slots';

test.describe('moving between prerendered pages', { tag: '@catalog' }, () => {
  test('a move takes one content file, and asks the backend for live facts only', async ({ site }) => {
    await warm(site, ['/services', '/bikes', '/faq', classicGeneralService, '/location/kondhwa']);
    const { page, requests, complaints } = await site.visit(phone);
    await saveData(page); // or content files would come ahead
    await page.goto(site.url);
    await waitForHydration(page);
    const move = async (to: string, id: string): Promise<string[]> => {
      const before = requests.length;
      await follow(page, to, id);
      await page.waitForLoadState('networkidle');
      return dataOf(requests.slice(before));
    };
    expect(await move('/services', 'catalog:services')).toEqual(['/pages/catalog/services.json']);
    expect(await move('/bikes', 'catalog:bikes')).toEqual(['/pages/catalog/bikes.json']);
    expect(await move('/services', 'catalog:services'), 'a page that was shown before').toEqual([]);
    expect(await move('/location/kondhwa', 'catalog:area')).toEqual([
      '/pages/catalog/location/kondhwa.json',
      ...Array<string>(3).fill(freeTimes),
    ]);
    expect(await move('/', 'catalog:home'), 'the page of the document').toEqual([freeTimes]);
    const before = requests.length;
    await toBooking(page);
    expect(dataOf(requests.slice(before))).toContain('/pages/cart/book-service.json');
    expect(
      requests.filter((url) => /\/rest\/v1\/(?!rpc\/)/.test(url)),
      'no table is read',
    ).toEqual([]);
    expect(complaints).toEqual([]);
  });

  test('a page that a link leads to is soon as complete as its document', async ({ site }) => {
    const { page } = await site.visit(phone);
    const sizeOf = (): Promise<number[]> =>
      page.evaluate(() => [document.documentElement.scrollHeight, document.querySelectorAll('main *').length]);
    for (const [from, to, id] of [
      ['/', '/services', 'catalog:services'],
      ['/', '/bikes', 'catalog:bikes'],
      ['/bikes/royal-enfield/classic-350', classicGeneralService, 'catalog:service-package'],
    ] as const) {
      await page.goto(site.url + to);
      await waitForHydration(page);
      await poll('its real height', () => page.evaluate(() => !document.querySelector('[data-as-served]')));
      const served = await sizeOf();
      await page.goto(site.url + from);
      await waitForHydration(page);
      await follow(page, to, id);
      await expect.poll(sizeOf, to).toEqual(served);
    }
  });

  test('the free time arrives in the place that is kept for it', async ({ site }) => {
    await warm(site, ['/bikes/royal-enfield/classic-350', classicGeneralService]);
    const { page } = await site.visit(phone);
    let answer: () => void = () => undefined;
    const asked = new Promise<void>((resolve) => (answer = resolve));
    await page.goto(`${site.url}/bikes/royal-enfield/classic-350`);
    await waitForHydration(page);
    await page.route(`**${freeTimes}`, async (route) => {
      await asked;
      await route.continue();
    });
    await follow(page, classicGeneralService, 'catalog:service-package');
    const line = page.locator('main p', { hasText: /^Next free/ });
    const before = await line.boundingBox();
    await expect(line.locator('b').first()).toBeHidden();
    const height = await page.evaluate(() => document.documentElement.scrollHeight);
    answer();
    await expect(line.locator('b').first()).toBeVisible();
    expect(await line.boundingBox()).toEqual(before);
    expect(await page.evaluate(() => document.documentElement.scrollHeight)).toBe(height);
  });

  test('a document a day old hydrates as it stands, asks one question and then for its free times', async ({
    site,
  }) => {
    await warm(site, [classicGeneralService]);
    const { page, requests } = await site.visit(phone);
    await saveData(page);
    await page.clock.setFixedTime(Date.now() + 24 * 3600_000);
    await page.goto(site.url + classicGeneralService);
    await waitForHydration(page);
    await poll('the question', () => Promise.resolve(dataOf(requests).includes('/release.json')));
    await page.waitForLoadState('networkidle');
    expect(dataOf(requests).sort()).toEqual(['/release.json', freeTimes]);
  });

  test('an open page shows changed prices once it has asked, from the new content file', async ({ site }) => {
    const { page, requests } = await site.visit(phone);
    await page.goto(`${site.url}/faq`);
    await waitForHydration(page);
    const former = await contentOf(site);
    await site.backend.sql`update faqs set question = 'Is this asked ever anew?' where id = (select min(id) from faqs)`;
    const isNew = async (): Promise<boolean> => {
      await site.publishDocuments(); // a file server answers with what was exported last
      return (await contentOf(site)) !== former;
    };
    await poll('the new content', isNew, 120_000); // each export takes seconds
    await page.clock.setFixedTime(Date.now() + 11 * 60_000);
    await follow(page, '/bikes', 'catalog:bikes');
    await poll('the question', () => Promise.resolve(dataOf(requests).includes('/release.json')));
    await follow(page, '/faq', 'catalog:faq');
    await expect(page.locator('main').getByText('Is this asked ever anew?').first()).toBeVisible();
    expect(dataOf(requests).filter((path) => path.startsWith('/rest/'))).toEqual([]);
  });

  test('with the backend stopped, a visitor moves between prerendered pages, and free times say so', async ({
    site,
  }) => {
    await warm(site, ['/', '/services', '/faq', '/blog', '/location/kondhwa', '/bikes', '/book-service']);
    const { page } = await site.visit(phone);
    await page.goto(site.url);
    await waitForHydration(page);
    await site.backend.close();
    await page.route('**/rest/**', (route) => route.abort());
    await follow(page, '/services', 'catalog:services');
    await follow(page, '/faq', 'catalog:faq');
    await follow(page, '/blog', 'catalog:blog');
    await follow(page, '/location/kondhwa', 'catalog:area');
    await expect(page.getByText(/We could not look up the free times/)).toBeVisible();
    await follow(page, '/', 'catalog:home');
    await expect(page.getByText('see when you book').first()).toBeVisible();
    await toBooking(page);
  });
});

/** As a button leads there. */
async function toBooking(page: Page): Promise<void> {
  await page.evaluate(() => history.pushState(null, '', '/book-service'));
  await page.evaluate(() => dispatchEvent(new PopStateEvent('popstate')));
  await expect(page.locator('[data-page="cart:book-service"]')).toBeVisible();
}

/** Has the pages rendered, as they are ahead of visitors. */
async function warm(site: TestSite, paths: string[]): Promise<void> {
  for (const path of paths) expect((await fetch(site.url + path)).status, path).toBe(200);
}

async function contentOf(site: TestSite): Promise<string> {
  const { content } = (await (await fetch(`${site.url}/release.json`)).json()) as { content: string };
  return content;
}
