import type { Page } from 'playwright-core';
import { addToCart, classicGeneralService } from '../book-by-page.ts';
import { cartButton, cartDrawer, heading, toast } from '../locators.ts';
import { desktop, phone } from '../open-test-site.ts';
import { waitForHydration } from '../wait-for-hydration.ts';
import { expect, test } from '../fixtures/test.ts';

const classic = '/services/royal-enfield/classic-350';

test.describe('the cart', { tag: '@cart' }, () => {
  test('the cart shows the specified notices', { tag: '@flow' }, async ({ site }) => {
    const { page } = await site.visit(desktop);
    await page.goto(site.url + classicGeneralService);
    await addToCart(page);
    await expect(cartDrawer(page).getByText('General Service').first()).toBeVisible();
    await closeCart(page);

    await addToCart(page);
    await expect(toast(page, 'Already in cart')).toBeVisible();
    await expect(cartButton(page, 1)).toBeVisible();
    expect(await toastTitle(page, 'Already in cart')).toBe('Already in cart');

    await page.goto(`${site.url}${classic}/comprehensive-service`);
    await addToCart(page);
    await expect(toast(page, 'Service updated')).toBeVisible();
    expect(await toastTitle(page, 'Service updated')).toBe('Service updated');
    await expect(cartDrawer(page).getByText('Comprehensive Service').first()).toBeVisible();
    expect(await cartDrawer(page).getByText('General Service', { exact: true }).count(), 'one service at a time').toBe(
      0,
    );

    await cartDrawer(page).getByRole('button', { name: 'Remove Comprehensive Service' }).click();
    await expect(toast(page, 'Removed from cart')).toBeVisible();
    expect(await toastTitle(page, 'Removed from cart')).toBe('Removed from cart');
    // Clicking it proves that the open drawer neither covers it nor makes it inert.
    await toast(page, 'Removed from cart').click();
    await closeCart(page);
    await expect(cartButton(page, 0)).toBeVisible();
  });

  test('cart and bike survive a reload; another model empties the cart; the bike can be forgotten', async ({
    site,
  }) => {
    const { page } = await site.visit(desktop);
    await page.goto(site.url + classicGeneralService);
    await addToCart(page);
    await closeCart(page);
    await page.reload();
    await expect(cartButton(page, 1)).toBeVisible();
    await expect(page.getByRole('button', { name: 'Your bike: Classic 350. Change' })).toBeVisible();

    await page.goto(site.url);
    await page.getByLabel('Brand or model').fill('hunter');
    await expect(page.getByRole('option', { name: /^Hunter 350/ })).toBeVisible();
    await page.keyboard.press('Enter');
    await page.getByRole('button', { name: 'See prices for Hunter 350' }).click();
    await expect(cartButton(page, 0)).toBeVisible();
    expect(await storedKeys(page)).toEqual(['twostroke.brand', 'twostroke.cart', 'twostroke.model']);
    await page.getByRole('button', { name: 'Your bike: Hunter 350. Change' }).click();
    await page.getByRole('button', { name: 'Forget this bike' }).click();
    await expect(page.getByRole('link', { name: 'Choose your bike' }).first()).toBeVisible();
    expect(await storedKeys(page)).toEqual(['twostroke.cart']);
  });

  for (const [kind, value, tag] of [
    ['not JSON', '{"items":[', []],
    ['of the wrong shape', '{"items":[{"id":7}],"vehicle":"Classic 350"}', ['@more']],
    ['null', 'null', ['@more']],
  ] as const)
    test(`stored values that are ${kind} are removed, and the page works`, { tag: [...tag] }, async ({ site }) => {
      const { page, complaints } = await site.visit(phone);
      await page.goto(`${site.url}/faq`);
      await expect(heading(page)).toBeVisible();
      await page.evaluate((text) => {
        for (const key of ['twostroke.cart', 'twostroke.brand', 'twostroke.model']) localStorage.setItem(key, text);
      }, value);
      await page.reload();
      await waitForHydration(page); // the prerendered document shows an empty cart until local storage is read
      await expect(heading(page)).toBeVisible();
      await expect(cartButton(page, 0)).toBeVisible();
      await expect(page.getByRole('link', { name: 'Choose your bike' }).first()).toBeVisible();
      expect(await storedKeys(page)).toEqual([]);
      await page.goto(site.url + classicGeneralService);
      await addToCart(page);
      await expect(cartButton(page, 1)).toBeVisible();
      expect(complaints).toEqual([]);
    });

  test('an item added in one tab appears in the other', async ({ site }) => {
    const { page, context } = await site.visit(desktop);
    await page.goto(`${site.url}/about`);
    await expect(cartButton(page, 0)).toBeVisible();
    const other = await context.newPage();
    await other.goto(site.url + classicGeneralService);
    await addToCart(other);
    await expect(cartButton(page, 1)).toBeVisible();
    await expect(page.getByRole('button', { name: 'Your bike: Classic 350. Change' })).toBeVisible();
    await cartButton(page, 1).click();
    await cartDrawer(page).getByRole('button', { name: 'Remove General Service' }).click();
    await expect(cartButton(page, 0)).toBeVisible();
    await expect(cartDrawer(other).getByText('Nothing in the cart yet')).toBeVisible();
  });

  test("the cart's code is not part of the first load, and the drawer opens on the first click", async ({ site }) => {
    const { page, requests } = await site.visit(phone);
    await page.goto(`${site.url}/about`);
    await expect(heading(page)).toBeVisible();
    expect(requests.filter((address) => address.includes('/r/cart/'))).toEqual([]);
    await cartButton(page, 0).click();
    await expect(cartDrawer(page).getByText('Nothing in the cart yet')).toBeVisible();
    await page.keyboard.press('Escape');
    await expect(cartDrawer(page)).toBeHidden();
  });
});

async function closeCart(page: Page): Promise<void> {
  await cartDrawer(page).getByRole('button', { name: 'Close cart' }).click();
  await expect(cartDrawer(page)).toBeHidden();
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
