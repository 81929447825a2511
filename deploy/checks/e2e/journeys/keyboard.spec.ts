import type { Page } from 'playwright-core';
import { askOtherWork } from '../ask-other-work.ts';
import { bookByCall, type BookingByCall } from '../book-by-call.ts';
import { expectFocusInPage, expectFocusShown, tabTo } from '../keyboard.ts';
import { heading, toast } from '../locators.ts';
import { desktop, type TestSite } from '../open-test-site.ts';
import { expect, test } from '../fixtures/test.ts';

/** Goes on with Tab to a control, which shows that it has the focus, and presses a key on it. */
async function press(page: Page, name: string | RegExp, key: 'Enter' | 'Space' = 'Enter'): Promise<void> {
  await tabTo(page, name);
  await expectFocusShown(page, `on ${name}`);
  await page.keyboard.press(key);
}

async function openBooking(page: Page, site: TestSite, booked: BookingByCall): Promise<void> {
  await page.goto(`${site.url}/book-service#manage=${booked.manage_token}`);
  await page.getByText(booked.number).first().waitFor();
}

/** The workshop proposes work that is over the limit. */
async function proposeWork({ backend: { sql } }: TestSite, id: string): Promise<void> {
  await sql`
    insert into extra_work (booking_id, name, reason, price, minutes, status, proposed_at, answer_by, position)
    select ${id}, name, 'Worn out', 900, 20, 'proposed', now(), now() + '30 minutes', position
    from (values ('New battery', 1), ('Brake pads', 2)) as works (name, position)`;
  await sql`
    update service_bookings set status = 'awaiting_approval', mechanic = 'Ganesh Shinde' where id = ${id}`;
}

// No step uses a pointer. After each press the focus is on the page and in view: never lost with what it was on.
test.describe('by keyboard alone', { tag: ['@cart', '@account', '@more'] }, () => {
  test('the questions of the workshop are answered', async ({ site }) => {
    const booked = await bookByCall(site);
    await proposeWork(site, booked.id);
    const { page } = await site.visit(desktop);
    await openBooking(page, site, booked);
    await expect(heading(page, 'Ganesh needs your answer')).toBeVisible();
    await press(page, 'Yes, do it: New battery for ₹900');
    await expect(toast(page, 'Approved: New battery, ₹900')).toBeVisible();
    await expect(page.getByRole('button', { name: /^Yes, do it: New battery/ })).toHaveCount(0);
    await expectFocusInPage(page, 'after the first answer');
    await press(page, 'No, leave it: Brake pads');
    await expect(toast(page, 'Declined: Brake pads')).toBeVisible();
    await expect(heading(page, 'Ganesh needs your answer')).toHaveCount(0);
    await expectFocusInPage(page, 'after the last answer');
    await press(page, 'Change the answer: New battery');
    await expectFocusInPage(page, 'before a changed answer');
    await press(page, 'No, leave it: New battery');
    await expect(toast(page, 'Declined: New battery')).toBeVisible();
    await expectFocusInPage(page, 'after a changed answer');
  });

  test('other work is agreed to', async ({ site }) => {
    const booked = await bookByCall(site);
    await askOtherWork(site, booked.id);
    const { page } = await site.visit(desktop);
    await openBooking(page, site, booked);
    await press(page, /^Yes, do it: other work/);
    await expect(toast(page, /^Agreed: /)).toBeVisible();
    await expect(page.getByRole('button', { name: /^Yes, do it/ })).toHaveCount(0);
    await expectFocusInPage(page, 'after the answer');
  });

  test('a booking is moved, then cancelled', async ({ site }) => {
    const { page } = await site.visit(desktop);
    await openBooking(page, site, await bookByCall(site));
    await press(page, 'Move');
    const dialog = page.getByRole('dialog');
    await dialog.getByRole('radio').first().waitFor();
    await expectFocusShown(page, 'in the dialog');
    await page.keyboard.press('Escape');
    await expect(dialog).toBeHidden();
    await expectFocusShown(page, 'after Escape, on Move');
    await page.keyboard.press('Enter');
    await dialog.locator('input[name="time"]:enabled').first().waitFor();
    await tabToWindow(page);
    await expectFocusShown(page, 'on a window');
    await page.keyboard.press('Space');
    await press(page, /^Move to /);
    await expect(toast(page, /^Moved to /)).toBeVisible();
    await expect(dialog).toBeHidden();
    await expectFocusInPage(page, 'after the move');

    await press(page, 'Cancel the booking');
    await expect(dialog).toBeVisible();
    await expectFocusShown(page, 'in the dialog');
    await press(page, 'Cancel the booking');
    await expect(toast(page, /is cancelled$/)).toBeVisible();
    await expect(dialog).toBeHidden();
    await expectFocusInPage(page, 'after the cancellation');
  });

  test('a booking is paid on the page of the demo gateway', async ({ site }) => {
    const { page } = await site.visit(desktop);
    await openBooking(page, site, await bookByCall(site, { payBy: 'online' }));
    await press(page, 'Pay ₹1,699 by card or net banking');
    await page.waitForURL('**/payments/v1/**');
    await press(page, 'Card refused');
    await expect(heading(page, 'The card was refused')).toBeVisible();
    await press(page, 'Back to your booking');
    await page.waitForURL('**/book-service#manage=*');
    await press(page, 'Pay ₹1,699 by card or net banking');
    await page.waitForURL('**/payments/v1/**');
    await press(page, 'Pay ₹1,699');
    await expect(heading(page, '₹1,699 paid')).toBeVisible();
    await press(page, 'Back to your booking');
    await page.waitForURL('**/book-service#manage=*');
    await expect(page.getByText('₹1,699 is paid.').first()).toBeVisible();
  });
});

/** Goes on with Tab to the windows of the day: the first one of a group has the focus for all of them. */
async function tabToWindow(page: Page): Promise<void> {
  const focused = () => page.evaluate(() => document.activeElement?.getAttribute('name'));
  for (let presses = 0; presses < 40 && (await focused()) !== 'time'; presses += 1) await page.keyboard.press('Tab');
}
