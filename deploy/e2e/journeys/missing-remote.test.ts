import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import type { Route } from 'playwright-core';
import { blockRemote, type Fault } from '../block-remote.ts';
import { classicGeneralService, putServiceIntoCart } from '../book-by-page.ts';
import { cartButton, cartDrawer, heading } from '../locators.ts';
import { desktop, openTestSite } from '../open-test-site.ts';
import { remotePages } from '../remote-pages.ts';
import { signInAsAdmin } from '../sign-in.ts';
import { takenOver } from '../taken-over.ts';

const site = await openTestSite();
after(() => site.close());

const fallback = 'This part is not available';
const faults: Record<Fault, readonly string[]> = {
  missing: ['catalog', 'cart', 'account', 'admin'],
  html: ['catalog', 'cart', 'account', 'admin'],
  hanging: ['catalog', 'account'],
};

for (const { remote, path, title, other, otherTitle, ahead } of remotePages)
  for (const fault of ['missing', 'html', 'hanging'] as const) {
    if (!faults[fault].includes(remote)) continue;
    test(`the ${remote} remote's entry is ${fault}: its page says so, the rest works, and it recovers`, async () => {
      const { page, context } = await site.visit(desktop);
      if (remote === 'admin') await signInAsAdmin(page, site);
      await putServiceIntoCart(page, site.url);
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

test('a form whose file hangs: the page gives the number to call, and the form, styled, when it comes', async () => {
  const { page, context } = await site.visit(desktop);
  await page.goto(site.url);
  await takenOver(page);
  const held: Route[] = [];
  await page.route(/\/r\/catalog\//, (route) => void held.push(route));
  await page.getByLabel('Check your PIN').fill('110001');
  await page.keyboard.press('Enter');
  const asked = Date.now();
  await page.getByText('The form could not be loaded. Call 90000 00010 instead.').waitFor();
  assert.ok(Date.now() - asked <= 10_000, `it said so after ${Date.now() - asked} ms`);
  assert.deepEqual(
    held.map((route) => new URL(route.request().url()).pathname.split('.').at(-1)),
    ['js'],
    'its styles came with the page, checked like those',
  );
  for (const route of held) await route.continue();
  await page.getByRole('button', { name: 'Tell me when you come' }).waitFor();
  await context.close();
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
