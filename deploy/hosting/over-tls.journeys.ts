import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import type { Page } from 'playwright-core';
import { bookAsGuest, chooseClassic350, packageTotal } from '../e2e/book-by-page.ts';
import { joins } from '../e2e/joins.ts';
import { heading, toast } from '../e2e/locators.ts';
import { openTestSite, phone } from '../e2e/open-test-site.ts';
import { signInAsAdmin } from '../e2e/sign-in.ts';
import { takenOver } from '../e2e/taken-over.ts';

/* A booking behind the real nginx with TLS and HTTP/2, in a browser that takes a certificate nobody has signed. */
process.env.TWOSTROKE_E2E_SERVER = 'nginx over tls';
const site = await openTestSite();
after(() => site.close());

test('who types the address without https books over TLS and HTTP/2, and the workshop is alerted', async () => {
  const workshop = await site.visit();
  await signInAsAdmin(workshop.page, site);
  const joined = joins(workshop.page);
  await workshop.page.goto(`${site.url}/faq`);
  await joined;

  const { page, complaints, requests } = await site.visit(phone);
  await page.goto(site.plainUrl!);
  assert.equal(page.url(), `${site.url}/`);
  await takenOver(page);
  await chooseClassic350(page);
  const { id } = await bookAsGuest(page, site.url);
  await toast(workshop.page, `#${id.slice(0, 8)}`).waitFor();
  await page.waitForURL('**/book-service#manage=*');
  await page.getByText(id.slice(0, 8)).first().waitFor();
  await page.getByText(packageTotal).first().waitFor();
  assert.deepEqual(await protocolsOf(page), ['h2']);
  await page.reload();
  await page.getByText(id.slice(0, 8)).first().waitFor();
  assert.deepEqual(await protocolsOf(page), ['h2']);
  const elsewhere = requests.filter((address) => !address.startsWith(`${site.url}/`));
  assert.deepEqual([...new Set(elsewhere)], [`${site.plainUrl}/`], 'nothing but the first request went without TLS');
  assert.deepEqual([...complaints, ...workshop.complaints], []);
});

test('a wrong address is told over TLS too', async () => {
  const { page } = await site.visit(phone);
  const answer = await page.goto(`${site.url}/nowhere`);
  assert.equal(answer?.status(), 404);
  await heading(page).waitFor();
  assert.deepEqual(await protocolsOf(page), ['h2']);
});

/** What the document and its files came over. */
async function protocolsOf(page: Page): Promise<string[]> {
  const all = await page.evaluate(() =>
    [...performance.getEntriesByType('navigation'), ...performance.getEntriesByType('resource')].map(
      (entry) => (entry as PerformanceResourceTiming).nextHopProtocol,
    ),
  );
  return [...new Set(all.filter(Boolean))]; // one from the cache has none
}
