import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import type { Page } from 'playwright-core';
import { classicGeneralService } from '../book-by-page.ts';
import { cartButton, cartDrawer, heading, toast } from '../locators.ts';
import { desktop, openTestSite, phone } from '../open-test-site.ts';
import { takenOver } from '../taken-over.ts';

const site = await openTestSite();
after(() => site.close());

const classic = '/services/royal-enfield/classic-350';

test('the notices of the cart, word for word', async () => {
  const { page } = await site.visit(desktop);
  await page.goto(site.url + classicGeneralService);
  await add(page);
  await cartDrawer(page).getByText('General Service').first().waitFor();
  await closeCart(page);

  await add(page);
  await toast(page, 'Already in cart').waitFor();
  await cartButton(page, 1).waitFor();
  assert.equal(await toastTitle(page, 'Already in cart'), 'Already in cart');

  await page.goto(`${site.url}${classic}/comprehensive-service`);
  await add(page);
  await toast(page, 'Service updated').waitFor();
  assert.equal(await toastTitle(page, 'Service updated'), 'Service updated');
  await cartDrawer(page).getByText('Comprehensive Service').first().waitFor();
  assert.equal(
    await cartDrawer(page).getByText('General Service', { exact: true }).count(),
    0,
    'one service at a time',
  );

  await cartDrawer(page).getByRole('button', { name: 'Remove Comprehensive Service' }).click();
  await toast(page, 'Removed from cart').waitFor();
  assert.equal(await toastTitle(page, 'Removed from cart'), 'Removed from cart');
  // Pressing it proves that the open drawer neither covers it nor makes it inert.
  await toast(page, 'Removed from cart').click();
  await closeCart(page);
  await cartButton(page, 0).waitFor();
});

test('cart and bike survive a reload; another model empties the cart; the bike can be forgotten', async () => {
  const { page } = await site.visit(desktop);
  await page.goto(site.url + classicGeneralService);
  await add(page);
  await closeCart(page);
  await page.reload();
  await cartButton(page, 1).waitFor();
  await page.getByRole('button', { name: 'Your bike: Classic 350. Change' }).waitFor();

  await page.goto(site.url);
  await page.getByLabel('Model', { exact: true }).selectOption('Hunter 350');
  await page.getByRole('button', { name: 'See prices for Hunter 350' }).click();
  await cartButton(page, 0).waitFor();
  assert.deepEqual(await storedKeys(page), ['twostroke.brand', 'twostroke.cart', 'twostroke.model']);
  await page.getByRole('button', { name: 'Your bike: Hunter 350. Change' }).click();
  await page.getByRole('button', { name: 'Forget this bike' }).click();
  await page.getByRole('link', { name: 'Choose your bike' }).first().waitFor();
  assert.deepEqual(await storedKeys(page), ['twostroke.cart']);
});

for (const [kind, value] of [
  ['not JSON', '{"items":['],
  ['of the wrong shape', '{"items":[{"id":7}],"vehicle":"Classic 350"}'],
  ['null', 'null'],
] as const)
  test(`stored values that are ${kind} are removed, and the page works`, async () => {
    const { page, complaints } = await site.visit(phone);
    await page.goto(`${site.url}/faq`);
    await heading(page).waitFor();
    await page.evaluate((text) => {
      for (const key of ['twostroke.cart', 'twostroke.brand', 'twostroke.model']) localStorage.setItem(key, text);
    }, value);
    await page.reload();
    await takenOver(page); // the document that was rendered ahead shows an empty cart before anybody looked
    await heading(page).waitFor();
    await cartButton(page, 0).waitFor();
    await page.getByRole('link', { name: 'Choose your bike' }).first().waitFor();
    assert.deepEqual(await storedKeys(page), []);
    await page.goto(site.url + classicGeneralService);
    await add(page);
    await cartButton(page, 1).waitFor();
    assert.deepEqual(complaints, []);
  });

test('what is added in one tab shows in the other', async () => {
  const { page, context } = await site.visit(desktop);
  await page.goto(`${site.url}/about`);
  await cartButton(page, 0).waitFor();
  const other = await context.newPage();
  await other.goto(site.url + classicGeneralService);
  await add(other);
  await cartButton(page, 1).waitFor();
  await page.getByRole('button', { name: 'Your bike: Classic 350. Change' }).waitFor();
  await cartButton(page, 1).click();
  await cartDrawer(page).getByRole('button', { name: 'Remove General Service' }).click();
  await cartButton(page, 0).waitFor();
  await cartDrawer(other).getByText('Nothing in the cart yet').waitFor();
});

test("the cart's code is not part of the first load, and the drawer opens on the first press", async () => {
  const { page, requests } = await site.visit(phone);
  await page.goto(`${site.url}/about`);
  await heading(page).waitFor();
  assert.deepEqual(
    requests.filter((address) => address.includes('/r/cart/')),
    [],
  );
  await cartButton(page, 0).click();
  await cartDrawer(page).getByText('Nothing in the cart yet').waitFor();
  await page.keyboard.press('Escape');
  await cartDrawer(page).waitFor({ state: 'hidden' });
});

async function add(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Add to cart' }).click();
}

async function closeCart(page: Page): Promise<void> {
  await cartDrawer(page).getByRole('button', { name: 'Close cart' }).click();
  await cartDrawer(page).waitFor({ state: 'hidden' });
}

async function toastTitle(page: Page, title: string): Promise<string> {
  return (await toast(page, title).locator('[data-title]').innerText()).trim();
}

/** What the site has stored about cart and bike. */
function storedKeys(page: Page): Promise<string[]> {
  return page.evaluate(() =>
    Object.keys(localStorage)
      .filter((key) => ['twostroke.cart', 'twostroke.brand', 'twostroke.model'].includes(key))
      .sort(),
  );
}
