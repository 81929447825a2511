import type { Page } from 'playwright-core';
import { enlargeText } from './enlarge-text.ts';
import { phone } from './open-test-site.ts';

/** A window of 1280 px at 400 %. */
const narrowest = { width: 320, height: phone.height };
/** Half of a window of 1280 px, where all text is twice as large. */
const half = { width: 640, height: phone.height };

/** By how many pixels a page, or a dialog over it, is wider than the window: at 320 px, and with text at 200 %. */
export async function tooWideWhenNarrow(page: Page): Promise<{ narrow: number; largeText: number }> {
  const before = page.viewportSize() ?? phone;
  await page.setViewportSize(narrowest);
  const narrow = await pixelsTooWide(page);
  await page.setViewportSize(half);
  await enlargeText(page, 2);
  const largeText = await pixelsTooWide(page);
  await enlargeText(page, 1);
  await page.setViewportSize(before);
  return { narrow, largeText };
}

function pixelsTooWide(page: Page): Promise<number> {
  return page.evaluate(() => {
    const boxes = [document.documentElement, ...document.querySelectorAll('dialog[open]')];
    return Math.max(...boxes.map((box) => box.scrollWidth - box.clientWidth));
  });
}
