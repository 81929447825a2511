import type { Page } from 'playwright-core';
import { desktop, phone, type TestSite } from '../open-test-site.ts';
import { follow } from '../follow-link.ts';
import { waitForHydration } from '../wait-for-hydration.ts';
import { poll } from '../../../backend/testing/poll.ts';
import { expect, test } from '../fixtures/test.ts';

declare global {
  interface Window {
    /** What the visitor has seen of each view transition that was begun. */
    fades: ('begun' | 'taken' | 'fading' | 'ended' | 'skipped')[];
    /** A page that fades out stands still. */
    holdsFades?: boolean;
  }
}

test.describe('moving from page to page', { tag: '@catalog' }, () => {
  test('the former page fades out above the next one, which has the focus and starts at its top', async ({ site }) => {
    const page = await openPage(site, desktop, { waits: true });
    await fade(page, 'kondhwa');
    const moved = await page.evaluate(() =>
      document
        .getAnimations()
        .map(({ effect }) => (effect as KeyframeEffect).pseudoElement)
        .filter((name) => name?.startsWith('::view-transition')),
    );
    expect(moved, 'the next page is no picture').toEqual(['::view-transition-old(root)']);
    expect(await page.evaluate(() => [document.activeElement?.id, window.scrollY])).toEqual(['main', 0]);
    await letGo(page);
    await poll('the end', async () => (await fadesOf(page)).every(isOver));
    await page.goBack();
    await poll('the old place', () => page.evaluate(() => Math.abs(window.scrollY - 600) < 3));
  });

  test('a press while a page fades out is answered by the next page, and ends the fading', async ({ site }) => {
    const page = await openPage(site, desktop, { waits: true });
    await fade(page, 'kondhwa');
    const first = (await fadesOf(page)).length - 1;
    await page.evaluate(() => (window.holdsFades = false));
    await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Services' }).click();
    await expect(page.locator('[data-page="catalog:services"]')).toBeVisible();
    await poll('the end', async () => (await fadesOf(page))[first] === 'ended');
    await fade(page, 'undri');
    await page.keyboard.press('Tab');
    await poll('the end of the other', async () => (await fadesOf(page)).every(isOver));
  });

  test('a page that has been prefetched is there in the frame of the press, without a picture', async ({ site }) => {
    const page = await openPage(site, desktop);
    await follow(page, '/faq', 'catalog:faq'); // its content stays in the tab
    await page.goBack();
    await expect(page.locator('[data-page="catalog:home"]')).toBeVisible();
    await page.evaluate(() => (window.fades = []));
    const shown = await page.evaluate(async () => {
      document.querySelector<HTMLElement>('a[href="/faq"]')!.click();
      await new Promise(requestAnimationFrame);
      return document.querySelector('[data-page]')!.getAttribute('data-page');
    });
    expect(shown).toBe('catalog:faq');
    expect(await fadesOf(page)).toEqual([]);
  });

  test('a page whose content is late is not waited for with a picture', async ({ site }) => {
    const page = await openPage(site, phone);
    let answer: () => void = () => undefined;
    const asked = new Promise<void>((resolve) => (answer = resolve));
    await page.route('**/pages/catalog/**/faq.json', async (route) => {
      await asked;
      await route.continue();
    });
    await page.evaluate(() => (window.fades = []));
    await page
      .locator('a[href="/faq"]')
      .first()
      .evaluate((link: HTMLElement) => link.click());
    await expect(page.getByRole('main')).toHaveAttribute('aria-busy', 'true');
    await page.getByRole('button', { name: 'Menu' }).click();
    await expect(page.getByRole('dialog', { name: 'Menu' })).toBeVisible();
    answer();
    await expect(page.locator('[data-page="catalog:faq"]')).toBeVisible();
    expect(await fadesOf(page)).toEqual(['skipped']);
  });

  test('with reduced motion no page fades', async ({ site }) => {
    const page = await openPage(site, desktop);
    await page.emulateMedia({ reducedMotion: 'reduce' });
    await page.evaluate(() => (window.fades = []));
    await follow(page, '/faq', 'catalog:faq');
    await page.goBack();
    await expect(page.locator('[data-page="catalog:home"]')).toBeVisible();
    expect(await fadesOf(page)).toEqual([]);
  });
});

/**
 * Opens the home page, and waits for the code of fades, which comes when the browser is idle.
 * @param waits a picture waits for the next page as long as it takes, instead of 100 ms
 */
async function openPage(site: TestSite, how: typeof phone, { waits = false } = {}): Promise<Page> {
  const { page } = await site.visit(how);
  await page.addInitScript((isLimited) => {
    const later = window.setTimeout;
    if (!isLimited)
      window.setTimeout = ((run: () => void, ms?: number) => later(run, ms === 100 ? 60_000 : ms)) as typeof later;
    window.fades = [];
    const start = document.startViewTransition.bind(document);
    document.startViewTransition = (change) => {
      const fades = window.fades;
      const at = fades.push('begun') - 1;
      const transition = start(() => {
        fades[at] = 'taken';
        return (change as () => Promise<void>)();
      });
      void transition.ready.then(() => {
        fades[at] = 'fading';
        for (const one of document.getAnimations())
          if (window.holdsFades && (one.effect as KeyframeEffect).pseudoElement) one.pause();
      });
      void transition.finished.then(() => (fades[at] = fades[at] === 'fading' ? 'ended' : 'skipped'));
      return transition;
    };
  }, !waits);
  await page.goto(site.url);
  await waitForHydration(page);
  await poll('the code of fades', () =>
    page.evaluate(() => performance.getEntriesByType('resource').some(({ name }) => /\/idle\.\w+\.js$/.test(name))),
  );
  return page;
}

/**
 * Moves to the page of an area, and holds the former page while it fades out. The next page comes when the picture of the
 * former one has been taken, so that no machine is too fast or too slow for it.
 */
async function fade(page: Page, area: string): Promise<void> {
  await page.route(`**/pages/catalog/**/${area}.json`, async (route) => {
    await poll('the picture', async () => (await fadesOf(page)).at(-1) === 'taken');
    await route.continue();
  });
  await page.evaluate(() => {
    window.holdsFades = true;
    window.scrollTo({ top: 600, behavior: 'instant' });
  });
  await follow(page, `/location/${area}`, 'catalog:area');
  await poll('the fading', async () => (await fadesOf(page)).at(-1) === 'fading');
}

const isOver = (one: Window['fades'][number]): boolean => one === 'ended' || one === 'skipped';

function fadesOf(page: Page): Promise<Window['fades']> {
  return page.evaluate(() => window.fades);
}

function letGo(page: Page): Promise<void> {
  return page.evaluate(() => {
    window.holdsFades = false;
    for (const one of document.getAnimations()) if ((one.effect as KeyframeEffect).pseudoElement) one.finish();
  });
}
