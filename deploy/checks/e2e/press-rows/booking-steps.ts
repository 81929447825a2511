import type { Locator, Page } from 'playwright-core';
import { bookByCall } from '../book-by-call.ts';
import {
  answerBookingSteps,
  classicGeneralService,
  goToWorkshopTimes,
  putServiceIntoCart,
  takeWarrantyAndBook,
} from '../book-by-page.ts';
import { cartDrawer, heading } from '../locators.ts';
import { endOffer, offerPlace } from '../offer-place.ts';
import type { TestSite } from '../open-test-site.ts';
import { button, type PressedControl, type PressedPage } from '../press-answers.ts';
import { newCustomer, signUpByCall } from '../sign-in.ts';
import { poll } from '../../../backend/testing/poll.ts';

const taken = { status: 409, hint: 'slot_taken', data: { alternatives: [] } };
const createBooking = { sends: 'create_booking', address: /rpc\/create_booking/ };
const number = '98220 33997';
let opened: TestSite;
let offer = '';

const nearTime = (page: Page): Locator => page.getByRole('button', { name: /^\w{3} \d/ }).first();

async function checkAnswers(page: Page, site: TestSite): Promise<void> {
  opened = site;
  await page.goto(site.url + classicGeneralService);
  await takeWarrantyAndBook(page);
  await answerBookingSteps(page, { name: 'Ravi Deshpande', phone: number });
}

/** Keeps a time, on a clock that stands still, and lets minutes pass for the page and for the hold. */
async function holdTime(page: Page, site: TestSite, minutes: number): Promise<void> {
  await goToWorkshopTimes(page, site.url);
  await page.clock.install();
  await button(/^Continue with/)(page).click();
  await page.getByText(/^Kept until/).waitFor();
  await site.backend.sql`
    update private.slot_holds set held_at = held_at - ${minutes} * interval '1 minute',
      expires_at = expires_at - ${minutes} * interval '1 minute' where ended is null`;
  await page.clock.fastForward(minutes * 60_000);
}

const codeOfBooking: PressedControl[] = [
  {
    sends: 'auth.signInWithOtp',
    from: 'cart/check-booking/verify-phone',
    address: /auth\/v1\/otp/,
    control: button('Send the code'),
    refusal: { status: 422, auth: 'sms_send_failed' },
    refused: /We could not send the code/,
    done: /Code from the SMS/,
  },
  {
    sends: 'auth.verifyOtp',
    from: 'cart/check-booking/verify-phone',
    address: /auth\/v1\/verify/,
    control: button('Confirm and book'),
    press: async (page) => {
      const { values } = await poll('the SMS', async () =>
        opened.sms.findLast(({ template, to }) => template === 'sign_in_code' && to.endsWith('33997')),
      );
      await page.getByLabel('Code from the SMS').fill('');
      await page.getByLabel('Code from the SMS').fill(values.code!);
    },
    refusal: { status: 403, auth: 'otp_expired' },
    refused: /The code is wrong or has expired/,
    done: /^Booked/,
  },
];

