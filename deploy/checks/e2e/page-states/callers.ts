import type { Page } from 'playwright-core';
import { bookByCall } from '../book-by-call.ts';
import { button } from '../press-answers.ts';
import { signInAsAdmin } from '../sign-in.ts';
import { goTo, newNumber, type PageState, type PageWalk } from './page-state.ts';

/** Takes the last free time for this job of a caller: bikes of a group need one day, and the first days fill up. */
async function holdForCaller(page: Page, job: string): Promise<void> {
  await page.getByLabel('A job, or what is wrong').fill(job);
  await page
    .getByRole('button', { name: /of \d free/ })
    .last()
    .click();
  await page.getByText('is held while you talk.').waitFor();
  await button(/^Yes, book for/)(page).waitFor();
}

async function bookForCaller(page: Page, job: string): Promise<void> {
  await holdForCaller(page, job);
  await button(/^Yes, book for/)(page).click();
  await page.getByText(/^Booked, No\./).waitFor();
}

/** One more bike of the caller whose bike was just booked. */
async function chooseNextBike(page: Page, plate: string): Promise<void> {
  await button('Another bike of this caller')(page).click();
  await page.getByRole('radio', { name: 'Another bike' }).check();
  await page.getByRole('combobox', { name: 'Brand or model' }).fill('activa 6g');
  await page.getByRole('option', { name: /Activa 6G/ }).click();
  await page.getByLabel('Number plate').fill(plate);
}

const states: PageState[] = [
  {
    name: 'admin-caller-booked',
    reach: async (page, site) => {
      const phone = newNumber();
      await signInAsAdmin(page, site);
      await bookByCall(site, { guest: `+91${phone}` });
      await goTo('/admin?view=caller')(page, site);
      await page.getByRole('textbox', { name: /Phone/ }).fill(phone);
      await page.getByRole('heading', { name: 'Meera Joshi' }).waitFor();
      await bookForCaller(page, 'brake noise');
    },
  },
  {
    name: 'admin-caller-group',
    reach: async (page) => {
      await chooseNextBike(page, 'MH 12 QX 0001');
      await bookForCaller(page, 'general service');
      await chooseNextBike(page, 'MH 12 QX 0002');
      await holdForCaller(page, 'general service');
      await page
        .getByText(/SOCIETY5/)
        .first()
        .waitFor();
    },
  },
  {
    name: 'admin-caller-on-its-own',
    reach: async (page) => {
      await page
        .getByRole('button', { name: /of \d free/ })
        .first()
        .click();
      await page.getByText(/^On its own: the other bikes come on/).waitFor();
      await button(/^Yes, book for/)(page).waitFor();
    },
  },
];

/** What the desk sees when a caller has booked, and books more bikes. */
export const callerWalks: PageWalk[] = [{ name: 'booked calls', tag: ['@admin'], states }];
