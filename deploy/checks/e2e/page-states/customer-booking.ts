import type { Page } from 'playwright-core';
import { askOtherWork } from '../ask-other-work.ts';
import { bookByCall, readFreeTimes, type BookingByCall } from '../book-by-call.ts';
import { heading } from '../locators.ts';
import type { TestSite } from '../open-test-site.ts';
import { button, chooseFreeWindow } from '../press-answers.ts';
import { newCustomer, signUpByCall } from '../sign-in.ts';
import { goTo, type PageWalk } from './page-state.ts';

let booked: BookingByCall;
let accessToken: string;

/** Opens the page of a booking's link. */
async function openBooking(page: Page, site: TestSite): Promise<void> {
  await page.goto('about:blank');
  await page.goto(`${site.url}/book-service#manage=${booked.manage_token}`);
  await page.getByText(booked.number).first().waitFor();
}

/** @param change what the workshop does, in SQL */
const after = (change: (site: TestSite) => Promise<unknown>) => async (page: Page, site: TestSite) => {
  await change(site);
  await openBooking(page, site);
};

/** The workshop proposes a battery, which is over the limit. */
async function proposeBattery({ backend: { sql } }: TestSite): Promise<void> {
  await sql`
    insert into extra_work (booking_id, name, reason, price, minutes, status, proposed_at, answer_by, position)
    values (${booked.id}, 'New battery', 'It holds no charge', 1450, 20, 'proposed', now(), now() + '30 minutes', 1)`;
  await sql`
    insert into booking_inspection (booking_id, point, position, group_name, label, unit, low_limit, state, value, marked_at)
    values (${booked.id}, 'battery', 1, 'Electrical', 'New battery', 'V', 12.4, 'due_now', 11.9, now())`;
  await sql`
    update service_bookings set status = 'awaiting_approval', mechanic = 'Ganesh Shinde' where id = ${booked.id}`;
}

/** The workshop has looked at the bike, with lamps of each colour, photos and an answer to what the customer wrote. */
async function inspect(page: Page, { url, backend: { sql, serviceKey } }: TestSite): Promise<void> {
  const { id } = booked;
  await sql`
    insert into booking_checkins (booking_id, odometer_km, fuel, accessories, damage, checked_in_at)
    values (${id}, 12450, 2, '{}', 'Scratch on the tank', now())`;
  await sql`
    update service_bookings set status = 'ready', mechanic = 'Ganesh Shinde', notes = 'It pulls to the left'
    where id = ${id}`;
  await sql`select private.write_inspection(b), private.write_checklist(b) from service_bookings b where b.id = ${id}`;
  await sql`
    update booking_inspection set marked_at = now(), note = case when position = 1 then 'Worn on the inside' end,
      state = (case position % 3 when 1 then 'due_now' when 2 then 'due_later' else 'ok' end)::point_state
    where booking_id = ${id}`;
  await sql`
    update booking_checklist set done_at = now(),
      answer = case when is_concern then 'found_and_fixed'::concern_answer end
    where booking_id = ${id}`;
  const drawn = await page.evaluate(() => document.createElement('canvas').toDataURL('image/jpeg'));
  const photo = Buffer.from(drawn.split(',')[1]!, 'base64');
  for (const subject of ['check-in', 'point-front-pads'])
    await fetch(`${url}/storage/v1/object/job-photos/${id}/${subject}/${crypto.randomUUID()}.jpg`, {
      method: 'POST',
      headers: { authorization: `Bearer ${serviceKey}`, apikey: serviceKey, 'content-type': 'image/jpeg' },
      body: photo,
    });
}

