import { expect } from '@playwright/test';
import type { Locator, Page } from 'playwright-core';
import type { TestSite } from './open-test-site.ts';

/** Does what a booking needs before it can be completed: the check-in, the job card, and the customer's handover code. */

/** Checks a bike in, as the floor does before its inspection. */
export async function checkIn({ backend: { sql } }: TestSite, booking: string): Promise<void> {
  await sql`
    insert into booking_checkins (booking_id, odometer_km, checked_in_at) values (${booking}, 12450, now())`;
}

/** @param sheet the booking in the workshop, in service */
export function jobCard(sheet: Locator): Locator {
  return sheet.getByRole('region', { name: 'Job card' });
}

/** Ticks the open lines: whole groups first, then single lines. @param card the job card, or a page of the floor */
export async function tickLines(card: Page | Locator): Promise<void> {
  await clickEach(card.getByRole('button', { name: /^Tick all/ }));
  await clickEach(card.getByRole('checkbox', { checked: false }));
}

/** Clicks controls that are gone once they were clicked. Each goes before the next, so that none is looked for in vain. */
async function clickEach(controls: Locator): Promise<void> {
  for (let left = await controls.count(); left > 0; left = await controls.count()) {
    await controls.first().click();
    await expect(controls).not.toHaveCount(left);
  }
}

export const tickJobCard = (sheet: Locator): Promise<void> => tickLines(jobCard(sheet));

/** The handover code on the customer's page. @param page a booking's page */
export async function codeOn(page: Page): Promise<string> {
  const text = await page.getByRole('region', { name: 'Handover code' }).innerText();
  const [code] = /\d{4}/.exec(text) ?? [];
  if (!code) throw new Error(`There is no code in: ${text}`);
  return code;
}
