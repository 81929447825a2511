import type { BrowserContext, Page } from 'playwright-core';
import { waitForHydration } from './wait-for-hydration.ts';

/**
 * Opens a page in a tab of its own and looks at it. A busy Chromium without a GPU sometimes stops drawing a page that
 * scrolls, for good, and that tab may load no other page either: then the page is looked at in a second tab.
 *
 * @param look returns null when the browser has drawn nothing for 10 seconds
 */
export async function lookInNewTab<Seen>(
  context: BrowserContext,
  url: string,
  look: (page: Page) => Promise<Seen | null>,
): Promise<Seen> {
  for (let tab = 1; tab <= 2; tab += 1) {
    const page = await context.newPage();
    await page.goto(url);
    await waitForHydration(page);
    const seen = await look(page);
    if (seen !== null) {
      await page.close();
      return seen;
    }
  }
  throw new Error(`Chromium has drawn nothing of ${url}, in two tabs.`);
}
