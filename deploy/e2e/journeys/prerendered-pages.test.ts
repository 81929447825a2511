import assert from 'node:assert/strict';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { after, test } from 'node:test';
import type { Page } from 'playwright-core';
import { heading } from '../locators.ts';
import { openTestSite, phone } from '../open-test-site.ts';
import { someOffers } from '../routes.ts';
import { takenOver } from '../taken-over.ts';
import { until } from '../until.ts';

const site = await openTestSite();
after(() => site.close());

/** Every address of the sitemap, and of the many pages of one model and one package a handful. */
async function addresses(): Promise<string[]> {
  const siteMap = await (await fetch(`${site.url}/sitemap.xml`)).text();
  const all = [...siteMap.matchAll(/<loc>https?:\/\/[^/]+([^<]*)<\/loc>/g)].map(([, path]) => path || '/');
  const isOffer = (path: string) => path.split('/').length === 5;
  return [...all.filter((path) => !isOffer(path)), ...someOffers(all)];
}

test('every page of the sitemap is complete without JavaScript', async () => {
  const pages = await addresses();
  assert.ok(pages.length > 120, `${pages.length} pages`);
  const canonicals = new Set<string>();
  for (const path of pages) {
    const answer = await fetch(`${site.url}${path}`);
    assert.equal(answer.status, 200, path);
    const html = await answer.text();
    assert.equal(count(html, '<h1'), 1, `${path} has one heading`);
    assert.equal(count(html, '<title>'), 1, `${path} has one title`);
    assert.equal(count(html, '<meta name="description"'), 1, `${path} has a description`);
    const canonical = /<link rel="canonical" href="([^"]+)"/.exec(html)?.[1];
    assert.equal(canonical, `${site.url}${path === '/' ? '/' : path}`);
    canonicals.add(canonical);
    const main = /<main.*<\/main>/s.exec(html)?.[0].replace(/<[^>]+>/g, ' ') ?? '';
    assert.ok(main.trim().length > 150, `${path} has text: ${main.trim().slice(0, 200)}`);
    assert.ok(!html.includes('twostroke.invalid'), path);
  }
  assert.equal(canonicals.size, pages.length, 'one address per page');
});

test('every page is taken over as it stands: the same nodes, not a word on the console, nothing loaded again', async () => {
  const { page, complaints, requests } = await site.visit(phone);
  await page.addInitScript(rememberFirstHeading);
  const pages = await addresses();
  let fresh = 0;
  for (const path of pages) {
    const before = requests.length;
    await page.goto(`${site.url}${path}`);
    await hydrated(page);
    assert.ok(await page.evaluate(sameHeading), `${path}: the heading is another node`);
    assert.deepEqual(complaints, [], path);
    for (const tag of ['title', 'meta[name="description"]', 'link[rel="canonical"]', 'meta[property="og:title"]'])
      assert.equal(await page.locator(tag).count(), 1, `${path}: ${tag}`);
    // A page that was rendered more than 10 minutes ago asks for its data again, as it should.
    if ((await ageOf(page)) > 9 * 60_000) continue;
    fresh += 1;
    const reads = requests.slice(before).filter((url) => /\/rest\/v1\/(?!rpc\/)/.test(url));
    assert.deepEqual(reads, [], path);
  }
  assert.ok(fresh > pages.length / 2, `${fresh} of ${pages.length} pages were fresh`);
});

test('a page that was rendered ahead works: a bike is picked on it', async () => {
  const { page } = await site.visit(phone);
  await page.goto(`${site.url}/bikes/royal-enfield/classic-350`);
  await hydrated(page);
  await page
    .getByRole('button', { name: /this is my bike|choose this bike|my bike/i })
    .first()
    .click();
  await page.getByRole('button', { name: /Classic 350/ }).waitFor();
});

