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

/**
 * Clicks controls that are gone once they were clicked. A live reload may show one again for a moment, so that a click
 * meets another one than was meant: it goes on until all are gone.
 */
async function clickEach(controls: Locator): Promise<void> {
  await expect(async () => {
    if ((await controls.count()) > 0) await controls.first().click({ timeout: 1_000 });
    await expect(controls).toHaveCount(0, { timeout: 50 });
  }).toPass({ intervals: [0], timeout: 30_000 });
}

export const tickJobCard = (sheet: Locator): Promise<void> => tickLines(jobCard(sheet));

/** The handover code on the customer's page. @param page a booking's page */
export async function codeOn(page: Page): Promise<string> {
  const text = await page.getByRole('region', { name: 'Handover code' }).innerText();
  const [code] = /\d{4}/.exec(text) ?? [];
  if (!code) throw new Error(`There is no code in: ${text}`);
  return code;
}
