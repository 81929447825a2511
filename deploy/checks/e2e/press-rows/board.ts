import { bookByCall, readFirstFree } from '../book-by-call.ts';
import { hire } from '../hire.ts';
import { button, type PressedPage } from '../press-answers.ts';
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
        address: /rest\/v1\/notification_logs/,
        method: 'PATCH',
        fill: async (page) => button(/^Alerts/)(page).click(),
        control: button('Mark all read'),
        refusal: { status: 403, hint: 'forbidden' },
        refused: /You don't have permission for this/,
        done: /All of them are marked as read/,
      },
    ],
  },
];
