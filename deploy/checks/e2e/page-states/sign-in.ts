import type { Page } from 'playwright-core';
import { codeOfStep, fromBase32 } from '../../../backend/auth/factors/totp.ts';
import { heading } from '../locators.ts';
import type { TestSite } from '../open-test-site.ts';
import { button, fields } from '../press-answers.ts';
import { fillSignUp, linkOfMail, newCustomer, signUpByCall, type NewCustomer } from '../sign-in.ts';
import { waitForHydrationOf } from '../wait-for-hydration.ts';
import { goTo, newNumber, type PageState, type PageWalk } from './page-state.ts';

let customer: NewCustomer;
let key: Buffer;

const refused = (page: Page) => page.locator('[aria-invalid=true]').first().waitFor();

/** Opens a form of the sign-in and sends it without an answer. */
const sentEmpty = (way: string, name: string) => async (page: Page, site: TestSite) => {
  await goTo(`/auth?way=${way}`)(page, site);
  await waitForHydrationOf(button(name)(page));
  await button(name)(page).click();
  await refused(page);
};

const appCode = 'Code from your authenticator app';

async function enterAppCode(page: Page, { backend }: TestSite): Promise<void> {
  await backend.sql`delete from backend.factor_steps`; // a code works once
  await page.getByLabel(appCode).fill(codeOfStep(key, Math.floor(Date.now() / 30_000)));
}

const forms: PageState[] = [
  { name: 'auth', reach: goTo('/auth?returnTo=%2Fmy-bookings') },
  { name: 'auth-phone-with-errors', reach: sentEmpty('phone', 'Send the code') },
  {
    name: 'auth-code-wrong',
    reach: async (page) => {
      await page.getByLabel('Mobile number').fill(newNumber());
      await button('Send the code')(page).click();
      await page.route(/auth\/v1\/verify/, (route) =>
        route.fulfill({
          status: 403,
          json: { code: 'otp_expired', error_code: 'otp_expired', message: 'otp_expired' },
        }),
      );
      await page.getByLabel('Code from the SMS').fill('111111');
      await page.getByText(/The code is wrong or has expired/).waitFor();
      await page.unroute(/auth\/v1\/verify/);
    },
  },
  { name: 'auth-email-with-errors', reach: sentEmpty('email', 'Sign in') },
  {
    name: 'auth-email-refused',
    reach: async (page) => {
      await fields({ 'Email address': 'asha@example.com', Password: 'not her password' })(page);
      await button('Sign in')(page).click();
      await page.getByText('The email address or the password is wrong').first().waitFor();
    },
  },
  { name: 'auth-sign-up-with-errors', reach: sentEmpty('sign-up', 'Make an account') },
  {
    name: 'auth-mail-sent',
    reach: (page, site) => {
      customer = newCustomer();
      return fillSignUp(page, site.url, customer);
    },
  },
  {
    name: 'auth-confirm-address',
    reach: async (page, site) => {
      await page.goto(await linkOfMail(site, customer.email, 'confirm_address'));
      await button('Confirm my address')(page).waitFor();
    },
  },
  {
    name: 'auth-forgotten',
    reach: async (page, site) => {
      await goTo('/auth?way=forgotten')(page, site);
      await fields({ 'Email address': 'asha@example.com' })(page);
      await button('Send the link')(page).click();
      await page.getByText(/a link is on its way/).waitFor();
    },
  },
];

const secondFactor: PageState[] = [
  {
    name: 'second-factor-set-up',
    reach: async (page, site) => {
      customer = newCustomer();
      await signUpByCall(page, site, customer);
      await site.backend.sql`
        select public.make_owner(id) from auth.users where email = ${customer.email}`;
      await goTo('/my-profile')(page, site);
      await button('Set up an authenticator app')(page).click();
      await page.getByRole('img', { name: 'QR code for the authenticator app' }).waitFor();
      const shown = await page.getByText(/^([A-Z2-7]{4} ?){8}$/).textContent();
      key = fromBase32((shown ?? '').replaceAll(' ', ''));
    },
  },
  {
    name: 'recovery-codes',
    reach: async (page, site) => {
      await enterAppCode(page, site);
      await button('I have kept them')(page).waitFor();
    },
  },
  {
    name: 'second-factor-on',
    reach: async (page) => {
      await button('I have kept them')(page).click();
      await page.getByText('You have 10 recovery codes left.').waitFor();
    },
  },
  {
    name: 'auth-second-factor',
    reach: async (page, site) => {
      await page.evaluate(() => localStorage.clear());
      await goTo('/auth?way=email&returnTo=%2Fadmin')(page, site);
      await fields({ 'Email address': customer.email, Password: customer.password })(page);
      await button('Sign in')(page).click();
      await heading(page, 'Enter your code').waitFor();
    },
  },
  {
    name: 'auth-recovery-code',
    reach: async (page) => {
      await button('Use a recovery code')(page).click();
      await page.getByLabel('Recovery code').waitFor();
      await button('Use this code')(page).click();
    },
  },
];

/** The ways to sign in. */
export const signInWalks: PageWalk[] = [
  { name: 'signing in', tag: ['@account'], states: forms },
  { name: 'a second factor', tag: ['@account', '@admin'], states: secondFactor },
];
