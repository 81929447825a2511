import type { Page } from 'playwright-core';
import { brokenWords, spilledWords } from './broken-words.ts';
import { enlargeText } from './enlarge-text.ts';
import { phone } from './open-test-site.ts';

/** A window of 1280 px at 400 %. */
const narrowest = { width: 320, height: phone.height };
/** Half of a window of 1280 px. */
const half = { width: 640, height: phone.height };

/** What does not fit into a window whose text is at 200 %. */
export interface LargeTextMisfits {
  /** In px. */
  tooWide: number;
  /** Broken in two, or out of their boxes. */
  words: string[];
}

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
): Promise<{ narrow: number; largeText: LargeTextMisfits; largeTextOnPhone: LargeTextMisfits }> {
  const before = page.viewportSize() ?? phone;
  await page.setViewportSize(narrowest);
  const narrow = await pixelsTooWide(page);
  const largeText = await misfitsWithLargeText(page, half);
  const largeTextOnPhone = await misfitsWithLargeText(page, phone);
  await page.setViewportSize(before);
  return { narrow, largeText, largeTextOnPhone };
}

/** Asked in a window of this size, which remains. */
export async function misfitsWithLargeText(
  page: Page,
  window: { width: number; height: number },
): Promise<LargeTextMisfits> {
  await page.setViewportSize(window);
  await enlargeText(page, 2);
  const tooWide = await pixelsTooWide(page);
  const words = [...(await brokenWords(page)), ...(await spilledWords(page))];
  await enlargeText(page, 1);
  return { tooWide, words };
}
