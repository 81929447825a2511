import type { Locator, Page } from 'playwright-core';
import { askOtherWork } from '../ask-other-work.ts';
import { bookByCall, readFreeTimes, type BookingByCall } from '../book-by-call.ts';
import type { TestSite } from '../open-test-site.ts';
import { button, chooseFreeWindow, fields } from '../press-answers.ts';
import { signInAsAdmin } from '../sign-in.ts';
import { pressInFoot } from '../locators.ts';
import { goTo, type PageState, type PageWalk } from './page-state.ts';

let booked: BookingByCall;

const sheet = (page: Page): Locator => page.getByRole('dialog').last();

async function openSheet(page: Page, site: TestSite): Promise<void> {
  await goTo(`/admin?booking=${booked.id}`)(page, site);
  await sheet(page).getByText('Meera Joshi').waitFor();
}

const inState =
  (status: string): PageState['reach'] =>
  async (page, site) => {
    await site.backend.sql`update service_bookings set status = ${status} where id = ${booked.id}`;
    await openSheet(page, site);
  };

const board: PageState[] = [
  {
    name: 'admin',
    reach: async (page, site) => {
      booked = await bookByCall(site, { mode: 'doorstep' });
      const { sql } = site.backend;
      await sql`
        insert into callback_requests (kind, name, phone, message)
        values ('message', 'Asha Kulkarni', '+919822011229', 'Do you paint tanks?')`;
      await signInAsAdmin(page, site);
      const [row] = await sql<{ day: string }[]>`
        select booking_date::text as day from service_bookings where id = ${booked.id}`;
      await goTo(`/admin?date=${row!.day}`)(page, site);
      await page.getByText('Asha Kulkarni').first().waitFor();
    },
  },
  {
    name: 'admin-more-views',
    phoneOnly: true,
    overlay: true,
    reach: async (page) => {
      await page.getByRole('button', { name: 'More', exact: true }).click();
      await page.getByRole('navigation', { name: 'Workshop' }).getByRole('link', { name: 'Health' }).waitFor();
    },
  },
  { name: 'admin-health', reach: goTo('/admin?view=health') },
  {
    name: 'admin-find',
    overlay: true,
    reach: async (page, site) => {
      await goTo('/admin')(page, site);
      await page.getByRole('button', { name: 'Find', exact: true }).click();
      await page.getByRole('combobox', { name: 'Name, number, phone or plate' }).fill('joshi');
      await page.getByText('Book for Meera Joshi').waitFor();
    },
  },
  {
    name: 'admin-caller-unknown',
    reach: async (page, site) => {
      await goTo('/admin?view=caller')(page, site);
      await page.getByRole('textbox', { name: /Phone/ }).fill('9822099999');
      await page.getByText('We don’t know this number.').waitFor();
    },
  },
  {
    name: 'admin-caller',
    reach: async (page) => {
      await page.getByRole('textbox', { name: /Phone/ }).fill('9822054321');
      await page.getByRole('heading', { name: 'Meera Joshi' }).waitFor();
      await page.getByLabel('A job, or what is wrong').fill('brake noise');
      await page
        .getByRole('button', { name: /of \d free/ })
        .first()
        .click();
      await page.getByText('is held while you talk.').waitFor();
      await page.getByRole('button', { name: /^Yes, book for/ }).waitFor();
    },
  },
];

const sheets: PageState[] = [
  { name: 'admin-sheet', overlay: true, reach: openSheet },
  {
    name: 'admin-more-steps',
    phoneOnly: true,
    overlay: true,
    reach: async (page, site) => {
      await openSheet(page, site);
      await sheet(page).getByRole('button', { name: 'More', exact: true }).click();
      await sheet(page).getByRole('button', { name: 'Move' }).waitFor();
    },
  },
  {
    name: 'admin-assign',
    overlay: true,
    reach: async (page) => {
      await button('Confirm and assign')(page).click();
      await sheet(page).getByLabel('Mechanic').waitFor();
      await button('Confirm and assign')(page).click();
      await page.locator('[aria-invalid=true]').first().waitFor();
    },
  },
  {
    name: 'admin-propose',
    overlay: true,
    reach: async (page, site) => {
      await site.backend.sql`update service_bookings set mechanic = 'Ganesh Shinde' where id = ${booked.id}`;
      await inState('inspecting')(page, site);
      await pressInFoot(page, 'Propose extra work');
      await button('Propose it')(page).click();
      await page.locator('[aria-invalid=true]').first().waitFor();
    },
  },
  {
    name: 'admin-awaiting-approval',
    overlay: true,
    reach: async (page) => {
      await fields({ Work: 'New battery', 'Why, for the customer': 'It holds no charge', 'Price (₹)': '1450' })(page);
      await button('Propose it')(page).click();
      await sheet(page).getByText('Yes or no?').waitFor();
    },
  },
  {
    name: 'admin-in-service',
    overlay: true,
    reach: async (page) => {
      await button(/^No, leave it/)(page).click();
      await button('Start the work')(page).click();
      await page.getByRole('region', { name: 'Job card' }).getByRole('checkbox').first().waitFor();
    },
  },
];

