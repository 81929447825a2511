import type { Page } from 'playwright-core';
import { bookByCall, type BookingInput } from '../book-by-call.ts';
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
    open: async (page, site) => {
      await openBooking(page, site);
      await page.getByRole('button', { name: 'Move', exact: true }).click();
      await chooseFreeWindow(page.getByRole('dialog'));
    },
    controls: [
      {
        sends: 'reschedule_booking',
        address: /rpc\/reschedule_booking/,
        control: button(/^Move to /),
        refusal: { status: 409, hint: 'moved_often' },
        refused: /You have moved this booking before/,
        done: /Moved to /,
      },
      {
        sends: 'cancel_booking',
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
    open: async (page, site) => {
      const { id, manage_token } = await bookByCall(site);
      const again = {
        ...{ total: 2048, off: 0, minutes: 105, two_day: false },
        lines: [
          { item_id: 'general-service', name: 'General Service', price: 1699, unit_price: 1699, minutes: 90 },
          { item_id: 'extended-warranty', name: '90-day warranty', price: 349, unit_price: 349, minutes: 0 },
        ].map((line, index) => ({ ...line, quantity: 1, package_type: index === 0 ? 'primary' : 'addon' })),
      };
      await site.backend.sql`
        insert into private.item_questions (booking_id, asked_at, edits, again)
        values (${id}, now(), 0, ${site.backend.sql.json(again)})`;
      await page.goto(`${site.url}/book-service#manage=${manage_token}`);
    },
    controls: [
      {
        sends: 'answer_items',
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
        address: /rpc\/answer_extra_work/,
        control: button(/^Yes, do it/),
        refusal: { status: 409, hint: 'answered' },
        refused: /This was answered before/,
        done: /Approved: New battery/,
      },
    ],
  },
  {
    name: 'paying by UPI',
    tag: ['@cart', '@account'],
    open: async (page, site) => {
      await openBooking(page, site);
      await page.getByRole('button', { name: 'Pay now' }).click();
    },
    controls: [
      {
        sends: 'start_payment',
        address: /rpc\/start_payment/,
        control: button(/^Pay ₹1,699 by UPI/),
        ...paid,
        done: /Pay ₹1,699 by UPI, then come back here/,
      },
      {
        sends: 'claim_payment',
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
    open: (page, site) => openBooking(page, site, { payBy: 'online' }).then(() => undefined),
    controls: [
      {
        sends: 'pay_after_service',
        address: /rpc\/pay_after_service/,
        control: button('Pay after the service instead'),
        refusal: { status: 409, hint: 'time_gone' },
        refused: /The time has gone to somebody else/,
        done: /Pay ₹1,699 after the service/,
      },
      {
        sends: '/payments/v1/orders',
        address: /payments\/v1\/orders/,
        fill: (page) => button('Pay now')(page).click(),
        control: button(/^Pay ₹1,699 by card/),
        ...paid,
        answer: { payment: 'p', amount_paise: 169_900, checkout: '/faq', demo: true },
        done: /asked/i,
      },
    ],
  },
];
