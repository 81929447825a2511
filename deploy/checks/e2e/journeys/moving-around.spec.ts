import type { Page } from 'playwright-core';
import { heading } from '../locators.ts';
import { desktop, phone } from '../open-test-site.ts';
import { waitForHydration } from '../wait-for-hydration.ts';
import { poll } from '../../../backend/testing/poll.ts';
import { expect, test } from '../fixtures/test.ts';

test.describe('moving around', { tag: '@catalog' }, () => {
  test('a new page starts at its top; back restores the scroll position', async ({ site }) => {
    const { page } = await site.visit(phone);
    await page.goto(`${site.url}/blog`);
    const link = page.locator('main').getByRole('link', { name: /chain/i }).first();
    await expect(link).toBeVisible();
    await waitForHydration(page);
    await scrollTo(page, 700);
    await page
      .getByRole('contentinfo')
      .getByRole('link', { name: 'Katraj', includeHidden: true })
      .evaluate((element: HTMLElement) => element.click());
    await expect(heading(page, /Katraj/)).toBeVisible();
    await poll('the top of the new page', async () => (await scrolled(page)) === 0);
    await scrollTo(page, 300);
    await page.goBack();
    await expect(heading(page).filter({ hasNotText: 'Katraj' })).toBeVisible();
    await poll('the old place', async () => Math.abs((await scrolled(page)) - 700) < 3);
    await page.goForward();
    await expect(heading(page, /Katraj/)).toBeVisible();
    await poll('the place on the other page', async () => Math.abs((await scrolled(page)) - 300) < 3);
  });

  test('an address typed into the same tab starts at its top; a reload restores the scroll position', async ({
    site,
  }) => {
    const { page } = await site.visit(phone);
    await page.goto(`${site.url}/blog`);
    await waitForHydration(page);
    await scrollTo(page, 600);
    await page.goto(`${site.url}/faq`);
    await waitForHydration(page);
    await twoFrames(page);
    expect(await scrolled(page)).toBe(0);
    // As prerendered, and with a question that only the browser renders.
    for (const address of ['/faq', '/faq?asked=price']) {
      await page.goto(site.url + address);
      await waitForHydration(page);
      await scrollTo(page, 500);
      await page.reload();
      await waitForHydration(page);
      await poll('the old place', async () => Math.abs((await scrolled(page)) - 500) < 3);
    }
  });

  test('a reload restores the scroll position in a document that arrives in pieces', async ({ site }) => {
    const { page } = await site.visit(phone);
    await page.goto(`${site.url}/faq`);
    await waitForHydration(page);
    await scrollTo(page, 500);
    // Browsers that have laid out the anchored element but nothing after it do this.
    await page.addInitScript(() => {
      document.addEventListener('DOMContentLoaded', () => {
        history.scrollRestoration = 'manual';
        window.scrollTo({ top: 58, behavior: 'instant' });
      });
    });
    await page.reload();
    await poll('the old place', async () => Math.abs((await scrolled(page)) - 500) < 3);
  });

  test('a page that opens scrolled down is laid out completely before it is shown', async ({ site }) => {
    const { page } = await site.visit(phone);
    await page.goto(site.url);
    await waitForHydration(page);
    await scrollTo(page, 4000);
    const shown = await lastHeadingAbove(page);
    expect(shown?.[1], 'sections lie between the two headings').toBeGreaterThan(0);
    await page.reload({ waitUntil: 'commit' });
    await page.locator('footer').waitFor({ state: 'attached' });
    expect(await isLaidOut(page, 'footer')).toBe(true);
    await waitForHydration(page);
    await poll('the old place', async () => Math.abs((await scrolled(page)) - 4000) < 3);
    expect(await lastHeadingAbove(page)).toEqual(shown);
  });

  test('without JavaScript a phone lays out only the visible sections', async ({ site }) => {
    const { page } = await site.visit(phone, { javaScriptEnabled: false });
    await page.goto(site.url);
    expect(await isLaidOut(page, 'footer')).toBe(false);
  });

  test('the back-to-top button appears after 400 pixels, not before, and works', async ({ site }) => {
    const { page } = await site.visit(phone);
    await page.goto(`${site.url}/faq`);
    await waitForHydration(page);
    const button = page.getByRole('button', { name: 'Back to top' });
    await scrollTo(page, 400);
    await twoFrames(page);
    expect(await button.count(), 'not at 400 px').toBe(0);
    await scrollTo(page, 401);
    await expect(button).toBeVisible();
    await button.click();
    await poll('the top', async () => (await scrolled(page)) === 0);
    await expect(button).not.toBeAttached();
    expect(await focusedId(page)).toBe('main');
  });

  test('with reduced motion, back to top is one jump, and menus still open and close', async ({ site }) => {
    const { page, complaints } = await site.visit(phone, { reducedMotion: 'reduce' });
    await page.goto(site.url);
    await waitForHydration(page);
    await scrollTo(page, 2000);
    const button = page.getByRole('button', { name: 'Back to top' });
    await expect(button).toBeVisible();
    const afterClick = await button.evaluate((element: HTMLElement) => (element.click(), window.scrollY));
    expect(afterClick, 'at the top by the click itself, before any frame is drawn').toBe(0);
    await page.getByRole('button', { name: 'Menu' }).click();
    const menu = page.getByRole('dialog', { name: 'Menu' });
    await expect(menu).toBeVisible();
    await menu.getByRole('link', { name: 'Bikes', exact: true }).click();
    await expect(menu).toBeHidden();
    await page.waitForURL('**/bikes');
    await expect(heading(page)).toBeVisible();
    await page.getByRole('button', { name: 'Cart, empty' }).click();
    await expect(page.getByRole('dialog', { name: 'Your cart' })).toBeVisible();
    await page.keyboard.press('Escape');
    await expect(page.getByRole('dialog', { name: 'Your cart' })).toBeHidden();
    const endless = await page.evaluate(
      () =>
        document
          .getAnimations()
          .filter((one) => one.playState === 'running' && one.effect?.getTiming().iterations === Infinity).length,
    );
    expect(endless, 'nothing moves for ever').toBe(0);
    expect(complaints).toEqual([]);
  });

  test('after a navigation the focus is on the page, and its title is announced', async ({ site }) => {
    const { page } = await site.visit(desktop);
    await page.goto(site.url);
    await waitForHydration(page);
    expect(await focusedId(page), 'the first page of a visit keeps its focus').not.toBe('main');
    await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Services' }).click();
    await expect(heading(page, 'Services and prices')).toBeVisible();
    await poll('the focus in main', async () => (await focusedId(page)) === 'main');
    const title = await page.title();
    await expect(page.locator('[aria-live="polite"]').getByText(title, { exact: true })).toBeAttached();
  });

  test('the first tab stop leads past the header', async ({ site }) => {
    const { page } = await site.visit(desktop);
    await page.goto(`${site.url}/about`);
    await waitForHydration(page);
    await page.keyboard.press('Tab');
    expect(await page.evaluate(() => document.activeElement?.textContent ?? '')).toMatch(/skip/i);
    await page.keyboard.press('Enter');
    await poll('the focus in main', async () => (await focusedId(page)) === 'main');
  });

  test('an old tab shows that a new version exists, but never during a booking', async ({ site }) => {
    const { page } = await site.visit(phone);
    await page.clock.install();
    await page.goto(`${site.url}/faq`);
    await waitForHydration(page);
    const { release } = (await (await fetch(`${site.url}/release.json`)).json()) as { release: string };
    expect(release).toMatch(/^[0-9a-f]{8}$/);
    await page.route('**/release.json', (route) => route.fulfill({ json: { release: 'a newer one' } }));
    const line = page.getByText('There is a new version of this site.');
    await page.clock.fastForward('29:00');
    expect(await line.count()).toBe(0);
    await page.clock.fastForward('02:00');
    await expect(line).toBeVisible();
    await expect(page.getByRole('button', { name: 'Load it' })).toBeVisible();
    await page.evaluate(() => history.pushState(null, '', '/book-service'));
    await page.evaluate(() => dispatchEvent(new PopStateEvent('popstate')));
    await expect(line).toBeHidden();
  });
});

