import type { Page } from 'playwright-core';
import { heading } from '../locators.ts';
import { phone } from '../open-test-site.ts';
import { onePageOfEachKind } from '../routes.ts';
import { expect, test } from '../fixtures/test.ts';

/** A colour of the design tokens, as computed styles write it. */
async function colour(page: Page, token: string): Promise<string> {
  const hex = await page.evaluate(
    (name) => getComputedStyle(document.documentElement).getPropertyValue(name).trim(),
    token,
  );
  return `rgb(${[1, 3, 5].map((at) => Number.parseInt(hex.slice(at, at + 2), 16)).join(', ')})`;
}

/** Whether an object or a bike stands on a line of red-oxide floor, in the first two screens of a page. */
async function hasGroundLine(page: Page): Promise<boolean> {
  return page.evaluate(
    (oxide) => {
      const isFloor = (width: string, paint: string) => parseFloat(width) >= 3 && paint === oxide;
      return [...document.querySelectorAll('main, main *')].some((element) => {
        const { top, width } = element.getBoundingClientRect();
        if (width === 0 || top > 2 * innerHeight || !element.querySelector('svg')) return false;
        return ['', '::after'].some((part) => {
          const style = getComputedStyle(element, part);
          return (
            isFloor(style.borderBottomWidth, style.borderBottomColor) ||
            isFloor(style.borderTopWidth, style.borderTopColor)
          );
        });
      });
    },
    await colour(page, '--oxide'),
  );
}

/** A step of the booking has a bar and no picture; the page of an area has its milestone. */
const withoutGround = ['/book-service', '/location/kondhwa'];

test.describe('the workshop', { tag: ['@catalog', '@more'] }, () => {
  test('every page for everybody has its object on the ground line', async ({ site }) => {
    const { page } = await site.visit(phone);
    for (const path of onePageOfEachKind.filter((each) => !withoutGround.includes(each))) {
      await page.goto(site.url + path);
      await expect(heading(page).first()).toBeVisible();
      expect.soft(await hasGroundLine(page), path).toBe(true);
    }
  });

  test('on a phone the milestone of an area stands beside its heading, which begins at once', async ({ site }) => {
    const { page } = await site.visit(phone);
    for (const width of [320, phone.width]) {
      await page.setViewportSize({ ...phone, width });
      await page.goto(`${site.url}/location/kondhwa`);
      const stone = await page.locator('main').getByText('PIN 411048').first().boundingBox();
      const words = await heading(page).first().boundingBox();
      expect(stone!.x + stone!.width).toBeLessThanOrEqual(words!.x);
      expect(words!.y).toBeLessThan(phone.height / 3);
    }
  });

  test('“Sample review” is a grey line and no badge', async ({ site }) => {
    const { page } = await site.visit(phone);
    await page.goto(`${site.url}/reviews`);
    const mark = page.getByText('Sample review', { exact: true }).first();
    await expect(mark).toHaveCSS('background-color', 'rgba(0, 0, 0, 0)');
    await expect(mark).toHaveCSS('font-weight', '400');
    await expect(mark).toHaveCSS('color', await colour(page, '--ink-3'));
  });
});
