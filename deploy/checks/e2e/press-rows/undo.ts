import type { Page } from 'playwright-core';
import { bookByCall, readFreeTimes } from '../book-by-call.ts';
import { hire } from '../hire.ts';
import { desktop, type TestSite } from '../open-test-site.ts';
import { button, type PressedPage } from '../press-answers.ts';
import { signInAsAdmin } from '../sign-in.ts';

let job = '';
const gone = { refusal: { status: 404, hint: 'not_found' }, refused: /There is no such booking/ };

/** Opens the board of a day with a card that somebody has, at the width of an office. */
async function openBoard(page: Page, site: TestSite): Promise<void> {
  await page.setViewportSize(desktop);
  for (const name of ['Rohan Patil', 'Imran Shaikh']) await hire(site, name, 'mechanic');
  const times = await readFreeTimes(site, 'workshop');
  // A day without the bookings of other pages, so that cards and windows are in view for the drag.
  const at = times.find(({ date }) => date === times.at(-1)!.date);
  ({ id: job } = await bookByCall(site, { at: at! }));
  await site.backend.sql`
    update service_bookings set status = 'assigned', mechanic = 'Imran Shaikh' where id = ${job}`;
  await signInAsAdmin(page, site);
  await page.goto(`${site.url}/admin?date=${at!.date}`);
  await page.locator(`[data-job="${job}"]`).waitFor();
}

/** What staff do on the board and take back from the toast. */
export const undoPages: PressedPage[] = [
  {
    name: 'a card that is dropped on another window, and taken back',
    tag: ['@admin'],
    more: true,
    open: async (page, site) => {
      await openBoard(page, site);
      const row = page.getByRole('region', { name: 'Walk-in' });
      await row.locator(`[data-job="${job}"]`).dragTo(row.locator('[data-window]').last());
      await page.getByRole('dialog').getByRole('radio', { name: /^Ours/ }).check();
    },
    controls: [
      {
        sends: 'reschedule_booking',
        from: 'admin/move-jobs/drop-dialog',
        address: /rpc\/reschedule_booking/,
        control: button('Move it'),
        ...gone,
        done: /is moved to /,
      },
      {
        sends: 'reschedule_booking',
        from: 'admin/move-jobs/drop-dialog',
        address: /rpc\/reschedule_booking/,
        control: button('Undo'),
        ...gone,
        done: /is back at /,
      },
    ],
  },
  {
    name: 'a job that is given to somebody else, and back',
    tag: ['@admin'],
    more: true,
    open: openBoard,
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
        ...gone,
        done: /is assigned to Rohan Patil/,
      },
      {
        sends: 'assign_job',
        from: 'admin/move-jobs/job-menu',
        address: /rpc\/assign_job/,
        control: button('Undo'),
        ...gone,
        done: /is Imran Shaikh’s again/,
      },
    ],
  },
  {
    name: 'a step of a booking that is taken back',
    tag: ['@admin'],
    more: true,
    open: async (page, site) => {
      const { id } = await bookByCall(site, { mode: 'doorstep' });
      await site.backend.sql`
        update service_bookings set status = 'assigned', mechanic = 'Ganesh Shinde' where id = ${id}`;
      await signInAsAdmin(page, site);
      await page.goto(`${site.url}/admin?booking=${id}`);
      await button('On the way')(page).click();
    },
    controls: [
      {
        sends: 'set_booking_status',
        from: 'admin/change-booking/booking-sheet',
        address: /rpc\/set_booking_status/,
        control: button('Undo'),
        ...gone,
        done: /: Mechanic assigned again$/,
      },
    ],
  },
];