function scrollTo(page: Page, top: number): Promise<void> {
  return page.evaluate((y) => window.scrollTo({ top: y, behavior: 'instant' }), top);
}

function scrolled(page: Page): Promise<number> {
  return page.evaluate(() => window.scrollY);
}

function focusedId(page: Page): Promise<string> {
  return page.evaluate(() => document.activeElement?.id ?? '');
}

/** Waits until the result of a scroll is painted. */
function twoFrames(page: Page): Promise<unknown> {
  return page.evaluate(() => new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve))));
}

/** Whether the browser has laid out the contents of the element, or defers that until it is near the viewport. */
function isLaidOut(page: Page, selector: string): Promise<boolean> {
  return page.evaluate(
    (within) => document.querySelector(`${within} *`)!.checkVisibility({ contentVisibilityAuto: true }),
    selector,
  );
}

/**
 * The last heading above the window, and how far below the page's first heading it stands.
 * The distance leaves out the hero, whose line of the next free time changes by the hour.
 */
function lastHeadingAbove(page: Page): Promise<[text: string, belowTheFirst: number] | undefined> {
  return page.evaluate(() => {
    const headings = [...document.querySelectorAll('main h2')].map((one): [string, number] => [
      one.textContent,
      one.getBoundingClientRect().top,
    ]);
    const above = headings.findLast(([, top]) => top < 0);
    const [, first = 0] = headings[0] ?? [];
    return above && [above[0], Math.round(above[1] - first)];
  });
}
