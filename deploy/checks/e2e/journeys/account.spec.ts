import { bookByCall } from '../book-by-call.ts';
import {
  answerBookingSteps,
  classicGeneralService,
  confirmBooking,
  packageTotal,
  takeWarrantyAndBook,
} from '../book-by-page.ts';
import { heading, toast } from '../locators.ts';
import { phone } from '../open-test-site.ts';
import { fillSignUp, fillSignIn, linkOfMail, newCustomer, signedIn, signIn, signUp, signUpByCall } from '../sign-in.ts';
import { poll } from '../../../backend/testing/poll.ts';
import { expect, test } from '../fixtures/test.ts';

test.describe('accounts', { tag: ['@account', '@cart'] }, () => {
  test('a new customer makes an account, books, and sees the booking under My bookings', async ({ site }) => {
    const { page, requests, complaints } = await site.visit(phone);
    const customer = newCustomer();
    await signUp(page, site, customer);
    const [user] = await site.backend.sql`
    select id, raw_user_meta_data ->> 'full_name' as full_name, raw_user_meta_data ->> 'phone' as phone
    from auth.users where email = ${customer.email}`;
    expect(user?.full_name).toBe(customer.fullName);
    expect(user?.phone).toBe(`+91${customer.phone}`);

    await page.goto(site.url + classicGeneralService);
    await takeWarrantyAndBook(page);
    await answerBookingSteps(page, null);
    await expect(page.getByLabel('Name', { exact: true })).toHaveValue(customer.fullName);
    const { id } = await confirmBooking(page);
    await page.waitForURL('**/book-service#manage=*');
    const [row] = await site.backend.sql`select user_id, customer_name, phone from service_bookings where id = ${id}`;
    expect({ ...row }).toEqual({ user_id: user?.id, customer_name: customer.fullName, phone: `+91${customer.phone}` });

    await page.goto(`${site.url}/my-bookings`);
    await expect(heading(page, 'My bookings')).toBeVisible();
    await expect(page.getByText(id.slice(0, 8)).first()).toBeVisible();
    await expect(page.getByText(packageTotal).first()).toBeVisible();
    expect(requests.filter((address) => address.includes('/r/admin/'))).toEqual([]);
    expect(complaints).toEqual([]);
  });

  test('a customer sees no bookings of others', { tag: '@flow' }, async ({ site }) => {
    const { page } = await site.visit(phone);
    await bookByCall(site);
    await signUpByCall(page, site, newCustomer());
    await page.goto(`${site.url}/my-bookings`);
    await expect(page.getByText('Nothing booked')).toBeVisible();
  });

  test(
    'a wrong password is rejected with a message, and the right one works afterwards',
    { tag: '@flow' },
    async ({ site }) => {
      const customer = newCustomer();
      const first = await site.visit(phone);
      await signUpByCall(first.page, site, customer);
      const { page } = await site.visit(phone);
      await page.goto(`${site.url}/auth?way=email`);
      await page.getByLabel('Email address').fill(customer.email);
      await page.getByLabel('Password', { exact: true }).fill('not the password');
      await page.getByRole('button', { name: 'Sign in', exact: true }).click();
      await expect(page.getByText('The email address or the password is wrong.')).toBeVisible();
      await signIn(page, site.url, customer.email, customer.password);
    },
  );

  test('a code to the phone signs in; a wrong one is rejected with a message', async ({ site }) => {
    const { page } = await site.visit(phone);
    await page.goto(`${site.url}/auth?returnTo=%2Fmy-profile`);
    await page.getByLabel('Mobile number').fill('98220 99881');
    await page.getByRole('button', { name: 'Send the code' }).click();
    const field = page.getByLabel('Code from the SMS');
    await expect(field).toBeVisible();
    const { to, values } = await poll('the SMS', async () =>
      site.sms.findLast(({ template }) => template === 'sign_in_code'),
    );
    expect(to).toBe('+919822099881');
    const { code = '' } = values;
    expect(code).toMatch(/^\d{6}$/);

    await field.fill(code === '111111' ? '222222' : '111111');
    await expect(page.getByText(/The code is wrong or has expired/)).toBeVisible();
    await field.fill(code);
    await signedIn(page);
    await page.waitForURL('**/my-profile');
    await expect(heading(page, 'My profile')).toBeVisible();
  });

  test('a customer signs another device out in the profile', { tag: '@flow' }, async ({ site }) => {
    const customer = newCustomer();
    const first = await site.visit(phone);
    await signUpByCall(first.page, site, customer);
    const { page, complaints } = await site.visit(phone);
    await signIn(page, site.url, customer.email, customer.password);
    await page.goto(`${site.url}/my-profile`);
    const devices = page.getByRole('region', { name: 'Where you are signed in' });
    await expect(devices.getByText('This device')).toBeVisible();
    await expect(devices.getByRole('listitem')).toHaveCount(2);
    await devices.getByRole('button', { name: /^Sign out/ }).click();
    await expect(toast(page, ' is signed out')).toBeVisible();
    await expect(devices.getByRole('listitem')).toHaveCount(1);
    const [left] = await site.backend.sql`
      select count(*)::int as sessions from auth.sessions s join auth.users u on u.id = s.user_id
      where u.email = ${customer.email}`;
    expect(left?.sessions).toBe(1);
    expect(complaints).toEqual([]);
  });

  test('a forgotten password is changed through the link of the mail', { tag: '@flow' }, async ({ site }) => {
    const customer = newCustomer();
    const made = await site.visit(phone);
    await signUpByCall(made.page, site, customer);
    const { page } = await site.visit(phone);
    await page.goto(`${site.url}/auth?way=forgotten`);
    await page.getByLabel('Email address').fill(customer.email);
    await page.getByRole('button', { name: 'Send the link' }).click();
    await expect(page.getByText(/a link is on its way/)).toBeVisible();
    const link = await linkOfMail(site, customer.email, 'reset_password');
    expect(link.startsWith(`${site.url}/`), `the link leads to the site: ${link}`).toBeTruthy();
    await page.goto(link);
    await page.getByLabel('New password').fill('another pass 42');
    await page.getByRole('button', { name: 'Save and go on' }).click();
    await signedIn(page);
    const again = await site.visit(phone);
    await signIn(again.page, site.url, customer.email, 'another pass 42');
  });

  test(
    'a confirmation opened on another device confirms the address, and signs in there only by the password',
    { tag: '@flow' },
    async ({ site }) => {
      const customer = newCustomer();
      const laptop = await site.visit(phone);
      await fillSignUp(laptop.page, site.url, customer);
      const link = await linkOfMail(site, customer.email, 'confirm_address');
      const { page, complaints } = await site.visit(phone);
      await page.goto(link);
      await expect(heading(page, 'Confirm your email address')).toBeVisible();
      await page.getByRole('button', { name: 'Confirm my address' }).click();
      await expect(page.getByText('Confirmed. Sign in here.')).toBeVisible();
      expect(await page.evaluate(() => localStorage.getItem('twostroke.session'))).toBeNull();
      const sessions = await site.backend.sql`
      select 1 from auth.sessions s join auth.users u on u.id = s.user_id where u.email = ${customer.email}`;
      expect(sessions.length).toBe(0);
      await fillSignIn(page, customer.email, customer.password);
      await signIn(laptop.page, site.url, customer.email, customer.password);
      expect(complaints).toEqual([]);
    },
  );

  test(
    'a sign-up with a taken address looks like any other, and its owner gets a mail',
    { tag: '@flow' },
    async ({ site }) => {
      const customer = newCustomer();
      const owner = await site.visit(phone);
      await signUpByCall(owner.page, site, customer);
      const { page } = await site.visit(phone);
      await fillSignUp(page, site.url, { ...newCustomer(), email: customer.email });
      const mail = await poll('the mail to the owner', async () =>
        site.mails.find(({ to, kind }) => to === customer.email && kind === 'account_exists'),
      );
      expect(mail.text).toContain(`${site.url}/auth?way=email`);
    },
  );
});
