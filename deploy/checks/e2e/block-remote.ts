import type { Page } from 'playwright-core';

export type Fault = 'missing' | 'html' | 'hanging';

/**
 * Makes a remote's entry fail from now on, retries included.
 * @returns a function that lets it through again
 */
export async function blockRemote(page: Page, remote: string, fault: Fault): Promise<() => Promise<void>> {
  const entry = new RegExp(`/r/${remote}/[^/]+/remoteEntry\\.`);
  await page.route(entry, async (route) => {
    if (fault === 'missing')
      await route.fulfill({ status: 404, contentType: 'text/plain', body: 'There is no such file.' });
    else if (fault === 'html')
      await route.fulfill({
        status: 200,
        contentType: 'text/html',
        body: '<!doctype html><h1>Welcome to the Wi-Fi</h1>',
      });
    // A hanging request is never answered.
  });
  return () => page.unroute(entry);
}
