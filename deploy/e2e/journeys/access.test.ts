import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { cartButton, heading } from '../locators.ts';
import { openTestSite, phone } from '../open-test-site.ts';
import { fillSignIn, newCustomer, signInAsAdmin, signUp } from '../sign-in.ts';

const site = await openTestSite();
after(() => site.close());

test('a signed-in customer is denied the workshop page, and gets no file of it', async () => {
  const { page, requests } = await site.visit(phone);
  await signUp(page, site.url, newCustomer());
  await page.goto(`${site.url}/admin`);
  await heading(page, 'Access Denied').waitFor();
  await page.getByText("You don't have permission to access this page.").waitFor();
  await cartButton(page, 0).waitFor();
  assert.deepEqual(
    requests.filter((address) => address.includes('/r/admin/')),
    [],
  );
});

for (const [path, title] of [
  ['/my-bookings', 'My bookings'],
  ['/my-profile', 'My profile'],
] as const)
  test(`a visitor at ${path} signs in first and comes back`, async () => {
    const { page } = await site.visit(phone);
    const customer = newCustomer();
    const other = await site.visit(phone);
    await signUp(other.page, site.url, customer);
    await page.goto(site.url + path);
    await page.waitForURL('**/auth?returnTo=*');
    await page.getByRole('link', { name: 'Email and password' }).click();
    await fillSignIn(page, customer.email, customer.password);
    await page.waitForURL(site.url + path);
    await heading(page, title).waitFor();
  });

test('a visitor at /admin signs in first; an admin then comes back to it', async () => {
  const { page, requests } = await site.visit(phone);
  await page.goto(`${site.url}/admin?view=all`);
  await page.waitForURL('**/auth?returnTo=%2Fadmin*');
  assert.deepEqual(
    requests.filter((address) => address.includes('/r/admin/')),
    [],
  );
  await page.getByRole('link', { name: 'Email and password' }).click();
  await fillSignIn(page, site.admin.email, site.admin.password);
  await page.waitForURL(`${site.url}/admin**`);
  await heading(page).waitFor();
  assert.notEqual(await heading(page).innerText(), 'Access Denied');
});

test('signing out ends the visit of the account at once', async () => {
  const { page } = await site.visit(phone);
  await signInAsAdmin(page, site);
  await page.goto(`${site.url}/my-profile`);
  await page.getByRole('button', { name: 'Sign out' }).click();
  await page.getByRole('link', { name: 'Sign in' }).first().waitFor();
  await page.goto(`${site.url}/admin`);
  await page.waitForURL('**/auth?returnTo=%2Fadmin');
});
