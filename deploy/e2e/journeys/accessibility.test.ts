import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import type { Page } from 'playwright-core';
import { bookByCall } from '../book-by-call.ts';
import {
  answerBookingSteps,
  classicGeneralService,
  confirmBooking,
  packageTotal,
  takeWarrantyAndBook,
} from '../book-by-page.ts';
import { accessibilityFaults, bringAxe } from '../check-accessibility.ts';
import { cartButton, cartDrawer, heading } from '../locators.ts';
import { desktop, openTestSite, phone } from '../open-test-site.ts';
import { newCustomer, signInAsAdmin, signUp } from '../sign-in.ts';

const site = await openTestSite();
after(() => site.close());

const looks = [
  { name: '390 light', viewport: phone, options: { colorScheme: 'light' } },
  { name: '1280 dark', viewport: desktop, options: { colorScheme: 'dark' } },
] as const;

for (const { name, viewport, options } of looks) {
  const visit = async () => {
    const visitor = await site.visit(viewport, options);
    await bringAxe(visitor.context);
    return visitor;
  };

  test(`pages for everybody have no accessibility fault at ${name}`, async () => {
    const { page, context } = await visit();
    for (const path of [
      '/',
      classicGeneralService,
      '/bikes',
      '/contact',
      '/auth',
      '/auth?way=sign-up',
      '/no-such-page',
    ]) {
      await page.goto(site.url + path, { waitUntil: 'networkidle' });
      await heading(page).first().waitFor();
      assert.deepEqual(await accessibilityFaults(page), [], path);
    }
    await context.close();
  });

  test(`every step of a booking has no accessibility fault at ${name}`, async () => {
    const { page, context } = await visit();
    await page.goto(site.url + classicGeneralService);
    await takeWarrantyAndBook(page);
    await page.getByRole('link', { name: 'Continue to place' }).waitFor();
    assert.deepEqual(await accessibilityFaults(page), [], 'services');
    await cartButton(page, 2).click();
    await cartDrawer(page).getByText(packageTotal).waitFor();
    assert.deepEqual(await accessibilityFaults(page), [], 'the cart');
    await page.keyboard.press('Escape');
    await cartDrawer(page).waitFor({ state: 'hidden' });
    await answerBookingSteps(page, { name: 'Ravi Deshpande', phone: '98220 12345' });
    assert.deepEqual(await accessibilityFaults(page), [], 'check');
    for (const step of ['place', 'time', 'you']) {
      await page.goto(`${site.url}/book-service?step=${step}`, { waitUntil: 'networkidle' });
      await page.getByRole('button', { name: /^Continue/ }).waitFor();
      assert.deepEqual(await accessibilityFaults(page), [], step);
    }
    await page.goto(`${site.url}/book-service?step=check`);
    await confirmBooking(page);
    await page.waitForURL('**/book-service#manage=*');
    await page.getByText(packageTotal).first().waitFor();
    assert.deepEqual(await accessibilityFaults(page), [], 'confirmed');
    await context.close();
  });

  test(`my bookings, my profile and the workshop's board have no accessibility fault at ${name}`, async () => {
    const { page, context } = await visit();
    await signUp(page, site.url, newCustomer());
    await page.goto(site.url + classicGeneralService);
    await takeWarrantyAndBook(page);
    await answerBookingSteps(page, null);
    await confirmBooking(page);
    for (const path of ['/my-bookings', '/my-profile', '/admin']) {
      await page.goto(site.url + path, { waitUntil: 'networkidle' });
      await heading(page).waitFor();
      assert.deepEqual(await accessibilityFaults(page), [], path);
    }
    await context.close();
    const admin = await visit();
    const { id } = await bookByCall(site);
    await signInAsAdmin(admin.page, site);
    for (const path of ['/admin', `/admin?booking=${id}`, '/admin/health']) {
      await admin.page.goto(site.url + path, { waitUntil: 'networkidle' });
      await heading(admin.page).first().waitFor();
      assert.deepEqual(await accessibilityFaults(admin.page), [], path);
    }
    await admin.context.close();
  });
}

test('a booking is made with the keyboard alone', async () => {
  const { page } = await site.visit(desktop);
  await page.goto(site.url + classicGeneralService);
  await heading(page).waitFor();
  await tabTo(page, 'Book a time');
  await page.keyboard.press('Enter');
  await heading(page, 'Which bike, which service?').waitFor();
  await page.getByRole('link', { name: 'Continue to place' }).waitFor();
  await tabTo(page, 'Continue to place');
  await page.keyboard.press('Enter');
  await heading(page, 'Where should we work on it?').waitFor();
  await tabTo(page, /At your gate/);
  await page.keyboard.press('Space');
  await tabTo(page, 'House/flat and street');
  await page.keyboard.type('Flat 7, Lullanagar Chowk');
  await tabTo(page, 'Area');
  await page.keyboard.type('Kondhwa');
  await tabTo(page, 'Continue to day and time');
  await page.keyboard.press('Enter');
  await heading(page, 'When should we come?').waitFor();
  await page.getByRole('button', { name: /^Continue with/ }).waitFor();
  await tabTo(page, /^Continue with/);
  await page.keyboard.press('Enter');
  await heading(page, 'Who are we coming to?').waitFor();
  await tabTo(page, 'Name');
  await page.keyboard.type('Kiran Mane');
  await tabTo(page, 'Mobile');
  await page.keyboard.type('9822033445');
  await tabTo(page, 'Plate not issued yet');
  await page.keyboard.press('Space');
  await tabTo(page, 'Continue to the last look');
  await page.keyboard.press('Enter');
  await page.getByRole('button', { name: 'Book for ₹1,699' }).waitFor();
  await tabTo(page, 'Book for ₹1,699');
  await page.keyboard.press('Enter');
  await page.waitForURL('**/book-service#manage=*');
  const rows = await site.backend.sql`select id from service_bookings where customer_name = 'Kiran Mane'`;
  assert.equal(rows.length, 1);
});

/** Presses Tab until the focus is on the control of this name. */
async function tabTo(page: Page, name: string | RegExp): Promise<void> {
  for (let presses = 0; presses < 120; presses += 1) {
    const focused = await page.evaluate(() => {
      const element = document.activeElement as HTMLInputElement | null;
      // On the way from page to page the focus is on what holds all controls, with the words of each.
      if (!element?.matches('a, button, input, select, textarea, summary')) return '';
      const label = element.labels?.[0]?.innerText ?? element.getAttribute('aria-label') ?? element.innerText;
      return label.replace(/\s+/g, ' ').trim();
    });
    if (typeof name === 'string' ? focused === name : name.test(focused)) return;
    await page.keyboard.press('Tab');
  }
  throw new Error(`The keyboard does not reach ${name}.`);
}
