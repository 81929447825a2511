import type { Page } from 'playwright-core';
import { bookByCall } from '../book-by-call.ts';
import {
  answerBookingSteps,
  classicGeneralService,
  confirmBooking,
  packageTotal,
  takeWarrantyAndBook,
} from '../book-by-page.ts';
import { accessibilityViolations, injectAxe } from '../check-accessibility.ts';
import { cartButton, cartDrawer, heading } from '../locators.ts';
import { desktop, phone, type TestSite } from '../open-test-site.ts';
import { newCustomer, signInAsAdmin, signUpByCall } from '../sign-in.ts';
import { everyRemote } from '../remotes.ts';
import { expect, test } from '../fixtures/test.ts';

const looks = [
  { name: '390 light', viewport: phone, colorScheme: 'light' },
  { name: '1280 dark', viewport: desktop, colorScheme: 'dark' },
  { name: '390 dark', viewport: phone, colorScheme: 'dark' },
  { name: '1280 light', viewport: desktop, colorScheme: 'light' },
] as const;

/**
 * `npm test` checks each group of pages in one theme and width, and covers both themes and widths overall; `npm run
 * test:all` adds the rest.
 */
const tagOf = (look: string, inNpmTest: string): string[] => (look === inNpmTest ? [] : ['@more']);

test.describe('accessibility', { tag: everyRemote }, () => {
  for (const { name, viewport, colorScheme } of looks) {
    const visit = async (site: TestSite) => {
      const visitor = await site.visit(viewport, { colorScheme });
      await injectAxe(visitor.context);
      return visitor;
    };

    test(
      `public pages have no accessibility violation at ${name}`,
      { tag: tagOf(name, '390 light') },
      async ({ site }) => {
        const { page, context } = await visit(site);
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
          await expect(heading(page).first()).toBeVisible();
          expect(await accessibilityViolations(page), path).toEqual([]);
        }
        await context.close();
      },
    );

    test(
      `every step of a booking has no accessibility violation at ${name}`,
      { tag: tagOf(name, '390 dark') },
      async ({ site }) => {
        const { page, context } = await visit(site);
        await page.goto(site.url + classicGeneralService);
        await takeWarrantyAndBook(page);
        await expect(heading(page, 'Where and when?')).toBeVisible();
        expect(await accessibilityViolations(page), 'place').toEqual([]);
        await cartButton(page, 2).click();
        await expect(cartDrawer(page).getByText(packageTotal)).toBeVisible();
        expect(await accessibilityViolations(page), 'the cart').toEqual([]);
        await page.keyboard.press('Escape');
        await expect(cartDrawer(page)).toBeHidden();
        await answerBookingSteps(page, { name: 'Ravi Deshpande', phone: '98220 12345' });
        expect(await accessibilityViolations(page), 'check').toEqual([]);
        for (const [step, control] of [
          ['services', page.getByRole('link', { name: 'Continue to place and time' })],
          ['time', page.getByRole('button', { name: /^Continue with/ })],
        ] as const) {
          await page.goto(`${site.url}/book-service?step=${step}`, { waitUntil: 'networkidle' });
          await expect(control).toBeVisible();
          expect(await accessibilityViolations(page), step).toEqual([]);
        }
        await page.goto(`${site.url}/book-service?step=check`);
        await confirmBooking(page);
        await page.waitForURL('**/book-service#manage=*');
        await expect(page.getByText(packageTotal).first()).toBeVisible();
        expect(await accessibilityViolations(page), 'confirmed').toEqual([]);
        await context.close();
      },
    );

    test(
      `my bookings, my profile and the workshop board have no accessibility violation at ${name}`,
      { tag: tagOf(name, '1280 dark') },
      async ({ site }) => {
        const { page, context } = await visit(site);
        const customer = await signUpByCall(page, site, newCustomer());
        const { id } = await bookByCall(site, { accessToken: customer.access_token });
        for (const path of ['/my-bookings', '/my-profile', '/admin']) {
          await page.goto(site.url + path, { waitUntil: 'networkidle' });
          await expect(heading(page)).toBeVisible();
          expect(await accessibilityViolations(page), path).toEqual([]);
        }
        await context.close();
        const admin = await visit(site);
        await signInAsAdmin(admin.page, site);
        for (const path of ['/admin', `/admin?booking=${id}`, '/admin?view=health']) {
          await admin.page.goto(site.url + path, { waitUntil: 'networkidle' });
          await expect(heading(admin.page).first()).toBeVisible();
          expect(await accessibilityViolations(admin.page), path).toEqual([]);
        }
        await admin.context.close();
      },
    );
  }

  test('a booking is made with the keyboard alone', async ({ site }) => {
    const { page } = await site.visit(desktop);
    await page.goto(site.url + classicGeneralService);
    await expect(heading(page)).toBeVisible();
    await tabTo(page, 'Book a time');
    await page.keyboard.press('Enter');
    await expect(heading(page, 'Where and when?')).toBeVisible();
    await tabTo(page, /At your gate/);
    await page.keyboard.press('Space');
    await tabTo(page, 'House/flat and street');
    await page.keyboard.type('Flat 7, Lullanagar Chowk');
    await tabTo(page, 'Area');
    await page.keyboard.type('Kondhwa');
    await expect(page.getByRole('button', { name: /^Continue with/ })).toBeVisible();
    await tabTo(page, /^Continue with/);
    await page.keyboard.press('Enter');
    await expect(heading(page, 'Your details')).toBeVisible();
    await tabTo(page, 'Mobile');
    await page.keyboard.type('9822033445');
    await tabTo(page, 'Name');
    await page.keyboard.type('Kiran Mane');
    await tabTo(page, 'Plate not issued yet');
    await page.keyboard.press('Space');
    await expect(page.getByRole('button', { name: 'Book for ₹1,699' })).toBeVisible();
    await tabTo(page, 'Book for ₹1,699');
    await page.keyboard.press('Enter');
    await page.waitForURL('**/book-service#manage=*');
    const rows = await site.backend.sql`select id from service_bookings where customer_name = 'Kiran Mane'`;
    expect(rows.length).toBe(1);
  });
});

/** Presses Tab until the focus is on the control of this name. */
async function tabTo(page: Page, name: string | RegExp): Promise<void> {
  for (let presses = 0; presses < 120; presses += 1) {
    const focused = await page.evaluate(() => {
      const element = document.activeElement as HTMLInputElement | null;
      // After a navigation the focus is on the element that contains all controls and their texts.
      if (!element?.matches('a, button, input, select, textarea, summary')) return '';
      const label = element.labels?.[0]?.innerText ?? element.getAttribute('aria-label') ?? element.innerText;
      return label.replace(/\s+/g, ' ').trim();
    });
    if (typeof name === 'string' ? focused === name : name.test(focused)) return;
    await page.keyboard.press('Tab');
  }
  throw new Error(`The keyboard does not reach ${name}.`);
}
