import type { Page } from 'playwright-core';
import { bookByCall } from '../book-by-call.ts';
import { putServiceIntoCart } from '../book-by-page.ts';
import { coveredByTopButton } from '../under-top-button.ts';
import { heading } from '../locators.ts';
import { onePageOfEachKind, privateRoutes } from '../routes.ts';
import { phone, type TestSite } from '../open-test-site.ts';
import { signInAsAdmin } from '../sign-in.ts';
import { smallTargets } from '../small-targets.ts';
import { waitForHydration } from '../wait-for-hydration.ts';
import { everyRemote } from '../remotes.ts';
import { expect, test } from '../fixtures/test.ts';

/** The home page on a phone, in px: about eight screens. */
const longestHome = 7000;

/** A check of an open page. @returns what is wrong, one line each */
type Check = (page: Page) => Promise<string[]>;

test.describe('reach', { tag: everyRemote }, () => {
  test('the button to the top covers nothing, and everything that is pressed is 44 px large', async ({ site }) => {
    test.slow();
    await walkPages(site, [[phone.width, [coveredByTopButton, smallTargets]]]);
  });

  test('the same at other widths', { tag: '@more' }, async ({ site }) => {
    test.slow();
    await walkPages(site, [
      [320, [coveredByTopButton, smallTargets]],
      [768, [coveredByTopButton, smallTargets]],
      [1280, [coveredByTopButton, smallTargets]],
    ]);
  });

  test('the header does not change its boxes when a bike is chosen', async ({ site }) => {
    const { page } = await site.visit(phone);
    await page.goto(`${site.url}/faq`);
    await waitForHydration(page);
    const boxes = () =>
      page.evaluate(() =>
        [...document.querySelectorAll('header, header :is(a, button, svg)')]
          .filter((one) => one.checkVisibility() && !one.closest('nav, dialog'))
          .filter((one) => !one.parentElement?.closest('svg'))
          .map((one) => one.getBoundingClientRect())
          .map(({ x, y, width, height }) => [x, y, width, height].map(Math.round).join(' ')),
      );
    const widths = [320, 360, phone.width];
    const before = [];
    for (const width of widths) {
      await page.setViewportSize({ ...phone, width });
      await expect(page.getByRole('link', { name: 'Choose your bike' })).toBeVisible();
      before.push(await boxes());
    }
    await putServiceIntoCart(page, site.url);
    await page.goto(`${site.url}/faq`);
    await waitForHydration(page);
    for (const [at, width] of widths.entries()) {
      await page.setViewportSize({ ...phone, width });
      await expect(page.getByRole('button', { name: 'Your bike: Classic 350. Change' })).toBeVisible();
      expect(await boxes(), `at ${width} px`).toEqual(before[at]);
    }
  });

  test('the home page is about eight screens long on a phone', async ({ site }) => {
    const { page, context } = await site.visit(phone);
    await page.goto(site.url, { waitUntil: 'networkidle' });
    // Sections outside of the window have no layout until then.
    await page.evaluate(() => document.documentElement.removeAttribute('data-as-served'));
    expect(await page.evaluate(() => document.documentElement.scrollHeight)).toBeLessThanOrEqual(longestHome);
    await context.close();
  });
});

/** Opens a page of each kind once, as a visitor, as a guest and as an admin, and checks it at each width. */
async function walkPages(site: TestSite, checks: [width: number, checks: Check[]][]): Promise<void> {
  const { page, context } = await site.visit(phone, { reducedMotion: 'reduce' });
  const look = async (path: string): Promise<void> => {
    await page.goto(site.url + path, { waitUntil: 'networkidle' });
    await waitForHydration(page);
    await heading(page).first().waitFor();
    for (const [width, ofWidth] of checks) {
      await page.setViewportSize({ ...phone, width });
      for (const check of ofWidth) expect.soft(await check(page), `${path} at ${width} px`).toEqual([]);
    }
  };
  const { id, manage_token } = await bookByCall(site);
  const guestPages = ['/auth', '/auth?way=sign-up', '/no-such-page', `/book-service#manage=${manage_token}`];
  for (const path of [...onePageOfEachKind, ...guestPages]) await look(path);
  await putServiceIntoCart(page, site.url);
  for (const path of ['/book-service', '/book-service?step=services']) await look(path);
  await signInAsAdmin(page, site);
  for (const path of [...privateRoutes, `/admin?booking=${id}`]) await look(path);
  await context.close();
}
