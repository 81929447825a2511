import { expect } from '@playwright/test';
import type { Page } from 'playwright-core';

/** Follows a link of the page as a visitor does, wherever it is on the page. @param id of the page that it leads to */
export async function follow(page: Page, to: string, id: string): Promise<void> {
  await page
    .locator(`a[href="${to}"]`)
    .first()
    .evaluate((link) => link.dispatchEvent(new MouseEvent('click', { bubbles: true, cancelable: true })));
  await expect(page.locator(`[data-page="${id}"]`)).toBeVisible();
}
