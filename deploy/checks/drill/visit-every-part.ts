import type { Page } from 'playwright-core';
import { bookByCall } from '../e2e/book-by-call.ts';
import { cartButton, cartDrawer, heading, logo, toast } from '../e2e/locators.ts';
import { openQuestions } from '../e2e/open-questions.ts';
import type { Visitor } from '../e2e/open-test-site.ts';
import { waitForHydration } from '../e2e/wait-for-hydration.ts';
import { waitForSubscription } from '../e2e/wait-for-subscription.ts';
import type { DrillSite } from './open-drill-site.ts';

/*
 * Visits of an admin with one service in the cart who uses a page of every remote and every slot: the cart, the alert of
 * a new booking, and the booking of a guest's link.
 */
const bookTitle = /which bike|where and when/i;
const pages = [
  ['/book-service', bookTitle],
  ['/my-bookings', 'My bookings'],
  ['/admin', /\d/],
] as const;

/** Opens a page of the catalog, and waits until alerts arrive there. */
export async function openTab(site: DrillSite): Promise<Visitor> {
  const visitor = await site.visitWithCart(site.url, 'admin');
  const { page } = visitor;
  const joined = waitForSubscription(page);
  await page.goto(`${site.url}/faq`);
  await waitForHydration(page);
  await joined;
  return visitor;
}

/** Uses every part; most pages are a new document. All remotes are in the last one. */
export async function visitByAddress(site: DrillSite, { page }: Visitor): Promise<void> {
  await heading(page, /asked/i).waitFor();
  await openCart(page);
  await page.getByRole('button', { name: 'Close cart' }).click();
  const { id, manage_token } = await bookByCall(site);
  await toast(page, `#${id.slice(0, 8)}`).waitFor();
  for (const [path, title] of pages) {
    await page.goto(site.url + path);
    await waitForHydration(page);
    await heading(page, title).waitFor();
  }
  await page.goto(`${site.url}/book-service#manage=${manage_token}`);
  await seesBooking(page, id);
  await openQuestions(page);
}

/** Uses every part in the document that is open. @throws Error when it has loaded another one */
export async function visitByLinks(site: DrillSite, { page }: Visitor): Promise<void> {
  await page.evaluate(() => document.documentElement.setAttribute('data-same', 'yes'));
  await page.getByRole('link', { name: 'My bookings' }).first().click();
  await heading(page, 'My bookings').waitFor();
  await page.getByRole('link', { name: 'Workshop', exact: true }).first().click();
  await heading(page, /\d/).waitFor();
  await logo(page).click();
  await openCart(page);
  await cartDrawer(page).getByRole('link', { name: 'Book a time' }).click();
  await heading(page, bookTitle).waitFor();
  const { id, manage_token } = await bookByCall(site);
  await toast(page, `#${id.slice(0, 8)}`).waitFor();
  await page.evaluate((token) => (window.location.hash = `manage=${token}`), manage_token);
  await seesBooking(page, id);
  await openQuestions(page);
  if ((await page.locator('html[data-same]').count()) === 0) throw new Error('The tab has loaded another document.');
}

async function openCart(page: Page): Promise<void> {
  await cartButton(page, 1).click();
  await cartDrawer(page).getByText('General Service').first().waitFor();
}

async function seesBooking(page: Page, id: string): Promise<void> {
  await page.locator('main').getByText(id.slice(0, 8)).first().waitFor();
}
