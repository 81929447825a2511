import type { Page } from 'playwright-core';
import { countHeadings, heading } from './locators.ts';
import { pixelsTooWide } from './too-wide.ts';
import { poll } from '../../backend/testing/poll.ts';

export interface SeenPage {
  status: number;
  heading: string;
  headings: number;
  title: string;
  /** Text of the page between header and footer. */
  text: string;
  /** Pixels by which the page is wider than the screen. */
  tooWide: number;
}

/** Opens an address in the browser, waits until the page has settled, and describes it. */
export async function describePage(page: Page, address: string): Promise<SeenPage> {
  const response = await page.goto(address, { waitUntil: 'networkidle' });
  await heading(page).first().waitFor();
  await poll('the end of loading', () => page.evaluate(() => !document.querySelector('main[aria-busy]')));
  return {
    status: response?.status() ?? 0,
    heading: await heading(page).first().innerText(),
    headings: await countHeadings(page),
    title: await page.title(),
    text: await page.locator('main').innerText(),
    tooWide: await pixelsTooWide(page),
  };
}
