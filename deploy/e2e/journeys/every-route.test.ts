import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import type { Page } from 'playwright-core';
import { lookAtPage, type SeenPage } from '../look-at-page.ts';
import { openTestSite, phone } from '../open-test-site.ts';
import { privateRoutes, publicRoutes, wrongAddresses } from '../routes.ts';
import { signInAsAdmin } from '../sign-in.ts';

const site = await openTestSite();
after(() => site.close());

test('every public route by direct address: 200, a heading and a title of its own, nothing to complain about', async () => {
  const { context, page, complaints } = await site.visit(phone);
  const seen = await lookAtAll([page, await context.newPage(), await context.newPage()], publicRoutes);
  assert.deepEqual(complaints, []);
  for (const [route, { status, headings, tooWide, title }] of seen) {
    assert.equal(status, 200, route);
    assert.equal(headings, 1, `headings of ${route}`);
    assert.ok(tooWide <= 0, `${route} is ${tooWide} px too wide`);
    assert.match(title, /\S.*Twostroke/, route);
  }
  assertAllDiffer(seen, 'heading');
  assertAllDiffer(seen, 'title');
});

test('every private route by direct address, for an admin', async () => {
  const { page, complaints } = await site.visit(phone);
  await signInAsAdmin(page, site);
  complaints.length = 0;
  for (const route of privateRoutes) {
    const { status, headings, tooWide, title } = await lookAtPage(page, site.url + route);
    assert.equal(new URL(page.url()).pathname, route);
    assert.equal(status, 200, route);
    assert.equal(headings, 1, `headings of ${route}`);
    assert.ok(tooWide <= 0, `${route} is ${tooWide} px too wide`);
    assert.match(title, /\S.*Twostroke/, route);
    assert.deepEqual(complaints, [], route);
  }
});

test('unknown paths and wrong slugs: 404 and the not-found page', async () => {
  const { context, page, complaints } = await site.visit(phone);
  const seen = await lookAtAll([page, await context.newPage()], wrongAddresses);
  for (const [address, { status, heading, headings, text }] of seen) {
    assert.equal(status, 404, address);
    assert.equal(heading, 'This road ends here', address);
    assert.equal(headings, 1, address);
    assert.ok(text.includes(address), `it names ${address}`);
  }
  const others = complaints.filter((complaint) => !complaint.includes('status of 404'));
  assert.deepEqual(others, []);
});

test('a wrong slug met by a link inside the site is the not-found page as well', async () => {
  const { page } = await site.visit(phone);
  await page.goto(`${site.url}/blog`);
  await page.evaluate(() => {
    history.pushState({}, '', '/blog/no-such-post');
    dispatchEvent(new PopStateEvent('popstate'));
  });
  await page.getByRole('heading', { name: 'This road ends here' }).waitFor();
});

test('the addresses of the sitemap answer 200', async () => {
  const text = await (await fetch(`${site.url}/sitemap.xml`)).text();
  const addresses = [...text.matchAll(/<loc>([^<]+)<\/loc>/g)].map(([, address]) => address!);
  assert.ok(addresses.length > 500, `${addresses.length} addresses`);
  for (const route of publicRoutes.filter((one) => one !== '/auth' && one !== '/'))
    assert.ok(addresses.includes(site.url + route), `${route} is listed`);
  const failed: string[] = [];
  // Each is rendered when it is first asked for: of the many pages of one model and one package, every hundredth.
  const isOffer = (address: string) => new URL(address).pathname.split('/').length === 5;
  const asked = [
    ...addresses.filter((one) => !isOffer(one)),
    ...addresses.filter(isOffer).filter((_, at) => at % 100 === 0),
  ];
  for (const address of asked) {
    const { status } = await fetch(address, { method: 'HEAD' });
    if (status !== 200) failed.push(`${status} ${address}`);
  }
  assert.deepEqual(failed, []);
});

/** Opens addresses in several tabs at once. */
async function lookAtAll(tabs: Page[], routes: string[]): Promise<Map<string, SeenPage>> {
  const seen = new Map<string, SeenPage>();
  const queue = [...routes];
  const work = async (tab: Page): Promise<void> => {
    for (let route = queue.shift(); route; route = queue.shift())
      seen.set(route, await lookAtPage(tab, site.url + route));
  };
  await Promise.all(tabs.map(work));
  return seen;
}

function assertAllDiffer(seen: Map<string, SeenPage>, what: 'heading' | 'title'): void {
  const owners = new Map<string, string>();
  for (const [route, page] of seen) {
    const owner = owners.get(page[what]);
    assert.equal(owner, undefined, `${route} and ${owner} share the ${what} "${page[what]}"`);
    owners.set(page[what], route);
  }
}
