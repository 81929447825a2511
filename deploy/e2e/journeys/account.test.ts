import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import {
  answerBookingSteps,
  classicGeneralService,
  confirmBooking,
  packageTotal,
  takeWarrantyAndBook,
} from '../book-by-page.ts';
import { heading } from '../locators.ts';
import { openTestSite, phone } from '../open-test-site.ts';
import { newCustomer, signedIn, signIn, signUp } from '../sign-in.ts';
import { until } from '../until.ts';

const site = await openTestSite();
after(() => site.close());

test('a new customer makes an account, books, and sees the booking under My bookings', async () => {
  const { page, requests, complaints } = await site.visit(phone);
  const customer = newCustomer();
  await signUp(page, site.url, customer);
  const [user] = await site.backend.sql`
    select id, raw_user_meta_data ->> 'full_name' as full_name, raw_user_meta_data ->> 'phone' as phone
    from auth.users where email = ${customer.email}`;
  assert.equal(user?.full_name, customer.fullName);
  assert.equal(user?.phone, `+91${customer.phone}`);

  await page.goto(site.url + classicGeneralService);
  await takeWarrantyAndBook(page);
  await answerBookingSteps(page, null);
  await page.getByText(customer.fullName).first().waitFor();
  const { id } = await confirmBooking(page);
  await page.waitForURL('**/book-service#manage=*');
  const [row] = await site.backend.sql`select user_id, customer_name, phone from service_bookings where id = ${id}`;
  assert.deepEqual({ ...row }, { user_id: user.id, customer_name: customer.fullName, phone: `+91${customer.phone}` });

  await page.goto(`${site.url}/my-bookings`);
  await heading(page, 'My bookings').waitFor();
  await page.getByText(id.slice(0, 8)).first().waitFor();
  await page.getByText(packageTotal).first().waitFor();
  assert.deepEqual(
    requests.filter((address) => address.includes('/r/admin/')),
    [],
  );
  assert.deepEqual(complaints, []);
});

test('nobody sees the bookings of another', async () => {
  const { page } = await site.visit(phone);
  await signUp(page, site.url, newCustomer());
  await page.goto(`${site.url}/my-bookings`);
  await page.getByText('Nothing booked').waitFor();
});

test('a wrong password is refused in a sentence, and the right one works afterwards', async () => {
  const customer = newCustomer();
  const first = await site.visit(phone);
  await signUp(first.page, site.url, customer);
  const { page } = await site.visit(phone);
  await page.goto(`${site.url}/auth?way=email`);
  await page.getByLabel('Email address').fill(customer.email);
  await page.getByLabel('Password', { exact: true }).fill('not the password');
  await page.getByRole('button', { name: 'Sign in', exact: true }).click();
  await page.getByText('The email address or the password is wrong.').waitFor();
  await signIn(page, site.url, customer.email, customer.password);
});

test('a code to the phone signs in; a wrong one is refused in a sentence', async () => {
  const { page } = await site.visit(phone);
  await page.goto(`${site.url}/auth?returnTo=%2Fmy-profile`);
  await page.getByLabel('Mobile number').fill('98220 99881');
  await page.getByRole('button', { name: 'Send the code' }).click();
  const field = page.getByLabel('Code from the SMS');
  await field.waitFor();
  const { to, values } = await until('the SMS', async () =>
    site.sms.findLast(({ template }) => template === 'sign_in_code'),
  );
  assert.equal(to, '+919822099881');
  const { code = '' } = values;
  assert.match(code, /^\d{6}$/);

  await field.fill(code === '111111' ? '222222' : '111111');
  await page.getByText(/The code is wrong or has expired/).waitFor();
  await field.fill(code);
  await signedIn(page);
  await page.waitForURL('**/my-profile');
  await heading(page, 'My profile').waitFor();
});

test('a forgotten password is changed through the link of the mail', async () => {
  const customer = newCustomer();
  const made = await site.visit(phone);
  await signUp(made.page, site.url, customer);
  const { page } = await site.visit(phone);
  await page.goto(`${site.url}/auth?way=forgotten`);
  await page.getByLabel('Email address').fill(customer.email);
  await page.getByRole('button', { name: 'Send the link' }).click();
  const mail = await until('the mail', async () =>
    site.mails.find(({ to, kind }) => to === customer.email && kind === 'reset_password'),
  );
  assert.equal(mail.kind, 'reset_password');
  const link = mail.link ?? '';
  assert.ok(link.startsWith(`${site.url}/`), `the link leads to the site: ${link}`);
  await page.goto(link);
  await page.getByLabel('New password').fill('another pass 42');
  await page.getByRole('button', { name: 'Save and go on' }).click();
  await signedIn(page);
  const again = await site.visit(phone);
  await signIn(again.page, site.url, customer.email, 'another pass 42');
});
