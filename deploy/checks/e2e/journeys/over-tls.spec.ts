import type { Page } from 'playwright-core';
import { bookAsGuest, chooseClassic350, packageTotal } from '../book-by-page.ts';
import { expect, test } from '../fixtures/test.ts';
import { waitForSubscription } from '../wait-for-subscription.ts';
import { heading, toast } from '../locators.ts';
import { phone } from '../open-test-site.ts';
import { signInAsAdmin } from '../sign-in.ts';
import { waitForHydration } from '../wait-for-hydration.ts';

/* Behind the real nginx with TLS and HTTP/2, in a browser that accepts a self-signed certificate. */
test.describe('over TLS', { tag: ['@cart', '@admin'] }, () => {
  test('a guest who types the address without https books over HTTP/2, and the workshop gets the alert', async ({
    site,
  }) => {
    const workshop = await site.visit();
    await signInAsAdmin(workshop.page, site);
    const joined = waitForSubscription(workshop.page);
    await workshop.page.goto(`${site.url}/faq`);
    await joined;

    const { page, complaints, requests } = await site.visit(phone);
    await page.goto(site.plainUrl!);
    await expect(page).toHaveURL(`${site.url}/`);
    await waitForHydration(page);
    await chooseClassic350(page);
    const { id } = await bookAsGuest(page, site.url);
    await expect(toast(workshop.page, `#${id.slice(0, 8)}`)).toBeVisible();
    await page.waitForURL('**/book-service#manage=*');
    await expect(page.getByText(id.slice(0, 8)).first()).toBeVisible();
    await expect(page.getByText(packageTotal).first()).toBeVisible();
    expect(await protocolsOf(page)).toEqual(['h2']);
    await page.reload();
    await expect(page.getByText(id.slice(0, 8)).first()).toBeVisible();
    expect(await protocolsOf(page)).toEqual(['h2']);
    const elsewhere = requests.filter((address) => !address.startsWith(`${site.url}/`));
    expect([...new Set(elsewhere)], 'nothing but the first request went without TLS').toEqual([`${site.plainUrl}/`]);
    expect([...complaints, ...workshop.complaints]).toEqual([]);
  });

  test('an unknown address answers 404 over HTTP/2', async ({ site }) => {
    const { page } = await site.visit(phone);
    const answer = await page.goto(`${site.url}/nowhere`);
    expect(answer?.status()).toBe(404);
    await expect(heading(page)).toBeVisible();
    expect(await protocolsOf(page)).toEqual(['h2']);
  });
});

/** The protocols of the document and its files. */
async function protocolsOf(page: Page): Promise<string[]> {
  const all = await page.evaluate(() =>
    [...performance.getEntriesByType('navigation'), ...performance.getEntriesByType('resource')].map(
      (entry) => (entry as PerformanceResourceTiming).nextHopProtocol,
    ),
  );
  return [...new Set(all.filter(Boolean))]; // a cached file has none
}
