import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import type { Page } from 'playwright-core';
import { blockRemote, type Fault } from '../block-remote.ts';
import { classicGeneralService } from '../book-by-page.ts';
import { cartButton, cartDrawer, heading } from '../locators.ts';
import { desktop, openTestSite } from '../open-test-site.ts';
import { signInAsAdmin } from '../sign-in.ts';

const site = await openTestSite();
after(() => site.close());

const fallback = 'This part is not available';
/** A page of each remote, its heading, and a page of another remote. Rendered ahead, it stays to be read. */
const remotes = [
  {
    remote: 'catalog',
    path: '/faq',
    title: /asked/i,
    other: '/auth',
    otherTitle: 'Sign in with your phone',
    ahead: true,
  },
  { remote: 'cart', path: '/book-service', title: /which bike/i, other: '/faq', otherTitle: /asked/i, ahead: true },
  {
    remote: 'account',
    path: '/auth',
    title: 'Sign in with your phone',
    other: '/faq',
    otherTitle: /asked/i,
    ahead: false,
  },
  { remote: 'admin', path: '/admin', title: /\d/, other: '/faq', otherTitle: /asked/i, ahead: false },
] as const;
const faults: Record<Fault, readonly string[]> = {
  missing: ['catalog', 'cart', 'account', 'admin'],
  html: ['catalog', 'cart', 'account', 'admin'],
  hanging: ['catalog', 'account'],
};

for (const { remote, path, title, other, otherTitle, ahead } of remotes)
  for (const fault of ['missing', 'html', 'hanging'] as const) {
    if (!faults[fault].includes(remote)) continue;
    test(`the ${remote} remote's entry is ${fault}: its page says so, the rest works, and it recovers`, async () => {
      const { page, context } = await site.visit(desktop);
      if (remote === 'admin') await signInAsAdmin(page, site);
      await putServiceIntoCart(page);
      const unblock = await blockRemote(page, remote, fault);
      const asked = Date.now();
      await page.goto(site.url + path, { waitUntil: 'commit' });
      await page.getByRole('heading', { name: fallback }).waitFor();
      if (ahead) await heading(page, title).waitFor();
      assert.ok(Date.now() - asked <= 8000, `the page said so after ${Date.now() - asked} ms`);
      await page.getByRole('link', { name: 'Call 90000 00010' }).waitFor();
      await page.getByRole('contentinfo').getByRole('link', { name: 'Kondhwa' }).waitFor();
      await cartButton(page, 1).waitFor();
      await page.getByText('your cart is safe: 1 item, ₹1,699').waitFor();

      if (other === '/faq')
        await page.getByRole('contentinfo').getByRole('link', { name: 'Questions and answers' }).click();
      else await page.getByRole('link', { name: 'Sign in' }).first().click();
      await heading(page, otherTitle).waitFor();
      assert.equal(await page.locator('title').count(), 1, 'nothing of the former page in the head');
      await page.goBack();
      await heading(page, fallback).waitFor();

      await unblock();
      await page.getByRole('button', { name: 'Try again' }).click();
      await heading(page, title).waitFor();
      await cartButton(page, 1).waitFor();
      await context.close();
    });
  }

test('without the cart remote the drawer says so and keeps what is in it', async () => {
  const { page } = await site.visit(desktop);
  const unblock = await blockRemote(page, 'cart', 'missing');
  await page.goto(site.url + classicGeneralService);
  await page.getByRole('button', { name: 'Add to cart' }).click();
  await cartDrawer(page).getByText(fallback).waitFor();
  await unblock();
  await cartDrawer(page).getByRole('button', { name: 'Try again' }).click();
  await cartDrawer(page).getByText('General Service').first().waitFor();
  await cartDrawer(page).getByText('₹1,699').first().waitFor();
});

test('an altered entry is never run, not even by a retry', async () => {
  const { page } = await site.visit(desktop);
  await page.route(/\/r\/account\/[^/]+\/remoteEntry\./, async (route) => {
    const answer = await route.fetch();
    await route.fulfill({ response: answer, body: `${await answer.text()}\nglobalThis.wasAltered = true;` });
  });
  await page.goto(`${site.url}/auth`, { waitUntil: 'commit' });
  await heading(page, fallback).waitFor();
  await page.getByRole('button', { name: 'Try again' }).click();
  await page.getByText('Fault code: account 2').waitFor();
  assert.equal(await page.evaluate(() => 'wasAltered' in globalThis), false);
});

async function putServiceIntoCart(page: Page): Promise<void> {
  await page.goto(site.url + classicGeneralService);
  await page.getByRole('button', { name: 'Add to cart' }).click();
  await cartButton(page, 1).waitFor();
}
