import { cartButton, heading, logo } from '../locators.ts';
import { phone } from '../open-test-site.ts';
import { fillSignIn, newCustomer, signInAsAdmin, signUpByCall } from '../sign-in.ts';
import { expect, test } from '../fixtures/test.ts';

test.describe('access to pages', { tag: ['@account', '@admin'] }, () => {
  test('a signed-in customer is denied the workshop page and downloads no file of it', async ({ site }) => {
    const { page, requests } = await site.visit(phone);
    await signUpByCall(page, site, newCustomer());
    await page.goto(`${site.url}/admin`);
    await expect(heading(page, 'Access Denied')).toBeVisible();
    await expect(page.getByText("You don't have permission to access this page.")).toBeVisible();
    expect(requests.filter((address) => address.includes('/r/admin/'))).toEqual([]);
    await expect(page.getByRole('navigation', { name: 'Workshop' })).toHaveCount(0);
    await expect(page.getByRole('link', { name: 'Go to the home page' })).toBeVisible();
    await logo(page).click();
    await page.waitForURL(`${site.url}/`);
    await expect(cartButton(page, 0)).toBeVisible();
  });

  for (const [path, title, tag] of [
    ['/my-bookings', 'My bookings', []],
    ['/my-profile', 'My profile', ['@more']],
  ] as const)
    test(`a visitor at ${path} signs in first and returns`, { tag: [...tag] }, async ({ site }) => {
      const { page } = await site.visit(phone);
      const customer = newCustomer();
      const other = await site.visit(phone);
      await signUpByCall(other.page, site, customer);
      await page.goto(site.url + path);
      await page.waitForURL('**/auth?returnTo=*');
      await page.getByRole('link', { name: 'Email and password' }).click();
      await fillSignIn(page, customer.email, customer.password);
      await page.waitForURL(site.url + path);
      await expect(heading(page, title)).toBeVisible();
    });

  test('a visitor at /admin signs in first; an admin then returns to it', { tag: '@flow' }, async ({ site }) => {
    const { page, requests } = await site.visit(phone);
    await page.goto(`${site.url}/admin?view=all`);
    await page.waitForURL('**/auth?returnTo=%2Fadmin*');
    expect(requests.filter((address) => address.includes('/r/admin/'))).toEqual([]);
    await page.getByRole('link', { name: 'Email and password' }).click();
    await fillSignIn(page, site.admin.email, site.admin.password);
    await page.waitForURL(`${site.url}/admin**`);
    await expect(heading(page)).toBeVisible();
    expect(await heading(page).innerText()).not.toBe('Access Denied');
  });

  test('signing out leaves the account pages at once', async ({ site }) => {
    const { page } = await site.visit(phone);
    await signInAsAdmin(page, site);
    await page.goto(`${site.url}/my-profile`);
    await page.getByRole('button', { name: 'Sign out of all devices' }).click();
    await expect(page.getByRole('link', { name: 'Sign in' }).first()).toBeVisible();
    await page.goto(`${site.url}/admin`);
    await page.waitForURL('**/auth?returnTo=%2Fadmin');
  });
});
