import type { Page } from 'playwright-core';
import { fillWindow, readFreeTimes } from '../book-by-call.ts';
import { classicGeneralService, goToWorkshopTimes, takeWarrantyAndBook, windowAt } from '../book-by-page.ts';
import { cartButton, cartDrawer, heading } from '../locators.ts';
import { endOffer, offerPlace } from '../offer-place.ts';
import { button, fields } from '../press-answers.ts';
import { goTo, newNumber, type PageState, type PageWalk } from './page-state.ts';

const refused = (page: Page) => page.locator('[aria-invalid=true]').first().waitFor();
const createBooking = /rpc\/create_booking/;
let quoted: { total: number };

/** Answers the next booking with a rejection of the database. */
const reject = (page: Page, hint: string, data: object) =>
  page.route(createBooking, (route) =>
    route.fulfill({ status: 409, json: { code: 'PT409', message: hint, hint, details: JSON.stringify(data) } }),
  );

const steps: PageState[] = [
  {
    name: 'book-place',
    reach: async (page, { url }) => {
      await page.goto(url + classicGeneralService);
      await takeWarrantyAndBook(page);
      await heading(page, 'Where and when?').waitFor();
    },
  },
  {
    name: 'cart',
    overlay: true,
    reach: async (page) => {
      await cartButton(page, 2).click();
      await cartDrawer(page).getByText('Goes with this service').waitFor();
    },
  },
  {
    name: 'book-gate-with-errors',
    reach: async (page) => {
      await page.keyboard.press('Escape');
      await cartDrawer(page).waitFor({ state: 'hidden' });
      await page.getByRole('radio', { name: /At your gate/ }).check();
      await page.getByLabel('House/flat and street').waitFor();
      await page.getByRole('group', { name: 'Day', exact: true }).waitFor();
      await button(/^Continue with/)(page).click();
      await refused(page);
    },
  },
  {
    name: 'book-pin-not-served',
    reach: async (page) => {
      await page.getByLabel('House/flat and street').fill('B-402, Ganga Heights, NIBM Road');
      await page.getByLabel('PIN').fill('560001');
      await page.getByRole('heading', { name: 'Tell me when you come to 560001' }).waitFor();
    },
  },
  {
    name: 'book-details-with-errors',
    reach: async (page) => {
      await page.getByLabel('Area', { exact: true }).selectOption({ label: 'Kondhwa' });
      await page.getByLabel('PIN').fill('411048');
      await button(/^Continue with/)(page).click();
      await heading(page, 'Your details').waitFor();
      await button(/^Book for/)(page).click();
      await refused(page);
    },
  },
  {
    name: 'book-details-all-open',
    reach: async (page) => {
      await fields({ Mobile: '98220 12345', Name: 'Ravi Deshpande' })(page);
      await page.getByLabel('Number plate').fill('MH12ZZ0042');
      for (const words of ['More: email, odometer, model year', 'I have a coupon', 'GST invoice for a business'])
        await page.getByText(words).click();
      await page.getByLabel('Coupon', { exact: true }).fill('NOTOURS');
      const answered = page.waitForResponse(/rpc\/quote/);
      await button('Use the coupon')(page).click();
      quoted = (await (await answered).json()) as typeof quoted;
      await page.getByLabel('GSTIN', { exact: true }).fill('27AAAA');
      await button('Use this GSTIN')(page).click();
      await page.getByText('Check the GSTIN').waitFor();
    },
  },
  {
    name: 'book-not-sent',
    reach: async (page) => {
      await page.route(createBooking, (route) => route.abort('connectionrefused'));
      await button(/^Book for/)(page).click();
      await page.getByRole('alert').filter({ hasText: 'saved on this phone' }).waitFor();
      await page.unroute(createBooking);
    },
  },
  {
    name: 'book-waits-for-network',
    waitsForNetwork: true,
    reach: async (page) => {
      await page.context().setOffline(true);
      await button(/^Book for/)(page).click();
      await page.getByText('Leave this page open').waitFor();
    },
  },
  {
    name: 'book-price-changed',
    reach: async (page) => {
      await button("Don't send it")(page).click();
      await page.context().setOffline(false);
      await reject(page, 'price_changed', { ...quoted, total: quoted.total + 100 });
      await button(/^Book for/)(page).click();
      await page.getByRole('alert').filter({ hasText: 'The price has changed' }).waitFor();
      await page.unroute(createBooking);
    },
  },
  {
    name: 'book-confirm-number',
    reach: async (page) => {
      await reject(page, 'verify_phone', { reason: 'window', alternatives: [] });
      await button(/^Book for/)(page).click();
      await page.getByRole('heading', { name: 'Confirm your number' }).waitFor();
      await button('Send the code')(page).click();
      await page.getByLabel('Code from the SMS').waitFor();
      await page.unroute(createBooking);
    },
  },
  {
    name: 'confirmed',
    reach: async (page, site) => {
      await goTo('/book-service?step=check')(page, site);
      await button(/^Book for/)(page).click();
      await page.waitForURL('**/book-service#manage=*');
      await button('Move')(page).waitFor();
    },
  },
];

