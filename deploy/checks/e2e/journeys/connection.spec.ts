import type { Locator, Page } from 'playwright-core';
import { answerBookingSteps, classicGeneralService, packageTotal, takeWarrantyAndBook } from '../book-by-page.ts';
import { bookByCall } from '../book-by-call.ts';
import { heading, toast } from '../locators.ts';
import { desktop, phone } from '../open-test-site.ts';
import { saveData } from '../save-data.ts';
import { newCustomer, signInAsAdmin, signUpByCall } from '../sign-in.ts';
import { waitForHydration } from '../wait-for-hydration.ts';
import { expect, test } from '../fixtures/test.ts';

const offlineWords = 'No internet connection. Some features may be limited.';
const backWords = "You're back online!";

test.describe('a connection that fails', { tag: ['@catalog', '@cart', '@account', '@admin'] }, () => {
  test('a banner shows that the visitor is offline, and another one shows for three seconds when they are online again', async ({
    site,
  }) => {
    const { page, context } = await site.visit(phone);
    await page.clock.install();
    await page.goto(`${site.url}/faq`);
    await waitForHydration(page);
    expect(await page.getByText(offlineWords).count()).toBe(0);
    await context.setOffline(true);
    await expect(page.getByRole('status').getByText(offlineWords, { exact: true })).toBeVisible();
    await page.clock.pauseAt(Date.now() + 60_000);
    await context.setOffline(false);
    const back = page.getByText(backWords);
    await expect(back).toBeVisible();
    await page.clock.runFor(2900);
    expect(await back.count(), 'after 2.9 s').toBe(1);
    await page.clock.runFor(200);
    await expect(back).toBeHidden();
    expect(await page.getByText(offlineWords).count()).toBe(0);
  });

  test('offline a page that was read before opens; another one says what is safe and loads automatically once the visitor is online', async ({
    site,
  }) => {
    const { page, context } = await site.visit(phone);
    await page.goto(`${site.url}/blog`);
    await waitForHydration(page);
    const posts = page.locator('main a').filter({ has: page.getByRole('heading') });
    // Never in view before: what is looked at is prefetched.
    const [read, unread] = [posts.first(), posts.last()];
    const titleOf = (post: Locator): Promise<string> => post.getByRole('heading').innerText();
    const [readTitle, title] = [await titleOf(read), await titleOf(unread)];
    const open = async (post: Locator, shown: string): Promise<void> => {
      await post.click();
      await expect(heading(page, shown)).toBeVisible();
    };
    await open(read, readTitle);
    await page.goBack();
    await context.setOffline(true);
    await open(read, readTitle);
    await page.goBack();
    await open(unread, 'You are offline');
    await expect(page.getByRole('link', { name: 'Call 90000 00010' })).toBeVisible();
    await context.setOffline(false);
    await expect(heading(page, title)).toBeVisible();
  });

  for (const path of ['/', '/bikes', '/faq', '/location/kondhwa']) {
    const name = `while neither the backend nor content files answer a navigation to ${path} shows a message with a retry, and recovers`;
    test(name, { tag: path === '/bikes' ? [] : ['@more'] }, async ({ site }) => {
      const { page, context } = await site.visit(phone);
      await saveData(page); // or the content file may come ahead
      await page.goto(`${site.url}/install`);
      await waitForHydration(page);
      await stopData(page);
      const link = page.locator(`a[href="${path}"]`).first();
      await link.evaluate((element: HTMLElement) => element.click()); // it may be folded in the footer
      await saysSoAndRecovers(page);
      await context.close();
    });
  }

  for (const address of ['/bikes?body=scooter', '/book-service?step=place']) {
    const name = `while neither answers ${address}, which the browser renders, shows the message too`;
    test(name, { tag: address.startsWith('/book-service') ? [] : ['@more'] }, async ({ site }) => {
      const { page, context } = await site.visit(phone);
      await stopData(page);
      await page.goto(site.url + address);
      await saysSoAndRecovers(page);
      await context.close();
    });
  }

  async function saysSoAndRecovers(page: Page): Promise<void> {
    const title = 'We could not load this page';
    await expect(heading(page, title)).toBeVisible();
    await expect(page.getByText('Our server did not answer.')).toBeVisible();
    await expect(page.getByRole('link', { name: 'Call 90000 00010' })).toBeVisible();
    await page.unroute(backend);
    await page.unroute(contentFiles);
    await page.getByRole('button', { name: 'Try again' }).click();
    await expect(page.getByRole('heading', { level: 1 }).filter({ hasNotText: title })).toBeVisible();
  }

  test('a sign-in that was tried offline works once the visitor is online, without a reload', async ({ site }) => {
    const { page, context } = await site.visit(phone);
    await page.goto(`${site.url}/auth`);
    await waitForHydration(page);
    await page.getByLabel('Mobile').fill('98220 33555');
    await context.setOffline(true);
    const send = page.getByRole('button', { name: 'Send the code' });
    await send.click();
    await expect(page.getByText('There is no internet connection.').first()).toBeVisible();
    await context.setOffline(false);
    await page.waitForFunction(() => navigator.onLine);
    await send.click();
    await expect(page.getByLabel('Code from the SMS')).toBeVisible();
  });

  test(
    'what an admin has half typed stays through an offline moment and a reload that fails, and is sent afterwards',
    { tag: '@flow' },
    async ({ site }) => {
      const { id, number } = await bookByCall(site);
      const { page, context } = await site.visit(desktop);
      await signInAsAdmin(page, site);
      await page.goto(`${site.url}/admin?booking=${id}`);
      await expect(page.getByText(/^Live, /)).toBeVisible();
      const sheet = page.getByRole('dialog', { name: `Booking ${number}` });
      await sheet.getByRole('button', { name: 'Confirm and assign' }).click();
      const mechanic = sheet.getByLabel('Mechanic');
      await mechanic.fill('Imran');
      await context.setOffline(true);
      await expect(page.getByText(offlineWords)).toBeVisible();
      // Coming back to a tab asks for the role again: the answer is lost too.
      await page.evaluate(() => document.dispatchEvent(new Event('visibilitychange')));
      await mechanic.pressSequentially(' Sha');
      await stopBackend(page);
      await context.setOffline(false);
      await expect(page.getByText(backWords)).toBeVisible();
      // The board is live: a change makes it reload, which fails.
      const failed = page.waitForRequest(/rpc\/my_duty/);
      await site.backend.sql`update service_bookings set notes = 'Squeals' where id = ${id}`;
      await failed;
      await expect(page.getByText(/^Not live, /)).toBeVisible();
      await mechanic.pressSequentially('ikh');
      await page.unroute(backend);
      await expect(page.getByText(/^Live, /)).toBeVisible();
      await expect(sheet.getByText('Squeals')).toBeVisible();
      await expect(mechanic).toHaveValue('Imran Shaikh');
      await sheet.getByRole('button', { name: 'Confirm and assign' }).click();
      await expect(toast(page, number)).toBeVisible();
      const [row] = await site.backend.sql`select status, mechanic from service_bookings where id = ${id}`;
      expect(row).toEqual({ status: 'assigned', mechanic: 'Imran Shaikh' });
    },
  );

  test('a lost answer does not book twice', async ({ site }) => {
    const { page } = await site.visit(phone);
    await page.goto(site.url + classicGeneralService);
    await takeWarrantyAndBook(page);
    await answerBookingSteps(page, { name: 'Imran Khan', phone: '98220 77666' });
    await page.route(/\/rpc\/create_booking/, async (route) => {
      await route.fetch();
      await route.abort('connectionreset');
    });
    await page.getByRole('button', { name: `Book for ${packageTotal}` }).click();
    await expect(page.getByRole('alert').filter({ hasText: 'saved on this phone' })).toBeVisible();
    await page.unroute(/\/rpc\/create_booking/);
    await page.getByRole('button', { name: `Book for ${packageTotal}` }).click();
    await page.waitForURL('**/book-service#manage=*');
    const rows = await site.backend.sql`select id from service_bookings where customer_name = 'Imran Khan'`;
    expect(rows.length).toBe(1);
  });

  test('my bookings says that they are safe while the backend is down', async ({ site }) => {
    const { page } = await site.visit(phone);
    await signUpByCall(page, site, newCustomer());
    await stopBackend(page);
    await page.goto(`${site.url}/my-bookings`);
    await expect(page.getByRole('alert').getByText(/safe/)).toBeVisible();
    await page.unroute(backend);
    await page.getByRole('button', { name: 'Try again' }).click();
    await expect(heading(page, 'My bookings')).toBeVisible();
  });
});

const backend = /\/rest\/v1\//;
const contentFiles = /\/pages\//;

function stopBackend(page: Page): Promise<unknown> {
  return page.route(backend, (route) => route.abort('connectionrefused'));
}

/** Neither the backend answers nor the content files, with which prerendered pages do without it. */
async function stopData(page: Page): Promise<void> {
  await stopBackend(page);
  await page.route(contentFiles, (route) => route.abort('connectionrefused'));
}
