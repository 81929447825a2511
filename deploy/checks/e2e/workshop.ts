import type { Locator, Page } from 'playwright-core';

/** Does what a booking needs before it can be completed: the job card, and the customer's handover code. */

/** @param sheet the booking in the workshop, in service */
export function jobCard(sheet: Locator): Locator {
  return sheet.getByRole('region', { name: 'Job card' });
}

/** Ticks the open lines: whole groups first, then single lines. */
export async function tickJobCard(sheet: Locator): Promise<void> {
  const groups = jobCard(sheet).getByRole('button', { name: /^Tick all/ });
  while ((await groups.count()) > 0) await groups.first().click();
  const open = jobCard(sheet).getByRole('checkbox', { checked: false });
  while ((await open.count()) > 0) await open.first().click();
}

/** The handover code on the customer's page. @param page a booking's page */
export async function codeOn(page: Page): Promise<string> {
  const text = await page.getByRole('region', { name: 'Handover code' }).innerText();
  const [code] = /\d{4}/.exec(text) ?? [];
  if (!code) throw new Error(`There is no code in: ${text}`);
  return code;
}
