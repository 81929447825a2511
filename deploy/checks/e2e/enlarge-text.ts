import type { Page } from 'playwright-core';

/** Sizes of a browser whose user has changed nothing, in px. */
const usual = { standard: 16, fixed: 13 };

/** Makes all text of a tab larger, as the setting of the browser does. */
export async function enlargeText(page: Page, times: number): Promise<void> {
  const session = await page.context().newCDPSession(page);
  const fontSizes = { standard: usual.standard * times, fixed: usual.fixed * times };
  await session.send('Page.setFontSizes', { fontSizes });
}
