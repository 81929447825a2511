import type { Page } from 'playwright-core';
import { enlargeText } from './enlarge-text.ts';
import { phone } from './open-test-site.ts';

/** A window of 1280 px at 400 %. */
const narrowest = { width: 320, height: phone.height };
/** Half of a window of 1280 px. */
const half = { width: 640, height: phone.height };

/** By how many pixels a page, or a dialog over it, is wider than the window. */
export function pixelsTooWide(page: Page): Promise<number> {
  return page.evaluate(() => {
    const boxes = [document.documentElement, document.body, ...document.querySelectorAll('dialog[open]')];
    return Math.max(...boxes.map((box) => box.scrollWidth - box.clientWidth));
  });
}

/** The same where there is least room: at 320 px, and with text at 200 % at 640 px and on a phone. */
export async function tooWideWhenNarrow(
  page: Page,
): Promise<{ narrow: number; largeText: number; largeTextOnPhone: number }> {
  const before = page.viewportSize() ?? phone;
  await page.setViewportSize(narrowest);
  const narrow = await pixelsTooWide(page);
  const largeText = await tooWideWithLargeText(page, half);
  const largeTextOnPhone = await tooWideWithLargeText(page, phone);
  await page.setViewportSize(before);
  return { narrow, largeText, largeTextOnPhone };
}

/** The same with text at 200 % in a window of this size, which remains. */
export async function tooWideWithLargeText(page: Page, window: { width: number; height: number }): Promise<number> {
  await page.setViewportSize(window);
  await enlargeText(page, 2);
  const tooWide = await pixelsTooWide(page);
  await enlargeText(page, 1);
  return tooWide;
}