/** The button that sends the form of the waitlist. */
const join = (page: Page) => page.getByRole('dialog').getByRole('button', { name: 'Tell me if a place frees up' });

const times: PageState[] = [
  {
    name: 'book-full-window',
    reach: async (page, site) => {
      const all = await readFreeTimes(site, 'workshop');
      const last = all.findLast(({ date }) => date < all.at(-1)!.date)!; // the page shows seven days with today
      await fillWindow(site, last, 0);
      await goToWorkshopTimes(page, site.url);
      await (await windowAt(page, last)).waitFor();
    },
  },
  {
    name: 'join-waitlist',
    overlay: true,
    reach: async (page) => {
      await button(/is full\. Tell me if a place frees up$/)(page).click();
      await join(page).waitFor();
    },
  },
  {
    name: 'join-waitlist-with-errors',
    overlay: true,
    reach: async (page) => {
      await join(page).click();
      await refused(page);
    },
  },
  {
    name: 'join-waitlist-refused',
    overlay: true,
    reach: async (page) => {
      await fields({ Name: 'Sunita Pawar', Mobile: newNumber(), Email: 'sunita@example.com' })(page);
      await page.route(/rpc\/join_waitlist/, (route) => route.fulfill({ status: 503, json: { message: 'down' } }));
      await join(page).click();
      await page.getByRole('dialog').getByRole('alert').waitFor();
      await page.unroute(/rpc\/join_waitlist/);
    },
  },
  {
    name: 'join-waitlist-sent',
    overlay: true,
    reach: async (page) => {
      await join(page).click();
      await page.getByText(/You’re number \d+ in line/).waitFor();
    },
  },
  {
    name: 'book-services',
    reach: async (page, site) => {
      await goTo('/book-service?step=services')(page, site);
      await page.getByRole('link', { name: 'Continue to place and time' }).waitFor();
    },
  },
  {
    name: 'book-other-bike',
    reach: async (page) => {
      await button('Another bike or service')(page).click();
      await page.getByText('My bike is not in the list').click();
      await button('Leave my number')(page).click();
      await refused(page);
    },
  },
  {
    name: 'book-hold-over',
    reach: async (page, site) => {
      await goToWorkshopTimes(page, site.url);
      await page.clock.install();
      await button(/^Continue with/)(page).click();
      await page.getByText(/^Kept until/).waitFor();
      const { sql } = site.backend;
      await sql`
        update private.slot_holds set held_at = held_at - interval '11 minutes',
          expires_at = expires_at - interval '11 minutes' where ended is null`;
      await page.clock.fastForward(11 * 60_000);
      await page.getByText('Your time is no longer kept.').waitFor();
    },
  },
];

// Looks at these states share a site: each has people of its own, whose first message is the offer.
let offer = '';

const offers: PageState[] = [
  {
    name: 'offer-over',
    reach: async (page, site) => {
      const number = newNumber();
      const link = await offerPlace(site, number);
      await endOffer(site, number);
      await page.goto(link);
      await heading(page, 'This offer is over').waitFor();
    },
  },
  {
    name: 'offer',
    reach: async (page, site) => {
      offer = await offerPlace(site, newNumber());
      await page.goto('about:blank');
      await page.goto(offer);
      await heading(page, 'Your details').waitFor();
    },
  },
  {
    name: 'offer-taken',
    reach: async (page) => {
      await page.getByLabel('Number plate').fill('MH12ZZ0042');
      await button(/^Book for/)(page).click();
      await heading(page, /^Booked/).waitFor();
      await page.goto('about:blank');
      await page.goto(offer);
      await heading(page, 'You have booked this time').waitFor();
    },
  },
];

/** A booking, from the place to the confirmation. */
export const bookingWalks: PageWalk[] = [
  { name: 'the steps of a booking', tag: ['@cart', '@account'], inNpmTest: '1280 dark', states: steps },
  { name: 'times and bikes of a booking', tag: ['@cart'], states: times },
  { name: 'offers of the waitlist', tag: ['@cart', '@account'], states: offers },
];
