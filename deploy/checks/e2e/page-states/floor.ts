import type { Page } from 'playwright-core';
import { bookByCall, type BookingByCall } from '../book-by-call.ts';
import type { TestSite } from '../open-test-site.ts';
import { signInAsAdmin } from '../sign-in.ts';
import { goTo, type PageState, type PageWalk } from './page-state.ts';

let booked: BookingByCall;

async function openJob(page: Page, site: TestSite): Promise<void> {
  await goTo(`/admin?view=floor&job=${booked.id}`)(page, site);
}

/** A bike that is to be checked in today. */
async function bikeOfToday(site: TestSite): Promise<void> {
  booked = await bookByCall(site, { approvalLimit: 500 });
  await site.backend.sql`
    update service_bookings set
      status = 'assigned', mechanic = 'Ganesh Shinde', booking_date = private.today(), odometer_km = 12450,
      notes = 'Squeals from behind when slow, worse in the morning.'
    where id = ${booked.id}`;
}

const states: PageState[] = [
  {
    name: 'floor-list',
    reach: async (page, site) => {
      await bikeOfToday(site);
      await signInAsAdmin(page, site);
      await goTo('/admin?view=floor')(page, site);
      await page.getByText('MH 12 AB 1234').first().waitFor();
    },
  },
  {
    name: 'floor-check-in',
    reach: async (page, site) => {
      await openJob(page, site);
      await page.getByRole('button', { name: 'Check in, start inspection' }).click();
      await page.locator('[aria-invalid=true]').first().waitFor();
    },
  },
  {
    name: 'floor-inspection',
    reach: async (page) => {
      await page.getByLabel('Odometer (km)').fill('12450');
      await page.getByRole('radio', { name: 'Fuel: 2 of 4' }).click();
      await page.getByRole('button', { name: 'Check in, start inspection' }).click();
      await page.getByRole('radio', { name: 'Front pads: Fine' }).click();
      await page.getByRole('radio', { name: 'Tyre rear: Now' }).click();
      await page.getByRole('button', { name: /^Send 1 line/ }).waitFor();
    },
  },
  {
    name: 'floor-waits-for-answer',
    reach: async (page) => {
      await page.getByRole('button', { name: /^Send 1 line/ }).click();
      await page.getByText('Waits for the customer’s answer').waitFor();
    },
  },
  {
    name: 'floor-without-network',
    reach: async (page) => {
      await page.context().setOffline(true);
      await page.getByRole('radio', { name: 'Battery: Fine' }).click();
      await page.getByText('1 to send', { exact: true }).waitFor();
      await page.context().setOffline(false);
      await page.getByText('All sent').waitFor();
      await page.context().setOffline(true);
      await page.getByRole('radio', { name: 'Lights and horn: Fine' }).click();
      await page.getByText('1 to send', { exact: true }).waitFor();
    },
  },
  {
    name: 'floor-job-card',
    reach: async (page, site) => {
      await page.context().setOffline(false);
      await page.getByText('All sent').waitFor();
      await site.backend.sql`
        update extra_work set status = 'later', decided_by = 'customer', decided_at = now() where booking_id = ${booked.id}`;
      await site.backend.sql`update service_bookings set status = 'inspecting' where id = ${booked.id}`;
      await openJob(page, site);
      await page.getByRole('button', { name: 'Start the work' }).click();
      await page.getByRole('heading', { name: 'Job card' }).waitFor();
    },
  },
  {
    name: 'floor-own-work',
    reach: async (page) => {
      await page.getByText('Something else found').click();
      const found = page.getByRole('region', { name: 'Something else found' });
      await found.getByLabel('Work', { exact: true }).fill('Side stand spring');
      await found.getByLabel('Why, for the customer').fill('It hangs loose');
      await found.getByLabel('Price (₹)').fill('180');
      await found.getByRole('button', { name: 'Propose it' }).click();
      await found.getByText('Add a photo: Side stand spring').waitFor();
      await found.getByRole('button', { name: 'Propose it' }).click();
      await page.locator('[aria-invalid=true]').first().waitFor();
    },
  },
  {
    name: 'floor-used-parts',
    reach: async (page) => {
      await page.getByRole('button', { name: 'Start the timer' }).click();
      await page.getByText('Used on this bike').click();
      await page.getByLabel('What', { exact: true }).selectOption('oil');
      await page.getByLabel(/^Brand/).fill('Motul');
      await page.getByLabel(/^Grade/).fill('10W-30');
      await page.getByRole('button', { name: 'Add to the job' }).click();
      await page.getByText('Engine oil', { exact: false }).first().waitFor();
      await page.getByLabel('What', { exact: true }).selectOption('part');
      await page.getByRole('button', { name: 'Add to the job' }).click();
      await page.locator('[aria-invalid=true]').first().waitFor();
    },
  },
  {
    name: 'floor-not-sent',
    reach: async (page, site) => {
      await openJob(page, site);
      const json = { code: 'PT409', message: 'mark', hint: 'mark' };
      await page.route(/rpc\/mark_job/, (route) => route.fulfill({ status: 409, json }), { times: 1 });
      await page.getByRole('main').getByRole('checkbox').first().press('Space');
      await page.getByText('1 not sent', { exact: true }).waitFor();
    },
  },
  {
    name: 'floor-test-ride',
    reach: async (page, site) => {
      await page
        .getByRole('alert')
        .getByRole('button', { name: /^Remove/ })
        .first()
        .click();
      await site.backend.sql`
        update booking_checklist
        set done_at = now(), answer = case when is_concern then 'found_and_fixed'::concern_answer end
        where booking_id = ${booked.id}`;
      await site.backend.sql`update service_bookings set status = 'quality_check' where id = ${booked.id}`;
      await openJob(page, site);
      await page.getByRole('button', { name: 'Start the ride' }).click();
      await page.getByText(/^on the road since/).waitFor();
    },
  },
  {
    name: 'floor-oil-missing',
    reach: async (page, site) => {
      await site.backend.sql`delete from used_parts where booking_id = ${booked.id} and kind = 'oil'`;
      await openJob(page, site);
      await page.getByRole('button', { name: 'Ready', exact: true }).click();
      await page.getByText('Enter the make: it stands on the bill').waitFor();
    },
  },
  {
    name: 'floor-photo-waits',
    reach: async (page, site) => {
      await page.getByText('All sent').waitFor();
      await site.backend.sql`update service_bookings set status = 'assigned' where id = ${booked.id}`;
      await openJob(page, site);
      const buffer = Buffer.from(await (await fetch(`${site.url}/apple-touch-icon.png`)).arrayBuffer());
      await page.route('**/storage/v1/object/job-photos/**', (route) => route.abort());
      const photo = { name: 'IMG_1.png', mimeType: 'image/png', buffer };
      await page.getByLabel('Add a photo: Check-in').setInputFiles(photo);
      await page.getByRole('img', { name: 'Check-in, not sent yet' }).waitFor();
    },
  },
  {
    name: 'floor-photo-sent',
    reach: async (page) => {
      await page.unroute('**/storage/v1/object/job-photos/**');
      await page.evaluate(() => dispatchEvent(new Event('online')));
      await page.getByRole('img', { name: 'Check-in, 1' }).waitFor();
    },
  },
  {
    name: 'floor-finish',
    reach: async (page, site) => {
      await site.backend.sql`update service_bookings set status = 'ready' where id = ${booked.id}`;
      await openJob(page, site);
      await page.getByRole('button', { name: /^Hand over/ }).click();
      await page.getByText('Enter the 4 figures of the code').waitFor();
    },
  },
  {
    name: 'floor-handed-over',
    reach: async (page, site) => {
      await site.backend.sql`
        update service_bookings set status = 'completed', final_price = 1699, closed_at = now() where id = ${booked.id}`;
      await openJob(page, site);
      await page.getByText('The bike is handed over.').waitFor();
    },
  },
];

/** What a mechanic sees on the phone. */
export const floorWalks: PageWalk[] = [{ name: 'the floor', tag: ['@admin'], states }];
