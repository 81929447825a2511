import type { Page } from 'playwright-core';
import type { TestSite } from './open-test-site.ts';
import { until } from './until.ts';

/** Fills in the form of /auth that is open already, and waits until the header knows the user. */
export async function fillSignIn(page: Page, email: string, password: string): Promise<void> {
  await page.getByLabel('Email address').fill(email);
  await page.getByLabel('Password', { exact: true }).fill(password);
  await page.getByRole('button', { name: 'Sign in', exact: true }).click();
  await signedIn(page);
}

/** Signs in by the code that comes as an SMS, in the form of /auth that is open already. */
export async function signInByPhone(page: Page, site: Pick<TestSite, 'sms'>, phone: string): Promise<void> {
  const to = `+91${phone.replaceAll(' ', '')}`;
  await page.getByLabel('Mobile number').fill(phone);
  await page.getByRole('button', { name: 'Send the code' }).click();
  const { values } = await until(`the SMS to ${to}`, async () => {
    return site.sms.findLast((sms) => sms.template === 'sign_in_code' && sms.to === to);
  });
  await page.getByLabel('Code from the SMS').fill(values.code!);
  await signedIn(page);
}

/** Waits until the header shows that somebody is signed in. */
export async function signedIn(page: Page): Promise<void> {
  await page.getByRole('link', { name: 'My profile' }).first().waitFor();
}

/** Signs in through the page, as a person would. */
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

/** Somebody who was never here before. */
export function newCustomer(): NewCustomer {
  const tag = Date.now().toString(36) + Math.floor(Math.random() * 1e6).toString(36);
  const digits = Math.floor(Math.random() * 1e8)
    .toString()
    .padStart(8, '0');
  return {
    fullName: 'Asha Kulkarni',
    phone: `98${digits}`,
    email: `asha.${tag}@example.com`,
    password: `pass-${tag}`,
  };
}

/** Makes an account through the page and ends signed in. */
export async function signUp(page: Page, url: string, customer: NewCustomer): Promise<void> {
  await page.goto(`${url}/auth?way=sign-up`);
  await page.getByLabel('Name', { exact: true }).fill(customer.fullName);
  await page.getByLabel('Mobile number').fill(customer.phone);
  await page.getByLabel('Email address').fill(customer.email);
  await page.getByLabel('Password', { exact: true }).fill(customer.password);
  await page.getByRole('button', { name: 'Make an account' }).click();
  await signedIn(page);
}

/** The demo admin, signed in. */
export function signInAsAdmin(page: Page, { url, admin }: TestSite): Promise<void> {
  return signIn(page, url, admin.email, admin.password);
}
