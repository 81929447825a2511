import type { Page } from 'playwright-core';

/** Waits until React has taken over the page that was rendered ahead: its frame carries React's marks. */
export async function takenOver(page: Page): Promise<void> {
  await page.waitForFunction(() =>
    Object.keys(document.querySelector('#root main') ?? {}).some((key) => key.startsWith('__reactProps')),
  );
}