const more: PageState[] = [
  {
    name: 'admin-complete',
    overlay: true,
    reach: async (page, site) => {
      booked = await bookByCall(site);
      await signInAsAdmin(page, site);
      await site.backend.sql`update service_bookings set mechanic = 'Ganesh Shinde' where id = ${booked.id}`;
      await inState('ready')(page, site);
      await button('Complete')(page).click();
      await sheet(page).getByLabel('Handover code').waitFor();
      await button('Complete')(page).click();
      await page.locator('[aria-invalid=true]').first().waitFor();
    },
  },
  {
    name: 'admin-done',
    overlay: true,
    reach: async (page, site) => {
      await site.backend.sql`
        update service_bookings set final_price = 1699, odometer_km = 12450, closed_at = now() where id = ${booked.id}`;
      await inState('completed')(page, site);
    },
  },
  {
    name: 'admin-move',
    overlay: true,
    reach: async (page, site) => {
      booked = await bookByCall(site);
      await openSheet(page, site);
      await pressInFoot(page, 'Move');
      await sheet(page).getByLabel('Who caused the change').selectOption('shop');
      await chooseFreeWindow(sheet(page));
    },
  },
  {
    name: 'admin-correct',
    overlay: true,
    reach: async (page, site) => {
      await openSheet(page, site);
      await pressInFoot(page, 'Correct…');
      await site.backend.sql`
        update service_bookings set customer_name = 'Meera Joshi Rao', edits = edits + 1 where id = ${booked.id}`;
      await fields({ Name: 'Mira Joshi' })(page);
      await button('Save')(page).click();
      await page.getByRole('radio', { name: /^Meera Joshi Rao/ }).waitFor();
    },
  },
  {
    name: 'admin-change-work',
    overlay: true,
    reach: async (page, site) => {
      await openSheet(page, site);
      await pressInFoot(page, 'Change what is done…');
      await page.getByRole('checkbox', { name: /90/ }).check();
      await button('They said yes: change it')(page).click();
      await page.locator('[aria-invalid=true]').first().waitFor();
    },
  },
  {
    name: 'admin-credit-note',
    reach: async (page, site) => {
      const { id } = await bookByCall(site);
      await site.backend.sql`update service_bookings set status = 'completed' where id = ${id}`;
      await goTo(`/admin?view=invoice&booking=${id}`)(page, site);
      await page.getByText('Credit note…').click();
      await button('Issue the credit note')(page).click();
      await page.locator('[aria-invalid=true]').first().waitFor();
    },
  },
  {
    name: 'admin-replace-invoice',
    reach: async (page) => {
      await page.getByText('Replace the invoice…').click();
      await button('Replace the invoice')(page).click();
      await page.locator('[aria-invalid=true]').last().waitFor();
    },
  },
  {
    name: 'admin-question-open',
    overlay: true,
    reach: async (page, site) => {
      booked = await bookByCall(site);
      await askOtherWork(site, booked.id);
      await openSheet(page, site);
      await sheet(page)
        .getByText(/^The customer is asked since/)
        .waitFor();
    },
  },
  {
    name: 'admin-cancel',
    overlay: true,
    reach: async (page, site) => {
      await openSheet(page, site);
      await pressInFoot(page, 'Cancel');
      await sheet(page).getByLabel('Who caused the change').selectOption('shop');
    },
  },
  {
    name: 'admin-no-show',
    overlay: true,
    reach: async (page, site) => {
      await site.backend.sql`update service_bookings set fee = 100 where id = ${booked.id}`;
      await inState('no_show')(page, site);
      await pressInFoot(page, 'Change the fee');
    },
  },
  {
    name: 'admin-weather',
    reach: async (page, site) => {
      const [time] = await readFreeTimes(site, 'doorstep');
      await goTo(`/admin?date=${time!.date}`)(page, site);
      await page.getByRole('button', { name: 'Stop gate visits', exact: true }).click();
      await button(/^Stop gate visits on/)(page).waitFor();
    },
  },
];

/** What staff see. */
export const workshopWalks: PageWalk[] = [
  { name: 'the workshop', tag: ['@admin'], states: [...board, ...sheets] },
  { name: 'more of the workshop', tag: ['@admin'], states: more },
];
