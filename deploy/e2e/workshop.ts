import type { Locator, Page } from 'playwright-core';

/** What stands between a booking and its end: the job card, and the code that the customer says. */

/** @param sheet the booking in the workshop, in service */
export function jobCard(sheet: Locator): Locator {
  return sheet.getByRole('region', { name: 'Job card' });
}

/** Ticks what is open: a group at once, then what is alone in its group. */
export async function tickJobCard(sheet: Locator): Promise<void> {
  const groups = jobCard(sheet).getByRole('button', { name: /^Tick all/ });
  while ((await groups.count()) > 0) await groups.first().click();
  const open = jobCard(sheet).getByRole('checkbox', { checked: false });
  while ((await open.count()) > 0) await open.first().click();
}

/** The handover code as the customer reads it. @param page a booking's page */
export async function codeOn(page: Page): Promise<string> {
  const text = await page.getByRole('region', { name: 'Handover code' }).innerText();
  const [code] = /\d{4}/.exec(text) ?? [];
  if (!code) throw new Error(`There is no code in: ${text}`);
  return code;
}
