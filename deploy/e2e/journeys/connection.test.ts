import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import type { Page } from 'playwright-core';
import { answerBookingSteps, classicGeneralService, packageTotal, takeWarrantyAndBook } from '../book-by-page.ts';
import { cartButton, heading } from '../locators.ts';
import { openTestSite, phone } from '../open-test-site.ts';
import { newCustomer, signUp } from '../sign-in.ts';

const site = await openTestSite();
after(() => site.close());

const offlineWords = 'No internet connection. Some features may be limited.';
const backWords = "You're back online!";

test('offline a banner says so; back online another does, for three seconds', async () => {
  const { page, context } = await site.visit(phone);
  await page.goto(`${site.url}/faq`);
  await heading(page).waitFor();
  assert.equal(await page.getByText(offlineWords).count(), 0);
  await context.setOffline(true);
  await page.getByRole('status').getByText(offlineWords, { exact: true }).waitFor();
  const timeShown = await watchWords(page, backWords);
  await context.setOffline(false);
  const milliseconds = await timeShown();
  assert.ok(milliseconds > 2900 && milliseconds < 3600, `shown for ${Math.round(milliseconds)} ms`);
  assert.equal(await page.getByText(offlineWords).count(), 0);
});

test('a page asked for offline says what is safe and comes by itself when the internet is back', async () => {
  const { page, context } = await site.visit(phone);
  // The code of a post's page is there from the first visit: offline only its data is missing.
  await page.goto(`${site.url}/blog/chain-care-10-minutes`);
  await heading(page).waitFor();
  const title = await heading(page).innerText();
  await page.goto(`${site.url}/blog`);
  const post = page.locator('main').getByRole('link', { name: title }).first();
  await post.click();
  await heading(page, title).waitFor();
  await page.goBack();
  await post.waitFor();
  await context.setOffline(true);
  await post.click();
  await heading(page, 'You are offline').waitFor();
  await page.getByRole('link', { name: 'Call 90000 00010' }).waitFor();
  await context.setOffline(false);
  await heading(page, title).waitFor();
});

test('a page whose code was never loaded says offline too, and comes by itself', async () => {
  const { page, context } = await site.visit(phone);
  await page.goto(`${site.url}/blog`);
  await heading(page).waitFor();
  await context.setOffline(true);
  await page.locator('a[href="/faq"]:visible').first().click();
  await heading(page, 'You are offline').waitFor();
  await context.setOffline(false);
  await heading(page, /asked|questions/i).waitFor();
});

for (const path of ['/', '/bikes', '/faq', '/location/kondhwa'])
  test(`while the backend is down the way to ${path} says so, with a way on, and recovers`, async () => {
    const { page, context } = await site.visit(phone);
    await page.goto(`${site.url}/auth`);
    await heading(page).waitFor();
    await stopBackend(page);
    await page.locator(`a[href="${path}"]:visible`).first().click();
    await saysSoAndRecovers(page);
    await context.close();
  });

for (const address of ['/bikes?body=scooter', '/book-service?step=place'])
  test(`while the backend is down ${address}, which is made in the browser, says so too`, async () => {
    const { page, context } = await site.visit(phone);
    await stopBackend(page);
    await page.goto(site.url + address);
    await saysSoAndRecovers(page);
    await context.close();
  });

async function saysSoAndRecovers(page: Page): Promise<void> {
  const title = 'We could not load this page';
  await heading(page, title).waitFor();
  await page.getByText('Our server did not answer.').waitFor();
  await page.getByRole('link', { name: 'Call 90000 00010' }).waitFor();
  await page.unroute(/\/rest\/v1\//);
  await page.getByRole('button', { name: 'Try again' }).click();
  await page.getByRole('heading', { level: 1 }).filter({ hasNotText: title }).waitFor();
}

test('a booking pressed while the backend is down loses nothing and is made once it is back', async () => {
  const { page } = await site.visit(phone);
  await page.goto(site.url + classicGeneralService);
  await takeWarrantyAndBook(page);
  await answerBookingSteps(page, { name: 'Farah Shaikh', phone: '98220 77665' });
  await stopBackend(page);
  await page.getByRole('button', { name: `Book for ${packageTotal}` }).click();
  const problem = page.getByRole('alert').filter({ hasText: 'Your booking is saved on this phone' });
  await problem.waitFor();
  await problem.getByRole('link', { name: 'Call 90000 00010' }).waitFor();
  await cartButton(page, 2).waitFor();
  await page.unroute(/\/rest\/v1\//);
  await page.getByRole('button', { name: `Book for ${packageTotal}` }).click();
  await page.waitForURL('**/book-service#manage=*');
  const rows = await site.backend.sql`select id from service_bookings where customer_name = 'Farah Shaikh'`;
  assert.equal(rows.length, 1);
});

test('an answer lost on the way does not book twice', async () => {
  const { page } = await site.visit(phone);
  await page.goto(site.url + classicGeneralService);
  await takeWarrantyAndBook(page);
  await answerBookingSteps(page, { name: 'Imran Khan', phone: '98220 77666' });
  await page.route(/\/rpc\/create_booking/, async (route) => {
    await route.fetch();
    await route.abort('connectionreset');
  });
  await page.getByRole('button', { name: `Book for ${packageTotal}` }).click();
  await page.getByRole('alert').filter({ hasText: 'saved on this phone' }).waitFor();
  await page.unroute(/\/rpc\/create_booking/);
  await page.getByRole('button', { name: `Book for ${packageTotal}` }).click();
  await page.waitForURL('**/book-service#manage=*');
  const rows = await site.backend.sql`select id from service_bookings where customer_name = 'Imran Khan'`;
  assert.equal(rows.length, 1);
});

test('my bookings says that they are safe while the backend is down', async () => {
  const { page } = await site.visit(phone);
  await signUp(page, site.url, newCustomer());
  await stopBackend(page);
  await page.goto(`${site.url}/my-bookings`);
  await page.getByRole('alert').getByText(/safe/).waitFor();
  await page.unroute(/\/rest\/v1\//);
  await page.getByRole('button', { name: 'Try again' }).click();
  await heading(page, 'My bookings').waitFor();
});

function stopBackend(page: Page): Promise<unknown> {
  return page.route(/\/rest\/v1\//, (route) => route.abort('connectionrefused'));
}

/**
 * Starts to watch for words.
 * @returns a function that waits until they appeared and went again, and answers for how many milliseconds they stood
 */
async function watchWords(page: Page, words: string): Promise<() => Promise<number>> {
  const watched = await page.evaluateHandle((text) => {
    const shownFor = new Promise<number>((resolve) => {
      let since = 0;
      new MutationObserver((_, observer) => {
        const shown = document.body.innerText.includes(text);
        if (shown && !since) since = performance.now();
        if (shown || !since) return;
        observer.disconnect();
        resolve(performance.now() - since);
      }).observe(document.body, { subtree: true, childList: true });
    });
    return { shownFor };
  }, words);
  return () => watched.evaluate(({ shownFor }) => shownFor);
}
