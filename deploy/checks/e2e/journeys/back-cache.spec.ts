import type { Page } from 'playwright-core';
import { bookByCall, type BookingByCall } from '../book-by-call.ts';
import { heading } from '../locators.ts';
import { phone, type TestSite } from '../open-test-site.ts';
import { pageWalks } from '../page-states/page-walks.ts';
import { newCustomer, signInAsAdmin, signUpByCall } from '../sign-in.ts';
import { waitForSubscription } from '../wait-for-subscription.ts';
import { expect, test } from '../fixtures/test.ts';

declare global {
  interface Window {
    /** Whether the page came from the back/forward cache when it was shown the last time. */
    persisted?: boolean;
  }
}

test.describe('back shows the page as it was left', () => {
  // Failures need requests that are intercepted: Chromium keeps no page of theirs.
  for (const walk of pageWalks.filter(({ name }) => name !== 'failures'))
    test(walk.name, { tag: walk.tag }, async ({ site }) => {
      test.setTimeout(600_000);
      const { page } = await site.visit(phone, { reducedMotion: 'reduce' });
      const reasons = await noteReasons(page);
      for (const state of walk.states) {
        await state.reach(page, site);
        if (state.waitsForNetwork) continue; // who comes back has one again
        if (await isError(page)) continue; // no browser keeps the document of an error
        expect.soft(await leaveAndComeBack(page, site), `${state.name}: ${reasons().join(', ')}`).toBe(true);
      }
    });

  test(
    'the board of the workshop is live again, and shows what was booked meanwhile',
    { tag: '@admin' },
    async ({ site }) => {
      const { page } = await site.visit(phone);
      await signInAsAdmin(page, site);
      const joined = waitForSubscription(page);
      await page.goto(`${site.url}/admin`);
      await joined;
      /** The first free window may be of a day that the board folds under "Later". */
      const expectOnBoard = async ({ id }: BookingByCall): Promise<void> => {
        const link = page.locator(`a[href*="booking=${id}"]`);
        const card = page.getByRole('main').locator(link).first();
        await expect(card).toBeAttached();
        const folded = page.locator('main details:not([open])').filter({ has: link });
        if ((await folded.count()) > 0) await folded.locator('summary').click();
        await expect(card).toBeVisible();
      };
      let meanwhile: BookingByCall | undefined;
      expect(await leaveAndComeBack(page, site, async () => (meanwhile = await bookByCall(site)))).toBe(true);
      await expectOnBoard(meanwhile!);
      await expectOnBoard(await bookByCall(site));
    },
  );

  test(
    'a page of an account shows nothing of it after a sign-out in another tab',
    { tag: '@account' },
    async ({ site }) => {
      const { page, context } = await site.visit(phone);
      const { access_token } = await signUpByCall(page, site, newCustomer());
      await bookByCall(site, { accessToken: access_token });
      await page.goto(`${site.url}/my-bookings`);
      await expect(heading(page, 'My bookings')).toBeVisible();
      await expect(page.getByText('General Service').first()).toBeVisible();
      await leaveAndComeBack(page, site, async () => {
        const other = await context.newPage();
        await other.goto(`${site.url}/my-profile`);
        await other.getByRole('button', { name: 'Sign out of all devices' }).click();
        await other.waitForURL((address) => address.pathname !== '/my-profile');
        await other.close();
      });
      await page.waitForURL(/\/auth/);
      await expect(page.getByText('General Service')).toHaveCount(0);
    },
  );
});

/**
 * Leaves the page for another document and goes back.
 * @param meanwhile what happens while the page is away
 * @returns whether the page itself came back
 */
async function leaveAndComeBack(page: Page, site: TestSite, meanwhile?: () => Promise<unknown>): Promise<boolean> {
  await page.evaluate(() => {
    window.persisted = false;
    window.addEventListener('pageshow', ({ persisted }) => (window.persisted = persisted), { once: true });
  });
  await page.context().setOffline(false); // a state without a network is left by a visitor who has one again
  await page.goto(`${site.url}/robots.txt`);
  await meanwhile?.();
  await page.goBack({ waitUntil: 'commit' });
  await page.waitForFunction(() => document.readyState === 'complete');
  return page.evaluate(() => window.persisted === true);
}

async function isError(page: Page): Promise<boolean> {
  return page.evaluate(() => {
    const [navigation] = performance.getEntriesByType('navigation') as PerformanceNavigationTiming[];
    return (navigation?.responseStatus ?? 0) >= 400;
  });
}

/** @returns reads why Chromium loaded a page anew since the last call */
async function noteReasons(page: Page): Promise<() => string[]> {
  const reasons: string[] = [];
  const session = await page.context().newCDPSession(page);
  await session.send('Page.enable');
  session.on('Page.backForwardCacheNotUsed', ({ notRestoredExplanations }) =>
    reasons.push(...notRestoredExplanations.map(({ reason, context }) => [reason, context].filter(Boolean).join(' '))),
  );
  return () => reasons.splice(0);
}
