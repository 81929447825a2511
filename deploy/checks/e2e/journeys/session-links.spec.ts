import type { Page } from 'playwright-core';
import { expect, test } from '../fixtures/test.ts';
import { phone } from '../open-test-site.ts';
import { fillSignIn, newCustomer, signedIn, signUpByCall } from '../sign-in.ts';

/** The session of supabase-js in local storage. */
interface StoredSession {
  user: { email: string };
}

const storedSession = (page: Page) =>
  page.evaluate(() => JSON.parse(localStorage.getItem('twostroke.session') ?? 'null') as StoredSession | null);

test.describe('sessions in an address', { tag: ['@account'] }, () => {
  test('replace no session, and start only in the browser that requested the link', async ({ site }) => {
    const { origin } = new URL(site.url);
    const [customer, stranger] = [newCustomer(), newCustomer()];
    const other = await site.visit(phone);
    const { access_token, refresh_token } = await signUpByCall(other.page, site, stranger);
    const hash = `#${new URLSearchParams({ access_token, refresh_token, expires_in: '3600', token_type: 'bearer' })}`;

    const known = await site.visit(phone);
    await signUpByCall(known.page, site, customer);
    await known.page.goto(`${site.url}/services${hash}`);
    await known.page.waitForURL(`${origin}/services`);
    await signedIn(known.page);
    expect((await storedSession(known.page))?.user.email).toBe(customer.email);

    const { page, complaints } = await site.visit(phone);
    await page.goto(`${site.url}/services${hash}`);
    await page.waitForURL(`${origin}/auth?way=email&link=elsewhere`);
    await expect(page.getByText(/Sign in here instead/)).toBeVisible();
    expect(await storedSession(page)).toBeNull();
    await fillSignIn(page, customer.email, customer.password);
    expect(complaints).toEqual([]);
  });
});

test.describe('a stored session that is none', { tag: ['@account'] }, () => {
  test('harms nothing: the page is signed out and works', async ({ site }) => {
    const customer = newCustomer();
    await signUpByCall((await site.visit(phone)).page, site, customer);
    const { page, complaints } = await site.visit(phone);
    await page.goto(`${site.url}/services`);
    const whole = { access_token: 'x', refresh_token: 'y', expires_at: 9_999_999_999, user: { id: 'x' } };
    for (const text of [
      'token',
      '"x"',
      '[]',
      '7',
      JSON.stringify({ ...whole, access_token: {} }),
      'x'.repeat(1_000_000),
    ]) {
      await page.evaluate((stored) => localStorage.setItem('twostroke.session', stored), text);
      await page.reload();
      await expect(page.getByRole('link', { name: 'Sign in' }).first()).toBeVisible();
      await expect.poll(() => page.evaluate(() => localStorage.getItem('twostroke.session'))).toBeNull();
    }
    await page.goto(`${site.url}/auth?way=email`);
    await fillSignIn(page, customer.email, customer.password);
    await signedIn(page);
    expect(complaints).toEqual([]);
  });
});
