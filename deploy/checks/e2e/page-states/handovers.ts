import type { Page } from 'playwright-core';
import { bookByCall, readFreeTimes, type BookingByCall } from '../book-by-call.ts';
import type { TestSite } from '../open-test-site.ts';
import { signInAsAdmin } from '../sign-in.ts';
import { goTo, type PageState, type PageWalk } from './page-state.ts';

let booked: BookingByCall;

async function openJob(page: Page, site: TestSite): Promise<void> {
  await goTo(`/admin?view=floor&job=${booked.id}`)(page, site);
}

/** Books a bike that comes today, for one who takes it over at the gate or in the workshop. */
async function bookForToday(site: TestSite, status: string, mode: 'workshop' | 'doorstep' | 'pickup'): Promise<void> {
  const gate = mode === 'workshop' ? 'workshop' : 'doorstep';
  const at = (await readFreeTimes(site, gate)).at(-1)!;
  booked = await bookByCall(site, { mode: gate, at });
  await site.backend.sql`
    update service_bookings set
      status = ${status}, mode = ${mode}, mechanic = 'Ganesh Shinde', booking_date = private.today()
    where id = ${booked.id}`;
}

const states: PageState[] = [
  {
    name: 'floor-no-jobs',
    reach: async (page, site) => {
      // Looks share a site: what others have left is over.
      await site.backend.sql`
        update service_bookings set status = 'cancelled', booking_date = private.today() - 60, closed_at = now()`;
      await signInAsAdmin(page, site);
      await goTo('/admin?view=floor')(page, site);
      await page.getByText('No jobs now').waitFor();
    },
  },
  {
    name: 'floor-go',
    reach: async (page, site) => {
      await bookForToday(site, 'assigned', 'doorstep');
      await openJob(page, site);
      await page.getByRole('button', { name: 'On the way' }).waitFor();
    },
  },
  {
    name: 'floor-fetch',
    reach: async (page, site) => {
      await bookForToday(site, 'assigned', 'pickup');
      await openJob(page, site);
      await page.getByRole('button', { name: '9', exact: true }).click();
      await page.getByRole('button', { name: 'Picked up' }).click();
      await page.getByText('Enter the 4 figures of the code').waitFor();
    },
  },
  {
    name: 'floor-without-code',
    reach: async (page) => {
      await page.getByRole('button', { name: 'No code?' }).click();
      await page.getByLabel('Why without the code').waitFor();
      await page.getByRole('button', { name: 'Picked up' }).click();
      await page.getByText('without the code', { exact: false }).last().waitFor();
    },
  },
  {
    name: 'floor-upi-code',
    reach: async (page, site) => {
      await bookForToday(site, 'ready', 'workshop');
      await openJob(page, site);
      await page.getByRole('button', { name: 'UPI, show QR' }).click();
      await page.getByRole('img', { name: /^Code to pay ₹1,699/ }).waitFor();
    },
  },
  {
    name: 'floor-not-confirmed',
    reach: async (page) => {
      await page.context().setOffline(true);
      for (const figure of ['1', '2', '3', '4']) await page.getByRole('button', { name: figure, exact: true }).click();
      await page.getByRole('button', { name: /^Hand over/ }).click();
      await page.getByText('Handed over, not confirmed.').waitFor();
    },
  },
  {
    name: 'floor-wrong-code',
    reach: async (page) => {
      await page.context().setOffline(false);
      await page.getByText('1 not sent', { exact: true }).waitFor();
    },
  },
  {
    name: 'floor-lost',
    reach: async (page, site) => {
      await bookForToday(site, 'assigned', 'workshop');
      await openJob(page, site);
      await page.getByText('Live', { exact: true }).waitFor();
      const json = { code: 'PT404', message: 'not_found', hint: 'not_found', details: null };
      await page.route(/rpc\/get_job/, (route) => route.fulfill({ status: 404, json }));
      await site.backend.sql`update service_bookings set mechanic = 'Sagar Pawar' where id = ${booked.id}`;
      await page.getByText('Somebody else has this job now.').waitFor();
      await page.unroute(/rpc\/get_job/);
    },
  },
];

/** Where a bike changes hands, and where a job leaves the phone. */
export const handoverWalks: PageWalk[] = [{ name: 'bikes that change hands', tag: ['@admin'], states }];