test('a page that was rendered long ago asks for its data again, and keeps what it offers', async () => {
  const { page } = await site.visit(phone);
  await page.clock.setFixedTime(Date.now() + 60 * 60_000);
  const again = page.waitForResponse((response) => response.url().includes('/rest/v1/model_addons'));
  await page.goto(site.url + (await offerWithAddons()));
  const addons = page.locator('main').getByRole('checkbox');
  const before = await addons.count();
  assert.ok(before > 0);
  await (await again).finished();
  await addons.last().check();
  assert.equal(await addons.count(), before);
});

test('an unknown slug answers 404 with a page that can be read, and that works', async () => {
  const answer = await fetch(`${site.url}/bikes/honda/no-such-bike`);
  assert.equal(answer.status, 404);
  assert.ok((await answer.text()).includes('<h1>This road ends here</h1>'));
  const { page } = await site.visit(phone);
  await page.goto(`${site.url}/bikes/honda/no-such-bike`);
  await takenOver(page); // here the browser's own page takes the place of the one that was served
  await page.getByRole('button', { name: 'Menu' }).click();
  await page.getByRole('dialog', { name: 'Menu' }).waitFor();
  assert.equal(await page.locator('title').count(), 1);
  assert.equal(await page.locator('meta[name="robots"]').getAttribute('content'), 'noindex');
});

test('a counting parameter changes nothing; another one is answered by the browser', async () => {
  const { page, complaints } = await site.visit(phone);
  await page.addInitScript(rememberFirstHeading);
  await page.goto(`${site.url}/bikes?utm_source=poster`);
  await hydrated(page);
  assert.ok(await page.evaluate(sameHeading));
  await page.goto(`${site.url}/bikes?body=scooter`);
  await heading(page).waitFor();
  await until('the choice of the address', async () => /scooter/i.test(await page.locator('main').innerText()));
  assert.deepEqual(complaints, []);
});

test('with the backend stopped the pages still read, and stay when their buttons are pressed', async () => {
  const pages = ['/', '/bikes/royal-enfield/classic-350', '/location/kondhwa', '/faq', '/blog', '/book-service'];
  for (const path of pages) assert.equal((await fetch(`${site.url}${path}`)).status, 200);
  // What was rendered shows former content by then.
  const file = join(site.siteFolder, 'content-version');
  const contentVersion = () => existsSync(file) && readFileSync(file, 'utf8');
  const former = contentVersion();
  await site.backend.sql`update faqs set answer_md = answer_md || ' '`;
  await until('the change', () => Promise.resolve(contentVersion() !== former), 30_000);
  await site.backend.close();
  const { page } = await site.visit(phone);
  await page.addInitScript(rememberFirstHeading);
  for (const path of pages) {
    const answer = await page.goto(`${site.url}${path}`);
    assert.equal(answer?.status(), 200, path);
    assert.match(await answer.text(), /<main.*<h1/s, `${path} without JavaScript`);
    await hydrated(page);
    assert.ok(await page.evaluate(sameHeading), path);
    assert.ok((await page.locator('main').innerText()).length > 150, path);
  }
});

/** A page of one model and one package that was rendered ahead and offers add-ons. */
async function offerWithAddons(): Promise<string> {
  for (const path of someOffers(await addresses()))
    if ((await (await fetch(site.url + path)).text()).includes('type="checkbox"')) return path;
  throw new Error('None of the pages that are looked at offers add-ons.');
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
  return document.querySelector('h1') === (window as unknown as { firstHeading?: Element }).firstHeading;
}

/** React has taken the page over when its frame carries React's marks and nothing is pending. */
function hydrated(page: Page): Promise<unknown> {
  return page.waitForFunction(() =>
    Object.keys(document.querySelector('#root main') ?? {}).some((key) => key.startsWith('__reactProps')),
  );
}

/** Milliseconds since the data of the page was read. */
async function ageOf(page: Page): Promise<number> {
  const state = JSON.parse((await page.locator('#state').textContent()) ?? '{}') as { renderedAt?: string };
  return Date.now() - Date.parse(state.renderedAt ?? '');
}
