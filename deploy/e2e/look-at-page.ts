import type { Page } from 'playwright-core';
import { countHeadings, heading } from './locators.ts';
import { until } from './until.ts';

export interface SeenPage {
  status: number;
  heading: string;
  headings: number;
  title: string;
  /** Words of the page between header and footer. */
  text: string;
  /** Pixels by which the page is wider than the screen. */
  tooWide: number;
}

/** Opens an address as somebody who typed it, waits until it stands still, and writes down what is there. */
export async function lookAtPage(page: Page, address: string): Promise<SeenPage> {
  const response = await page.goto(address, { waitUntil: 'networkidle' });
  await heading(page).first().waitFor();
  await until('the end of loading', () => page.evaluate(() => !document.querySelector('main[aria-busy]')));
  return {
    status: response?.status() ?? 0,
    heading: await heading(page).first().innerText(),
    headings: await countHeadings(page),
    title: await page.title(),
    text: await page.locator('main').innerText(),
    tooWide: await page.evaluate(
      () => Math.max(document.documentElement.scrollWidth, document.body.scrollWidth) - window.innerWidth,
    ),
  };
}
