import type { Page } from 'playwright-core';
import { codeOfStep, fromBase32 } from '../../../backend/auth/factors/totp.ts';
import { poll } from '../../../backend/testing/poll.ts';
import type { TestSite } from '../open-test-site.ts';
import { button, fields, type PressedControl, type PressedPage, type Refusal } from '../press-answers.ts';
import { linkOfMail, newCustomer, signInByCall, signUpByCall, type NewCustomer } from '../sign-in.ts';
import { waitForHydrationOf } from '../wait-for-hydration.ts';

const tooMany: { refusal: Refusal; refused: RegExp } = { refusal: { status: 429 }, refused: /Too many tries/ };
let opened: TestSite;
export let customer: NewCustomer;
let key: Buffer;

/** Opens a form of the sign-in. */
const form = (query: string, name: string) => async (page: Page, site: TestSite) => {
  opened = site;
  customer = newCustomer();
  await page.goto(`${site.url}/auth?${query}`);
  await waitForHydrationOf(page.getByRole('button', { name, exact: true }));
};

export async function openProfile(page: Page, site: TestSite, asStaff = false): Promise<void> {
  opened = site;
  customer = newCustomer();
  await signUpByCall(page, site, customer);
  if (asStaff)
    await site.backend.sql`
      select public.make_owner(id) from auth.users where email = ${customer.email}`;
  for (let device = 0; device < 3; device += 1) await signInByCall(page, site, customer);
  await page.goto(`${site.url}/my-profile`);
}

/** Reads the key that the page shows into the authenticator app. */
export async function readKey(page: Page): Promise<void> {
  const shown = await page.getByText(/^([A-Z2-7]{4} ?){8}$/).textContent();
  key = fromBase32((shown ?? '').replaceAll(' ', ''));
}

/** What the authenticator app shows. A code works once: this saves the half minute until the next one. */
export async function appCode(): Promise<string> {
  await opened.backend.sql`delete from backend.factor_steps`;
  return codeOfStep(key, Math.floor(Date.now() / 30_000));
}

export async function type(page: Page, label: string, code: string): Promise<void> {
  await page.getByLabel(label).fill('');
  await page.getByLabel(label).fill(code);
}

/** Six digits are sent at the last one. */
const codeFromSms = async (page: Page): Promise<void> => {
  const { values } = await poll('the SMS', async () =>
    opened.sms.findLast(({ template }) => template === 'sign_in_code'),
  );
  await type(page, 'Code from the SMS', values.code!);
};

const newPassword = 'another-pass-of-asha';
const signOut = { sends: 'auth.signOut', method: 'POST', ...tooMany };

const profile: PressedControl[] = [
  {
    sends: 'profiles.upsert',
    from: 'account/edit-profile/profile-form',
    address: /rest\/v1\/profiles/,
    method: 'POST',
    fill: fields({ Name: 'Asha Kulkarni' }),
    control: button('Save'),
    refusal: { status: 422, hint: 'full_name' },
    refused: /name/i,
    done: /^Saved/,
  },
  {
    sends: 'end_session',
    from: 'account/list-sessions/session-list',
    address: /rpc\/end_session/,
    control: button(/^Sign out ?: /),
    refusal: { status: 409, hint: 'no_session' },
    refused: /This device is signed out already/,
    done: / is signed out$/,
  },
  {
    ...signOut,
    from: 'account/list-sessions/session-list',
    address: /logout\?scope=others/,
    control: button('Sign out of all others'),
    done: /All your other devices are signed out/,
  },
  {
    sends: 'auth.updateUser',
    from: 'account/edit-profile/password-change',
    address: /auth\/v1\/user/,
    method: 'PUT',
    fill: async (page) => {
      await fields({ 'Present password': customer.password, 'New password': newPassword })(page);
    },
    control: button('Change the password'),
    refusal: { status: 400, auth: 'invalid_credentials' },
    refused: /The present password is wrong/,
    done: /Your password is changed/,
  },
  {
    ...signOut,
    from: 'account/edit-profile/sign-out-button',
    address: /logout\?scope=global/,
    control: button('Sign out of all devices'),
    done: /You are signed out/,
  },
];

