import type { Page } from 'playwright-core';
import { describePage, type SeenPage } from '../describe-page.ts';
import { phone, type TestSite } from '../open-test-site.ts';
import { privateRoutes, publicRoutes, wrongAddresses } from '../routes.ts';
import { signInAsAdmin } from '../sign-in.ts';
import { everyRemote } from '../remotes.ts';
import { expect, test } from '../fixtures/test.ts';

test.describe('every address', { tag: everyRemote }, () => {
  // `npm test` reads all of them without a browser, and opens a page of each kind (`prerendered-pages`).
  test(
    'every public route answers 200 with its own heading and title and an empty console',
    { tag: '@more' },
    async ({ site }) => {
      const { context, page, complaints } = await site.visit(phone);
      const seen = await lookAtAll(site, [page, await context.newPage(), await context.newPage()], publicRoutes);
      expect(complaints).toEqual([]);
      for (const [route, { status, headings, tooWide, title }] of seen) {
        expect(status, route).toBe(200);
        expect(headings, `headings of ${route}`).toBe(1);
        expect(tooWide, `${route} is ${tooWide} px too wide`).toBeLessThanOrEqual(0);
        expect(title, route).toMatch(/\S.*Twostroke/);
      }
      assertAllDiffer(seen, 'heading');
      assertAllDiffer(seen, 'title');
    },
  );

  test('every address that only the browser renders works for a visitor and for an admin', async ({ site }) => {
    const { page, complaints } = await site.visit(phone);
    for (const route of ['/auth', ...privateRoutes]) {
      if (route === privateRoutes[0]) await signInAsAdmin(page, site);
      complaints.length = 0;
      const { status, headings, tooWide, title } = await describePage(page, site.url + route);
      expect(page.url()).toBe(site.url + route);
      expect(status, route).toBe(200);
      expect(headings, `headings of ${route}`).toBe(1);
      expect(tooWide, `${route} is ${tooWide} px too wide`).toBeLessThanOrEqual(0);
      expect(title, route).toMatch(/\S.*Twostroke/);
      expect(complaints, route).toEqual([]);
    }
  });

  test('unknown paths and wrong slugs answer 404 with the not-found page', async ({ site }) => {
    for (const address of wrongAddresses) expect((await fetch(site.url + address)).status, address).toBe(404);
    const { page, complaints } = await site.visit(phone);
    for (const address of wrongAddresses.filter((_, at) => at % 4 === 0)) {
      const { status, heading, headings, text } = await describePage(page, site.url + address);
      expect(status, address).toBe(404);
      expect(heading, address).toBe('This road ends here');
      expect(headings, address).toBe(1);
      expect(text, `it names ${address}`).toContain(address);
    }
    const answer = await page.goto(`${site.url}/brands/no-such-brand`);
    expect(answer?.status(), 'an unknown brand').toBe(404);
    await expect(page.getByRole('link', { name: 'Ask for a call back' })).toBeVisible();
    const others = complaints.filter((complaint) => !complaint.includes('status of 404'));
    expect(others).toEqual([]);
  });

  test('a link inside the site to a wrong slug shows the not-found page as well', async ({ site }) => {
    const { page } = await site.visit(phone);
    await page.goto(`${site.url}/blog`);
    await page.evaluate(() => {
      history.pushState({}, '', '/blog/no-such-post');
      dispatchEvent(new PopStateEvent('popstate'));
    });
    await expect(page.getByRole('heading', { name: 'This road ends here' })).toBeVisible();
  });

  test('the sitemap lists every public page', async ({ site }) => {
    const text = await (await fetch(`${site.url}/sitemap.xml`)).text();
    const addresses = [...text.matchAll(/<loc>([^<]+)<\/loc>/g)].map(([, address]) => address!);
    expect(addresses.length, `${addresses.length} addresses`).toBeGreaterThan(500);
    for (const route of publicRoutes.filter((one) => one !== '/auth' && one !== '/'))
      expect(addresses, `${route} is listed`).toContain(site.url + route);
  });
});

/** Opens addresses in several tabs at once. */
async function lookAtAll(site: TestSite, tabs: Page[], routes: string[]): Promise<Map<string, SeenPage>> {
  const seen = new Map<string, SeenPage>();
  const queue = [...routes];
  const work = async (tab: Page): Promise<void> => {
    for (let route = queue.shift(); route; route = queue.shift())
      seen.set(route, await describePage(tab, site.url + route));
  };
  await Promise.all(tabs.map(work));
  return seen;
}

function assertAllDiffer(seen: Map<string, SeenPage>, what: 'heading' | 'title'): void {
  const owners = new Map<string, string>();
  for (const [route, page] of seen) {
    const owner = owners.get(page[what]);
    expect(owner, `${route} and ${owner} share the ${what} "${page[what]}"`).toBeUndefined();
    owners.set(page[what], route);
  }
}
