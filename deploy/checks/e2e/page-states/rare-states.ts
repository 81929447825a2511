import type { Page } from 'playwright-core';
import { bookByCall } from '../book-by-call.ts';
import { heading } from '../locators.ts';
import type { TestSite } from '../open-test-site.ts';
import { signInAsAdmin } from '../sign-in.ts';
import { goTo, type PageState, type PageWalk } from './page-state.ts';

/** What a visitor finds instead of a page that needs a sign-in. */
const signedOut: PageState[] = ['/my-bookings', '/my-profile', '/admin', '/admin?view=floor'].map((path) => ({
  name: `signed-out${path.replaceAll(/\W+/g, '-')}`,
  reach: async (page, { url }) => {
    await page.goto(url + path, { waitUntil: 'networkidle' });
    await page.waitForURL('**/auth?returnTo=*');
    await heading(page).first().waitFor();
  },
}));

let job: string;

async function openJob(page: Page, site: TestSite): Promise<void> {
  await goTo(`/admin?view=floor&job=${job}`)(page, site);
}

const floor: PageState[] = [
  {
    name: 'floor-marked-by-two',
    reach: async (page, site) => {
      ({ id: job } = await bookByCall(site));
      const { sql } = site.backend;
      await sql`
        update service_bookings set status = 'inspecting', mechanic = 'Ganesh Shinde', booking_date = private.today()
        where id = ${job}`;
      await sql`select private.write_inspection(b) from service_bookings b where b.id = ${job}`;
      await signInAsAdmin(page, site);
      await openJob(page, site);
      const mark = /rpc\/mark_job/;
      await page.route(mark, async (route) => {
        const response = await route.fetch();
        const { job: kept } = (await response.json()) as { job: { inspection: object[] } };
        const inspection = kept.inspection.map((point) => ({ ...point, state: 'due_now', value: 1.9 }));
        const standing = { by: 'Ravi Kulkarni', at: new Date().toISOString() };
        await route.fulfill({ response, json: { outcome: 'older', job: { ...kept, inspection }, standing } });
      });
      await page.getByRole('radio', { name: 'Front pads: Fine' }).click();
      await page.getByRole('button', { name: 'Keep mine: Front pads: Fine' }).waitFor();
      await page.unroute(mark);
    },
  },
  {
    name: 'floor-photo-rejected',
    reach: async (page, site) => {
      await page.getByRole('button', { name: /^Keep theirs/ }).click();
      await site.backend.sql`update service_bookings set status = 'assigned' where id = ${job}`;
      await openJob(page, site);
      const buffer = Buffer.from(await (await fetch(`${site.url}/apple-touch-icon.png`)).arrayBuffer());
      const json = { statusCode: '415', error: 'invalid_mime_type', message: 'no photo' };
      await page.route('**/storage/v1/object/job-photos/**', (route) => route.fulfill({ status: 415, json }));
      const photo = { name: 'IMG_1.png', mimeType: 'image/png', buffer };
      await page.getByLabel('Add a photo: Check-in').setInputFiles(photo);
      await page.getByText('It is not a photo that can be stored.').waitFor();
    },
  },
  {
    name: 'floor-photo-not-read',
    reach: async (page, site) => {
      await page
        .getByRole('alert')
        .getByRole('button', { name: /^Remove/ })
        .click();
      await openJob(page, site);
      const text = { name: 'notes.png', mimeType: 'image/png', buffer: Buffer.from('no picture') };
      await page.getByLabel('Add a photo: Check-in').setInputFiles(text);
      await page.getByText('This photo could not be read. Take another one.').waitFor();
    },
  },
];

/** What is seldom seen: `npm run test:all` alone goes there. */
export const rareWalks: PageWalk[] = [
  { name: 'pages that need a sign-in', tag: ['@account', '@admin'], states: signedOut },
  { name: 'marks and photos that are not taken', tag: ['@admin'], states: floor },
];