/** What a customer sends in the steps of a booking and in the cart. */
export const bookingStepPages: PressedPage[] = [
  {
    name: 'the button that books',
    tag: ['@cart', '@account'],
    more: true,
    open: checkAnswers,
    controls: [
      {
        ...createBooking,
        from: 'cart/check-booking/check-booking',
        control: button(/^Book for/),
        takeBack: (page) => button("Don't send it")(page).click(),
        refusal: { status: 429, hint: 'too_many_open', data: { max: 3, of: 'number' } },
        refused: /3 bookings are still to come/,
        done: /^Booked/,
      },
    ],
  },
  {
    name: 'the code that a booking asks for',
    tag: ['@cart', '@account'],
    more: true,
    open: async (page, site) => {
      await checkAnswers(page, site);
      const details = JSON.stringify({ reason: 'window', alternatives: [] });
      const json = { code: 'PT409', message: 'verify_phone', hint: 'verify_phone', details };
      await page.route(createBooking.address, (route) => route.fulfill({ status: 409, json }), { times: 1 });
      await button(/^Book for/)(page).click();
    },
    controls: codeOfBooking,
  },
  {
    name: 'keeping a time',
    tag: ['@cart'],
    more: true,
    open: (page, site) => goToWorkshopTimes(page, site.url),
    controls: [
      {
        sends: 'hold_slot',
        from: 'cart/place-and-time',
        address: /rpc\/hold_slot/,
        control: button(/^Continue with/),
        press: async (page) => {
          if (await heading(page, 'Your details').isVisible()) await page.goBack();
          await button(/^Continue with/)(page).click();
        },
        failed: /Your details/, // a time can be booked without being kept
        refusal: taken,
        refused: /That time has just gone/,
        done: /Your details/,
      },
    ],
  },
  {
    name: 'a time that is kept longer',
    tag: ['@cart'],
    more: true,
    open: (page, site) => holdTime(page, site, 6),
    controls: [
      {
        sends: 'extend_hold',
        from: 'cart/hold-time/held-time',
        address: /rpc\/extend_hold/,
        control: button('5 minutes longer'),
        refusal: { status: 429, hint: 'too_many_tries' },
        refused: /You have tried many times/,
        done: /Kept until/,
      },
    ],
  },
  {
    name: 'a time that is no longer kept',
    tag: ['@cart'],
    more: true,
    open: (page, site) => holdTime(page, site, 11),
    controls: [
      {
        sends: 'hold_slot',
        from: 'cart/hold-time/expired-hold',
        address: /rpc\/hold_slot/,
        control: (page) => page.getByRole('status').filter({ hasText: 'no longer kept' }).getByRole('button').first(),
        refusal: { status: 429, hint: 'too_many_tries' },
        refused: /You have tried many times/,
        done: /Kept until/,
      },
    ],
  },
  {
    name: 'what was found last time, in the cart',
    tag: ['@cart'],
    more: true,
    open: async (page, site) => {
      const { access_token: accessToken } = await signUpByCall(page, site, newCustomer());
      const { id } = await bookByCall(site, { accessToken });
      await site.backend.sql`
        insert into extra_work (booking_id, name, reason, price, minutes, status, decided_by, decided_at, proposed_at, position)
        values (${id}, 'Fork oil and seals', 'Weeps a little', 1999, 90, 'later', 'customer', now(), now(), 1)`;
      await site.backend.sql`
        update service_bookings set status = 'completed', final_price = 1699, closed_at = now() where id = ${id}`;
      await putServiceIntoCart(page, site.url);
      await cartDrawer(page).getByText('Found last time, not done yet').waitFor();
    },
    controls: [
      {
        sends: 'end_declined_work',
        from: 'cart/show-cart/declined-offers',
        address: /rpc\/end_declined_work/,
        control: button('Don’t ask again: Fork oil and seals'),
        refusal: { status: 404, hint: 'not_found' },
        refused: /This is not on our list any more/,
        done: /We don’t ask again about: Fork oil and seals/,
      },
    ],
  },
  {
    name: 'an offer of the waitlist that is over',
    tag: ['@cart'],
    more: true,
    open: async (page, site) => {
      offer = await offerPlace(site, '9823054388');
      await endOffer(site, '9823054388');
      await page.goto(offer);
      await heading(page, 'This offer is over').waitFor();
    },
    controls: [
      {
        sends: 'hold_slot',
        from: 'cart/claim-place/expired-offer',
        address: /rpc\/hold_slot/,
        control: nearTime,
        press: async (page) => {
          // It has gone on without keeping the time, or has no other one to offer.
          if (!(await nearTime(page).isVisible())) {
            await page.goto('about:blank');
            await page.goto(offer);
          }
          await nearTime(page).click();
        },
        failed: /Your details/, // a time can be booked without being kept
        refusal: taken,
        refused: /That time has just gone/,
        done: /Your details/,
      },
    ],
  },
];
