import type { Page } from 'playwright-core';
import { bookByCall, readFirstFree } from '../book-by-call.ts';
import { hire } from '../hire.ts';
import { button, fields, type PressedPage } from '../press-answers.ts';
import { signInAsAdmin } from '../sign-in.ts';

let job = '';

/** What staff send from the board itself, without opening a booking. */
export const boardPages: PressedPage[] = [
  {
    name: 'a card of the board, and the alerts behind the bell',
    tag: ['@admin'],
    open: async (page, site) => {
      await hire(site, 'Rohan Patil', 'mechanic');
      const at = await readFirstFree(site, 'workshop');
      await signInAsAdmin(page, site);
      await page.goto(`${site.url}/admin?date=${at.date}`);
      await page.getByRole('button', { name: /^Alerts/ }).waitFor();
      ({ id: job } = await bookByCall(site, { at }));
      await page.locator(`[data-job="${job}"]`).waitFor();
      await page.getByRole('button', { name: /^Alerts, \d+ not read$/ }).waitFor();
    },
    controls: [
      {
        sends: 'assign_job',
        from: 'admin/move-jobs/job-menu',
        address: /rpc\/assign_job/,
        fill: async (page) =>
          page
            .locator(`[data-job="${job}"]`)
            .getByRole('button', { name: /^More for/ })
            .click(),
        control: button('Rohan Patil'),
        refusal: { status: 409, hint: 'assigned_meanwhile', data: { mechanic: 'Imran Shaikh' } },
        refused: /Imran Shaikh has this job by now/,
        done: /MH12AB1234 is assigned to Rohan Patil/,
      },
      {
        sends: 'notification_logs.update',
        from: 'admin/alert-bookings/alerts-dialog',
        address: /rest\/v1\/notification_logs/,
        method: 'PATCH',
        fill: async (page) => button(/^Alerts/)(page).click(),
        control: button('Mark all read'),
        refusal: { status: 403, hint: 'forbidden' },
        refused: /You don't have permission for this/,
        done: /All of them are marked as read/,
      },
      {
        sends: 'promise_ready',
        from: 'admin/change-booking/change-form',
        address: /rpc\/promise_ready/,
        fill: async (page) => {
          await page.keyboard.press('Escape');
          const card = page.locator(`[data-job="${job}"]`);
          await card.getByRole('button', { name: /^More for/ }).click();
          await page.getByRole('link', { name: 'Promise a time' }).click();
          await fields({ 'By what time (optional)': '18:45' })(page);
        },
        control: button('Promise it'),
        refusal: { status: 422, hint: 'promise_past' },
        refused: /Promise a time that is still to come/,
        done: /is promised for .* by 6:45/,
      },
    ],
  },
  {
    name: 'the days off of a person',
    tag: ['@admin'],
    more: true,
    open: async (page, site) => {
      await hire(site, 'Rohan Patil', 'mechanic');
      await site.backend.sql`delete from staff_absences`;
      await signInAsAdmin(page, site);
      await page.goto(`${site.url}/admin?view=week`);
    },
    controls: [
      {
        sends: 'staff_absences.insert',
        from: 'admin/mark-days-off/days-off-dialog',
        address: /rest\/v1\/staff_absences/,
        method: 'POST',
        fill: (page) => markDay(page, true),
        control: button('Save'),
        refusal: { status: 403 },
        refused: /That did not work/,
        done: /Rohan Patil is not here on/,
      },
      {
        sends: 'staff_absences.delete',
        from: 'admin/mark-days-off/days-off-dialog',
        address: /rest\/v1\/staff_absences/,
        method: 'DELETE',
        fill: (page) => markDay(page, false),
        control: button('Save'),
        refusal: { status: 403 },
        refused: /That did not work/,
        done: /Rohan Patil is here all week/,
      },
    ],
  },
];

/** Opens the days off of a person, and sets the first one. */
async function markDay(page: Page, isAway: boolean): Promise<void> {
  await button(/^Not here… ?: Rohan Patil$/)(page).click();
  await page.getByRole('dialog').getByRole('checkbox').first().setChecked(isAway);
}
