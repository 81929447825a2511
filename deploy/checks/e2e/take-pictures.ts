import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import type { Page } from 'playwright-core';
import { bookByCall } from './book-by-call.ts';
import { answerBookingSteps, classicGeneralService, confirmBooking, takeWarrantyAndBook } from './book-by-page.ts';
import { cartButton, cartDrawer, heading } from './locators.ts';
import { desktop, openTestSite, phone } from './open-test-site.ts';
import { newCustomer, signInAsAdmin, signUp } from './sign-in.ts';

/*
 * Pictures of the main pages with real data, at 390 and 1280 px, light and dark. Build first, then:
 * node --import tsx deploy/checks/e2e/take-pictures.ts <folder>
 */
const folder = process.argv[2] ?? '.cache/pictures';
mkdirSync(folder, { recursive: true });
const site = await openTestSite();

const publicPages: Record<string, string> = {
  home: '/',
  services: '/services',
  category: '/services/category/brakes',
  'service-page': '/services/oil-change',
  package: classicGeneralService,
  bikes: '/bikes',
  bike: '/bikes/royal-enfield/classic-350',
  brand: '/brands/royal-enfield',
  area: '/location/kondhwa',
  blog: '/blog',
  post: '/blog/chain-care-10-minutes',
  contact: '/contact',
  faq: '/faq',
  about: '/about',
  reviews: '/reviews',
  install: '/install',
  auth: '/auth',
  'sign-up': '/auth?way=sign-up',
  'not-found': '/no-such-page',
};

for (const viewport of [phone, desktop])
  for (const colorScheme of ['light', 'dark'] as const) {
    const ending = `${viewport.width}-${colorScheme}`;
    const { page, context } = await site.visit(viewport, { colorScheme, reducedMotion: 'reduce' });
    const shoot = (name: string, fullPage = true) => picture(page, join(folder, `${name}-${ending}.png`), fullPage);
    for (const [name, path] of Object.entries(publicPages)) {
      await page.goto(site.url + path, { waitUntil: 'networkidle' });
      await shoot(name);
    }
    await page.goto(site.url + classicGeneralService);
    await takeWarrantyAndBook(page);
    await shoot('book-place');
    await cartButton(page, 2).click();
    await cartDrawer(page).getByText('Goes with this service').waitFor();
    await shoot('cart', false);
    await page.keyboard.press('Escape');
    await cartDrawer(page).waitFor({ state: 'hidden' });
    await answerBookingSteps(page, { name: 'Ravi Deshpande', phone: '98220 12345' });
    await shoot('book-check');
    for (const step of ['services', 'time']) {
      await page.goto(`${site.url}/book-service?step=${step}`, { waitUntil: 'networkidle' });
      await shoot(`book-${step}`);
    }
    await page.goto(`${site.url}/book-service?step=check`);
    await confirmBooking(page);
    await page.waitForURL('**/book-service#manage=*');
    await page.getByText('₹2,048').first().waitFor();
    await shoot('confirmed');

    await signUp(page, site, newCustomer());
    await page.goto(`${site.url}/admin`);
    await heading(page, 'Access Denied').waitFor();
    await shoot('access-denied');
    await page.goto(site.url + classicGeneralService);
    await takeWarrantyAndBook(page);
    await answerBookingSteps(page, null);
    await confirmBooking(page);
    for (const name of ['my-bookings', 'my-profile']) {
      await page.goto(`${site.url}/${name}`, { waitUntil: 'networkidle' });
      await shoot(name);
    }
    await context.close();

    const admin = await site.visit(viewport, { colorScheme, reducedMotion: 'reduce' });
    const { id } = await bookByCall(site);
    await signInAsAdmin(admin.page, site);
    for (const [name, path] of [
      ['admin', '/admin'],
      ['admin-sheet', `/admin?booking=${id}`],
      ['admin-health', '/admin?view=health'],
    ] as const) {
      await admin.page.goto(site.url + path, { waitUntil: 'networkidle' });
      await picture(admin.page, join(folder, `${name}-${ending}.png`), name !== 'admin-sheet');
    }
    await admin.context.close();
  }
await site.close();

async function picture(page: Page, path: string, fullPage: boolean): Promise<void> {
  await heading(page).first().waitFor();
  await page.waitForLoadState('networkidle');
  // Sections outside of the viewport are not drawn.
  await page.evaluate(() => document.documentElement.removeAttribute('data-as-served'));
  await page.screenshot({ path, fullPage, animations: 'disabled' });
}