const secondFactor: PressedControl[] = [
  {
    sends: 'auth.enroll',
    from: 'account/second-factor/enrol-step',
    address: /auth\/v1\/factors(\?|$)/,
    method: 'POST',
    control: button('Set up an authenticator app'),
    ...tooMany,
    done: /Code from your authenticator app/,
  },
  {
    sends: 'auth.challengeAndVerify',
    from: 'account/second-factor/enrol-step',
    address: /factors\/[^/]+\/(challenge|verify)/,
    fill: readKey,
    control: button('Switch on'),
    press: async (page) => type(page, 'Code from your authenticator app', await appCode()),
    refusal: { status: 422, auth: 'mfa_verification_failed' },
    refused: /This code is wrong or used up/,
    done: /Keep these recovery codes/,
  },
  {
    sends: 'write_recovery_codes',
    from: 'account/second-factor/factor-settings',
    address: /rpc\/write_recovery_codes/,
    fill: (page) => button('I have kept them')(page).click(),
    control: button('New recovery codes'),
    refusal: { status: 403, hint: 'second_factor_first' },
    refused: /Enter the code of your authenticator app first/,
    done: /Keep these recovery codes/,
  },
  {
    sends: 'require_second_factor',
    from: 'account/second-factor/factor-settings',
    address: /rpc\/require_second_factor/,
    fill: (page) => button('I have kept them')(page).click(),
    control: (page) => page.getByLabel(/Every admin needs a second factor/),
    refusal: { status: 403, hint: 'second_factor_first' },
    refused: /Enter the code of your authenticator app first/,
    answer: { required: false },
    done: /Every admin needs a second factor now/,
  },
  {
    sends: 'auth.unenroll',
    from: 'account/second-factor/factor-settings',
    address: /auth\/v1\/factors\//,
    method: 'DELETE',
    control: button('Remove the app'),
    refusal: { status: 400, auth: 'insufficient_aal' },
    refused: /Enter the code of your authenticator app first/,
    done: /The authenticator app is removed/,
  },
];

/** What a person sends to sign in, and in their profile. */
export const accountPages: PressedPage[] = [
  {
    name: 'signing in by a code to the phone',
    tag: ['@account'],
    open: form('way=phone', 'Send the code'),
    controls: [
      {
        sends: 'auth.signInWithOtp',
        from: 'account/sign-in/phone-form',
        address: /auth\/v1\/otp/,
        fill: fields({ 'Mobile number': '98220 33777' }),
        control: button('Send the code'),
        refusal: { status: 422, auth: 'sms_send_failed' },
        refused: /We could not send the code/,
        done: /Code from the SMS/,
      },
      {
        sends: 'auth.verifyOtp',
        from: 'account/sign-in/code-form',
        address: /auth\/v1\/verify/,
        control: button('Sign in'),
        press: codeFromSms,
        refusal: { status: 403, auth: 'otp_expired' },
        refused: /The code is wrong or has expired/,
        done: /My bookings/,
      },
    ],
  },
  {
    name: 'a new account',
    tag: ['@account'],
    more: true,
    open: form('way=sign-up', 'Make an account'),
    controls: [
      {
        sends: 'auth.signUp',
        from: 'account/sign-in/sign-up',
        address: /auth\/v1\/signup/,
        fill: async (page) => {
          const { fullName, phone, email, password } = customer;
          await fields({ Name: fullName, 'Mobile number': phone, 'Email address': email, Password: password })(page);
        },
        control: button('Make an account'),
        refusal: { status: 422, auth: 'user_already_exists' },
        refused: /already an account/,
        done: /We sent a mail to/,
      },
      {
        sends: 'auth.verifyOtp',
        from: 'account/sign-in/mail-link-page',
        address: /auth\/v1\/verify/,
        fill: async (page) => void (await page.goto(await linkOfMail(opened, customer.email, 'confirm_address'))),
        control: button('Confirm my address'),
        ...tooMany,
        done: /./,
      },
    ],
  },
  {
    name: 'signing in with a password',
    tag: ['@account'],
    more: true,
    open: async (page, site) => {
      customer = newCustomer();
      await signUpByCall(page, site, customer);
      await page.evaluate(() => localStorage.clear());
      await page.goto(`${site.url}/auth?way=email`);
    },
    controls: [
      {
        sends: 'auth.signInWithPassword',
        from: 'account/sign-in/password-sign-in',
        address: /auth\/v1\/token/,
        fill: async (page) => {
          await fields({ 'Email address': customer.email, Password: customer.password })(page);
        },
        control: button('Sign in'),
        refusal: { status: 400, auth: 'invalid_credentials' },
        refused: /The email address or the password is wrong/,
        done: /My bookings/,
      },
    ],
  },
  {
    name: 'a forgotten password',
    tag: ['@account'],
    more: true,
    open: form('way=forgotten', 'Send the link'),
    controls: [
      {
        sends: 'auth.resetPasswordForEmail',
        from: 'account/sign-in/forgotten-password',
        address: /auth\/v1\/recover/,
        fill: fields({ 'Email address': 'asha@example.com' }),
        control: button('Send the link'),
        ...tooMany,
        done: /a link is on its way/,
      },
    ],
  },
  { name: 'the profile', tag: ['@account'], more: true, open: openProfile, controls: profile },
  {
    name: 'the second factor of staff',
    tag: ['@account', '@admin'],
    more: true,
    open: (page, site) => openProfile(page, site, true),
    controls: secondFactor,
  },
];