/** What the link of an SMS opens. */
export const customerBookingWalks: PageWalk[] = [
  {
    name: 'a booking by its link',
    tag: ['@cart', '@account'],
    inNpmTest: '390 dark',
    states: [
      {
        name: 'guest-payment-due',
        reach: async (page, site) => {
          booked = await bookByCall(site, { mode: 'doorstep', payBy: 'online' });
          await openBooking(page, site);
          await button('Pay after the service instead')(page).waitFor();
        },
      },
      {
        name: 'guest-pay-by-upi',
        reach: async (page, site) => {
          booked = await bookByCall(site);
          await openBooking(page, site);
          await button('Pay now')(page).click();
          await button(/^Pay ₹1,699 by UPI/)(page).click();
          await button('I have paid')(page).waitFor();
        },
      },
      {
        name: 'guest-payment-claimed',
        reach: async (page) => {
          await button('I have paid')(page).click();
          await page.getByText('Payment claimed, verifying.').waitFor();
        },
      },
      {
        name: 'move-booking',
        overlay: true,
        reach: async (page) => {
          await button('Move')(page).click();
          await chooseFreeWindow(page.getByRole('dialog'));
        },
      },
      {
        name: 'cancel-booking',
        overlay: true,
        reach: async (page) => {
          await page.keyboard.press('Escape');
          await page.getByRole('dialog').waitFor({ state: 'hidden' });
          await button('Cancel the booking')(page).click();
          await page.getByRole('dialog').waitFor();
        },
      },
      {
        name: 'guest-question',
        reach: async (page, site) => {
          booked = await bookByCall(site, { approvalLimit: 500 });
          await after(proposeBattery)(page, site);
          await heading(page, 'Ganesh needs your answer').waitFor();
        },
      },
      {
        name: 'guest-answered',
        reach: async (page) => {
          await button(/^No, leave it/)(page).click();
          await page.getByText('Declined').first().waitFor();
          await button('Change the answer: New battery')(page).click();
          await button('Yes, do it, ₹1,450: New battery')(page).waitFor();
        },
      },
      {
        name: 'guest-in-service',
        reach: after(
          ({ backend: { sql } }) => sql`update service_bookings set status = 'in_service' where id = ${booked.id}`,
        ),
      },
      {
        name: 'guest-done',
        reach: async (page, site) => {
          await site.backend.sql`
            update service_bookings set status = 'completed', final_price = 1699, odometer_km = 12450, closed_at = now()
            where id = ${booked.id}`;
          await openBooking(page, site);
          await button('Invoice')(page).waitFor();
        },
      },
      {
        name: 'invoice',
        reach: async (page) => {
          await button('Invoice')(page).click();
          await page.getByRole('region', { name: /^Invoice TS/ }).waitFor();
          await button('Show the code to pay')(page).click();
          await page.getByRole('img', { name: /^Code to pay/ }).waitFor();
        },
      },
      {
        name: 'guest-other-work',
        reach: async (page, site) => {
          booked = await bookByCall(site);
          await after(() => askOtherWork(site, booked.id))(page, site);
          await button(/^Yes, do it/)(page).waitFor();
        },
      },
      {
        name: 'guest-rained-off',
        reach: async (page, site) => {
          const [at] = await readFreeTimes(site, 'doorstep');
          booked = await bookByCall(site, { mode: 'doorstep', at: at! });
          const { sql } = site.backend;
          await sql`insert into weather_days (date, note, set_at) values (${at!.date}, 'Heavy rain', now())`;
          await openBooking(page, site);
          await heading(page, /^We can’t come on/).waitFor();
          await sql`delete from weather_days`; // other walks on this site book gate visits
        },
      },
      {
        name: 'guest-cancelled',
        reach: async (page, site) => {
          booked = await bookByCall(site);
          await after(
            ({ backend: { sql } }) => sql`
              update service_bookings set status = 'cancelled', fee = 100, closed_at = now() where id = ${booked.id}`,
          )(page, site);
        },
      },
    ],
  },
  {
    name: 'links, a report and the page of the gateway',
    tag: ['@cart', '@account'],
    states: [
      {
        name: 'guest-report',
        reach: async (page, site) => {
          booked = await bookByCall(site);
          await inspect(page, site);
          await openBooking(page, site);
          await page.getByText('What we looked at').waitFor();
          for (const name of [/^Front pads, 1/, /^Your bike when it came, 1/])
            await page.getByRole('img', { name }).first().waitFor();
        },
      },
      {
        name: 'card-page',
        reach: async (page, site) => {
          booked = await bookByCall(site, { payBy: 'online' });
          await openBooking(page, site);
          await button(/^Pay ₹1,699 by card/)(page).click();
          await page.waitForURL('**/payments/v1/**');
          await page.getByText('Demo payment: no money moves').waitFor();
        },
      },
      { name: 'bad-link', reach: goTo('/book-service?x#manage=0123456789abcdef') },
      { name: 'sms-link', reach: goTo('/book-service?0123456789') },
      {
        name: 'sms-link-unknown',
        reach: async (page) => {
          await button('Confirm and open the booking')(page).click();
          await heading(page, 'We do not know this link').waitFor();
        },
      },
    ],
  },
  {
    name: 'an account and its bookings',
    tag: ['@account'],
    inNpmTest: '1280 light',
    states: [
      {
        name: 'my-bookings-empty',
        reach: async (page, site) => {
          ({ access_token: accessToken } = await signUpByCall(page, site, newCustomer()));
          await goTo('/my-bookings')(page, site);
        },
      },
      {
        name: 'my-bookings',
        reach: async (page, site) => {
          const done = await bookByCall(site, { accessToken });
          await site.backend.sql`
            update service_bookings set status = 'completed', final_price = 1699, closed_at = now()
            where id = ${done.id}`;
          booked = await bookByCall(site, { accessToken });
          await goTo('/my-bookings')(page, site);
          await page.getByText(booked.number).first().waitFor();
        },
      },
      {
        name: 'my-bookings-question',
        reach: async (page, site) => {
          await proposeBattery(site);
          await goTo('/my-bookings')(page, site);
          await page.getByRole('region', { name: /needs? your answer$/ }).waitFor();
        },
      },
      {
        name: 'my-bookings-past',
        reach: async (page, site) => {
          await goTo('/my-bookings?view=past')(page, site);
          await page.getByText('Completed').first().waitFor();
        },
      },
      { name: 'my-profile', reach: goTo('/my-profile') },
      { name: 'access-denied', reach: goTo('/admin') },
    ],
  },
];
