import type { Page } from 'playwright-core';
import { askOtherWork } from '../ask-other-work.ts';
import { bookByCall, readFreeTimes, type BookingInput } from '../book-by-call.ts';
import type { TestSite } from '../open-test-site.ts';
import { button, chooseFreeWindow, type PressedPage } from '../press-answers.ts';

const paid = { refusal: { status: 409, hint: 'paid' }, refused: /nothing left to pay/ };

/** Opens the page of a booking by its link. */
async function openBooking(page: Page, site: TestSite, wish: BookingInput = {}): Promise<string> {
  const { id, manage_token } = await bookByCall(site, wish);
  await page.goto(`${site.url}/book-service#manage=${manage_token}`);
  return id;
}

/** What a customer sends about a booking. */
export const bookingPages: PressedPage[] = [
  {
    name: 'moving and cancelling a booking',
    tag: ['@cart', '@account'],
    more: true,
    open: async (page, site) => {
      await openBooking(page, site);
      await page.getByRole('button', { name: 'Move', exact: true }).click();
      await chooseFreeWindow(page.getByRole('dialog'));
    },
    controls: [
      {
        sends: 'reschedule_booking',
        from: 'account/change-booking/move-dialog',
        address: /rpc\/reschedule_booking/,
        control: button(/^Move to /),
        refusal: { status: 409, hint: 'moved_often' },
        refused: /You have moved this booking before/,
        done: /Moved to /,
      },
      {
        sends: 'cancel_booking',
        from: 'account/change-booking/cancel-dialog',
        address: /rpc\/cancel_booking/,
        fill: (page) => button('Cancel the booking')(page).click(),
        control: (page) => page.getByRole('dialog').getByRole('button', { name: 'Cancel the booking' }),
        refusal: { status: 409, hint: 'not_allowed', data: { status: 'completed', to: 'cancelled' } },
        refused: /it cannot become/,
        done: /is cancelled/,
      },
    ],
  },
  {
    name: 'other work than was booked',
    tag: ['@cart', '@account'],
    more: true,
    open: async (page, site) => {
      const { id, manage_token } = await bookByCall(site);
      await askOtherWork(site, id);
      await page.goto(`${site.url}/book-service#manage=${manage_token}`);
    },
    controls: [
      {
        sends: 'answer_items',
        from: 'account/answer-extra-work/item-question',
        address: /rpc\/answer_items/,
        control: button(/^Yes, do it/),
        refusal: { status: 422, hint: 'yes_or_no' },
        refused: /Say yes or no/,
        done: /Agreed: ₹2,048 in all/,
      },
    ],
  },
  {
    name: 'what was found and not done',
    tag: ['@cart', '@account'],
    more: true,
    open: async (page, site) => {
      const { id, manage_token } = await bookByCall(site);
      await site.backend.sql`
        insert into extra_work (booking_id, name, reason, price, minutes, status, decided_by, decided_at, proposed_at, position)
        values (${id}, 'Fork oil and seals', 'Weeps a little', 1999, 90, 'later', 'customer', now(), now(), 1)`;
      await site.backend
        .sql`update service_bookings set status = 'completed', final_price = 1699, closed_at = now() where id = ${id}`;
      await page.goto(`${site.url}/book-service#manage=${manage_token}`);
    },
    controls: [
      {
        sends: 'end_declined_work',
        from: 'account/book-declined/declined-lines',
        address: /rpc\/end_declined_work/,
        control: button('Don’t ask again: Fork oil and seals'),
        refusal: { status: 404, hint: 'not_found' },
        refused: /We could not find this booking/,
        done: /We don’t ask again about: Fork oil and seals/,
      },
    ],
  },
  {
    name: 'extra work',
    tag: ['@cart', '@account'],
    more: true,
    open: async (page, site) => {
      const { id, manage_token } = await bookByCall(site);
      await site.backend.sql`
        insert into extra_work (booking_id, name, reason, price, minutes, status, proposed_at, position)
        values (${id}, 'New battery', 'It holds no charge', 1450, 20, 'proposed', now(), 1)`;
      await site.backend.sql`update service_bookings set status = 'awaiting_approval' where id = ${id}`;
      await page.goto(`${site.url}/book-service#manage=${manage_token}`);
    },
    controls: [
      {
        sends: 'answer_extra_work',
        from: 'account/answer-extra-work/work-question',
        address: /rpc\/answer_extra_work/,
        control: button(/^Yes, do it/),
        refusal: { status: 409, hint: 'answered' },
        refused: /This was answered before/,
        done: /Approved: New battery/,
      },
      {
        sends: 'answer_extra_work',
        from: 'account/answer-extra-work/extra-work',
        address: /rpc\/answer_extra_work/,
        fill: async (page) => page.getByRole('button', { name: 'Change the answer: New battery' }).click(),
        control: button('Later: New battery'),
        refusal: { status: 409, hint: 'work_begun', data: { since: '2026-11-21T07:00:00Z' } },
        refused: /The work on this has begun, Sat 21.Nov/,
        done: /Later: New battery/,
      },
    ],
  },
  {
    name: 'paying by UPI',
    tag: ['@cart', '@account'],
    more: true,
    open: async (page, site) => {
      await openBooking(page, site);
      await page.getByRole('button', { name: 'Pay now' }).click();
    },
    controls: [
      {
        sends: 'start_payment',
        from: 'account/views/booking-view',
        address: /rpc\/start_payment/,
        control: button(/^Pay ₹1,699 by UPI/),
        ...paid,
        done: /Pay ₹1,699 by UPI, then come back here/,
      },
      {
        sends: 'claim_payment',
        from: 'account/views/booking-view',
        address: /rpc\/claim_payment/,
        control: button('I have paid'),
        refusal: { status: 404, hint: 'payment_unknown' },
        refused: /We could not find this payment/,
        done: /You said that ₹1,699 is paid/,
      },
    ],
  },
  {
    name: 'a booking that waits for its payment',
    tag: ['@cart', '@account'],
    more: true,
    open: (page, site) => openBooking(page, site, { payBy: 'online' }).then(() => undefined),
    controls: [
      {
        sends: 'pay_after_service',
        from: 'account/views/booking-view',
        address: /rpc\/pay_after_service/,
        control: button('Pay after the service instead'),
        refusal: { status: 409, hint: 'time_gone' },
        refused: /The time has gone to somebody else/,
        done: /Pay ₹1,699 after the service/,
      },
      {
        sends: '/payments/v1/orders',
        from: 'account/views/booking-view',
        address: /payments\/v1\/orders/,
        fill: (page) => button('Pay now')(page).click(),
        control: button(/^Pay ₹1,699 by card/),
        ...paid,
        answer: { payment: 'p', amount_paise: 169_900, checkout: '/faq', demo: true },
        done: /asked/i,
      },
    ],
  },
  {
    name: 'an invoice that is not paid',
    tag: ['@cart', '@account'],
    more: true,
    open: async (page, site) => {
      const { id, manage_token } = await bookByCall(site);
      await site.backend.sql`update service_bookings set status = 'completed' where id = ${id}`;
      await page.goto(`${site.url}/book-service#manage=${manage_token}`);
      await button('Invoice')(page).click();
    },
    controls: [
      {
        sends: 'start_payment',
        from: 'account/read-invoice/booking-invoice',
        address: /rpc\/start_payment/,
        control: button('Show the code to pay'),
        ...paid,
        done: /Pay by UPI, reference/,
      },
    ],
  },
  {
    name: 'a gate visit on a day of rain',
    tag: ['@cart', '@account'],
    more: true,
    open: async (page, site) => {
      const [at] = await readFreeTimes(site, 'doorstep');
      const { manage_token } = await bookByCall(site, { mode: 'doorstep', at: at! });
      await site.backend.sql`
        insert into weather_days (date, note, set_at) values (${at!.date}, 'Heavy rain', now()) on conflict do nothing`;
      await page.goto(`${site.url}/book-service#manage=${manage_token}`);
      await button('Have it picked up')(page).click();
      await chooseFreeWindow(page.getByRole('dialog'));
    },
    controls: [
      {
        sends: 'reschedule_booking',
        from: 'account/change-booking/move-dialog',
        address: /rpc\/reschedule_booking/,
        control: button(/^Pick it up on /),
        refusal: { status: 409, hint: 'no_pickup' },
        refused: /This work is not done with pickup/,
        done: /we fetch the bike/,
      },
    ],
  },
];
