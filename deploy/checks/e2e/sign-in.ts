import { sessionStorageKey } from '@twostroke/shared/client';
import type { Page } from 'playwright-core';
import type { TestSite } from './open-test-site.ts';
import { poll } from '../../backend/testing/poll.ts';

/** Fills in the form of /auth that is open already, and waits until the header shows a signed-in user. */
export async function fillSignIn(page: Page, email: string, password: string): Promise<void> {
  await page.getByLabel('Email address').fill(email);
  await page.getByLabel('Password', { exact: true }).fill(password);
  await page.getByRole('button', { name: 'Sign in', exact: true }).click();
  await signedIn(page);
}

/** Signs in by the code of an SMS, in the form of /auth that is open already. */
export async function signInByPhone(page: Page, site: Pick<TestSite, 'sms'>, phone: string): Promise<void> {
  const to = `+91${phone.replaceAll(' ', '')}`;
  await page.getByLabel('Mobile number').fill(phone);
  await page.getByRole('button', { name: 'Send the code' }).click();
  const { values } = await poll(`the SMS to ${to}`, async () => {
    return site.sms.findLast((sms) => sms.template === 'sign_in_code' && sms.to === to);
  });
  await page.getByLabel('Code from the SMS').fill(values.code!);
  await signedIn(page);
}

/** Waits until the header shows a signed-in user. */
export async function signedIn(page: Page): Promise<void> {
  await page.getByRole('link', { name: 'My profile' }).first().waitFor();
}

/** Signs in through the page. */
export async function signIn(page: Page, url: string, email: string, password: string): Promise<void> {
  await page.goto(`${url}/auth?way=email`);
  await fillSignIn(page, email, password);
}

export interface NewCustomer {
  fullName: string;
  phone: string;
  email: string;
  password: string;
}

/** A customer without an account. */
export function newCustomer(): NewCustomer {
  const tag = Date.now().toString(36) + Math.floor(Math.random() * 1e6).toString(36);
  const digits = Math.floor(Math.random() * 1e8)
    .toString()
    .padStart(8, '0');
  return {
    fullName: 'Asha Kulkarni',
    phone: `98${digits}`,
    email: `asha.${tag}@example.com`,
    // The mailbox does not count in a password.
    password: `correct horse ${tag}`,
  };
}

/** The link of the newest mail of a kind to this mailbox. */
export async function linkOfMail(site: Pick<TestSite, 'mails'>, email: string, kind: string): Promise<string> {
  const mail = await poll(`the mail to ${email}`, async () =>
    site.mails.findLast((sent) => sent.to === email && sent.kind === kind),
  );
  return mail.link ?? '';
}

/** Makes an account through the page, confirms its address by the link of the mail, and ends signed in. */
export async function signUp(page: Page, site: TestSite, customer: NewCustomer): Promise<void> {
  await fillSignUp(page, site.url, customer);
  await page.goto(await linkOfMail(site, customer.email, 'confirm_address'));
  await page.getByRole('button', { name: 'Confirm my address' }).click();
  await signedIn(page);
}

/** Fills in and sends the form for a new account: a mail with a link follows. */
export async function fillSignUp(page: Page, url: string, customer: NewCustomer): Promise<void> {
  await page.goto(`${url}/auth?way=sign-up`);
  await page.getByLabel('Name', { exact: true }).fill(customer.fullName);
  await page.getByLabel('Mobile number').fill(customer.phone);
  await page.getByLabel('Email address').fill(customer.email);
  await page.getByLabel('Password', { exact: true }).fill(customer.password);
  await page.getByRole('button', { name: 'Make an account' }).click();
  await page.getByText(`We sent a mail to ${customer.email}`).waitFor();
}

/** The API's answer to a sign-up or sign-in. */
interface AccountSession {
  access_token: string;
  refresh_token: string;
}

/** Makes an account by a call, for journeys that test something else, and leaves the browser signed in. */
export async function signUpByCall(page: Page, site: TestSite, customer: NewCustomer): Promise<AccountSession> {
  const { email, password, fullName, phone } = customer;
  const data = { full_name: fullName, phone: `+91${phone}` };
  await askAccounts(page, site, 'signup', { email, password, data });
  const link = new URL(await linkOfMail(site, email, 'confirm_address'));
  const confirmation = { token_hash: new URLSearchParams(link.hash.slice(1)).get('link'), type: 'signup' };
  return keepSession(page, site, await askAccounts(page, site, 'verify', confirmation));
}

/** Signs in by a call, as another device does: the browser stays as it is. */
export function signInByCall(
  page: Page,
  site: TestSite,
  { email, password }: Pick<NewCustomer, 'email' | 'password'>,
): Promise<AccountSession> {
  return askAccounts(page, site, 'token?grant_type=password', { email, password });
}

/**
 * Gives the browser a session of the demo admin, as an earlier sign-in would have left it, with no page of the site
 * open. Journeys of the sign-in itself fill in the form.
 */
export async function signInAsAdmin(page: Page, site: TestSite): Promise<void> {
  await keepSession(page, site, await signInByCall(page, site, site.admin));
}

async function askAccounts(
  page: Page,
  { url, backend }: TestSite,
  path: string,
  data: Record<string, unknown>,
): Promise<AccountSession> {
  const answer = await page.request.post(`${url}/auth/v1/${path}`, { headers: { apikey: backend.anonKey }, data });
  if (!answer.ok()) throw new Error(`POST ${path} was rejected: ${answer.status()} ${await answer.text()}`);
  return (await answer.json()) as AccountSession;
}

/** Leaves the browser at a file of the site that is not a page. */
async function keepSession(page: Page, { url }: TestSite, session: AccountSession): Promise<AccountSession> {
  await page.goto(`${url}/robots.txt`);
  await page.evaluate(([key, value]) => localStorage.setItem(key, value), [
    sessionStorageKey,
    JSON.stringify(session),
  ] as const);
  return session;
}
