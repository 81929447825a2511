import type { Page } from 'playwright-core';
import type { TestSite } from '../open-test-site.ts';
import { button, fields, type PressedPage } from '../press-answers.ts';
import { linkOfMail, newCustomer, signUpByCall, type NewCustomer } from '../sign-in.ts';
import { appCode, customer, openProfile, readKey, type } from './account.ts';

let recoveryCode = '';
let forgetful: NewCustomer;

/** Signs a member of staff in with the password, up to the second factor. */
async function comeToSecondFactor(page: Page, site: TestSite): Promise<void> {
  await openProfile(page, site, true);
  await button('Set up an authenticator app')(page).click();
  await readKey(page);
  await type(page, 'Code from your authenticator app', await appCode());
  recoveryCode = (await page.locator('main li code').first().textContent()) ?? '';
  await button('I have kept them')(page).click();
  await page.evaluate(() => localStorage.clear());
  await page.goto(`${site.url}/auth?way=email`);
  await fields({ 'Email address': customer.email, Password: customer.password })(page);
  await button('Sign in')(page).click();
}

/** What a person sends in the further steps of signing in. */
export const signInStepPages: PressedPage[] = [
  {
    name: 'the code of the app at the sign-in',
    tag: ['@account'],
    more: true,
    open: comeToSecondFactor,
    controls: [
      {
        sends: 'auth.challengeAndVerify',
        from: 'account/second-factor/code-step',
        address: /factors\/[^/]+\/(challenge|verify)/,
        control: button('Go on'),
        press: async (page) => type(page, 'Code from your authenticator app', await appCode()),
        refusal: { status: 422, auth: 'mfa_verification_failed' },
        refused: /This code is wrong or used up/,
        done: /My bookings/,
      },
    ],
  },
  {
    name: 'a recovery code at the sign-in',
    tag: ['@account'],
    more: true,
    open: comeToSecondFactor,
    controls: [
      {
        sends: 'use_recovery_code',
        from: 'account/second-factor/code-step',
        address: /rpc\/use_recovery_code/,
        fill: async (page) => {
          await button('Use a recovery code')(page).click();
          await fields({ 'Recovery code': recoveryCode })(page);
        },
        control: button('Use this code'),
        refusal: { status: 409, hint: 'recovery_code' },
        refused: /Enter one of your recovery codes/,
        done: /My bookings/,
      },
    ],
  },
  {
    name: 'a new password at the link of a mail',
    tag: ['@account'],
    more: true,
    open: async (page, site) => {
      forgetful = newCustomer();
      await signUpByCall(page, site, forgetful);
      await page.evaluate(() => localStorage.clear());
      await page.goto(`${site.url}/auth?way=forgotten`);
      await fields({ 'Email address': forgetful.email })(page);
      await button('Send the link')(page).click();
      await page.goto(await linkOfMail(site, forgetful.email, 'reset_password'));
    },
    controls: [
      {
        sends: 'auth.updateUser',
        from: 'account/sign-in/mail-link-page',
        address: /auth\/v1\/user$/,
        method: 'PUT',
        fill: fields({ 'New password': 'another-pass-of-asha' }),
        control: button('Save and go on'),
        refusal: { status: 422, auth: 'same_password' },
        refused: /This is your password already/,
        done: /./,
      },
    ],
  },
];
