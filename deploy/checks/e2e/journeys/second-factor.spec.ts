import type { Page } from 'playwright-core';
import { codeOfStep, fromBase32 } from '../../../backend/auth/factors/totp.ts';
import { heading } from '../locators.ts';
import { desktop, phone, type TestSite } from '../open-test-site.ts';
import { newCustomer, signedIn, signUpByCall, type NewCustomer } from '../sign-in.ts';
import { expect, test } from '../fixtures/test.ts';

/** The key in the groups of four that the page shows. */
async function readKey(page: Page): Promise<Buffer> {
  const shown = await page.getByText(/^([A-Z2-7]{4} ?){8}$/).textContent();
  return fromBase32((shown ?? '').replaceAll(' ', ''));
}

/** What the app shows now. */
const codeOf = (key: Buffer): string => codeOfStep(key, Math.floor(Date.now() / 30_000));

/** A code works once. This saves the half minute until the app shows the next one. */
async function forgetUsedCodes({ backend }: TestSite): Promise<void> {
  await backend.sql`delete from backend.factor_steps`;
}

async function fillPassword(page: Page, { email, password }: NewCustomer): Promise<void> {
  await page.getByLabel('Email address').fill(email);
  await page.getByLabel('Password', { exact: true }).fill(password);
  await page.getByRole('button', { name: 'Sign in', exact: true }).click();
}

async function signOut(page: Page, site: TestSite): Promise<void> {
  await page.goto(`${site.url}/my-profile`);
  await page.getByRole('button', { name: 'Sign out of all devices' }).click();
  await page.waitForURL(`${site.url}/`);
}

async function newAdmin(page: Page, site: TestSite): Promise<NewCustomer> {
  const admin = newCustomer();
  await signUpByCall(page, site, admin);
  await site.backend.sql`
    select public.make_owner(id) from auth.users where email = ${admin.email}`;
  return admin;
}

test.describe('second factor', { tag: ['@account', '@admin'] }, () => {
  for (const [device, width] of [
    [phone, 390],
    [desktop, 1280],
  ] as const)
    test(
      `at ${width} px: set up, asked for at sign-in, replaced by a recovery code, required for the workshop`,
      { tag: device === phone ? '@flow' : '@more' },
      async ({ site }) => {
        const { page, complaints } = await site.visit(device);
        const admin = await newAdmin(page, site);

        await page.goto(`${site.url}/my-profile`);
        const section = page.getByRole('region', { name: 'Second factor' });
        await section.getByRole('button', { name: 'Set up an authenticator app' }).click();
        await expect(section.getByRole('img', { name: 'QR code for the authenticator app' })).toBeVisible();
        const key = await readKey(page);
        const field = page.getByLabel('Code from your authenticator app');
        await field.fill(codeOf(key));
        await expect(section.getByRole('listitem')).toHaveCount(10);
        const recovery = (await section.getByRole('listitem').first().textContent()) ?? '';
        await section.getByRole('button', { name: 'I have kept them' }).click();
        await expect(section.getByText('You have 10 recovery codes left.')).toBeVisible();
        await section.getByLabel(/Every admin needs a second factor/).check();
        await expect(section.getByLabel(/Every admin needs a second factor/)).toBeChecked();
        await page.goto(`${site.url}/admin`);
        await expect(page.getByRole('navigation', { name: 'Workshop' })).toBeVisible();

        await signOut(page, site);
        await forgetUsedCodes(site);
        await page.goto(`${site.url}/auth?way=email&returnTo=%2Fadmin`);
        await fillPassword(page, admin);
        await expect(heading(page, 'Enter your code')).toBeVisible();
        await page.goto(`${site.url}/admin`); // leaving the step out opens nothing
        await expect(heading(page, 'Enter your code')).toBeVisible();
        await field.fill(codeOf(key));
        await page.waitForURL('**/admin');
        await expect(page.getByRole('navigation', { name: 'Workshop' })).toBeVisible();

        await signOut(page, site);
        await page.goto(`${site.url}/auth?way=email&returnTo=%2Fadmin`);
        await fillPassword(page, admin);
        await page.getByRole('button', { name: 'Use a recovery code' }).click();
        await page.getByLabel('Recovery code').fill(recovery);
        await page.getByRole('button', { name: 'Use this code' }).click();
        await expect(heading(page, 'Set up a second factor')).toBeVisible();
        await page.getByRole('button', { name: 'Set up an authenticator app' }).click();
        await field.fill(codeOf(await readKey(page)));
        await page.getByRole('button', { name: 'I have kept them' }).click();
        await expect(page.getByRole('navigation', { name: 'Workshop' })).toBeVisible();
        await signedIn(page);

        await page.goto(`${site.url}/my-profile`);
        await section.getByLabel(/Every admin needs a second factor/).uncheck();
        await expect(section.getByLabel(/Every admin needs a second factor/)).not.toBeChecked();
        // The workshop's reads are rejected with 403 before the step, and nothing else is.
        expect(complaints.filter((line) => !line.endsWith('status of 403 (Forbidden)'))).toEqual([]);
      },
    );
});
