import type { Page } from 'playwright-core';

/** Makes the browser say that its visitor saves data, or has this network: pages prefetch nothing then. */
export async function saveData(page: Page, connection: object = { saveData: true }): Promise<void> {
  await page.addInitScript((value) => Object.defineProperty(navigator, 'connection', { value }), connection);
}
