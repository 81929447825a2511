import type { Page } from 'playwright-core';
import { bookByCall } from '../book-by-call.ts';
import type { TestSite } from '../open-test-site.ts';
import { button, chooseFreeWindow, fields, type PressedControl, type PressedPage } from '../press-answers.ts';
import { signInAsAdmin } from '../sign-in.ts';
import { pressInFoot } from '../locators.ts';
import { checkIn } from '../workshop.ts';

/** A step at the foot of the sheet that opens the form of a change. */
const step = (name: string, values: Readonly<Record<string, string>> = {}) => {
  return async (page: Page): Promise<void> => {
    await pressInFoot(page, name);
    await fields(values)(page);
  };
};

const sheet = (page: Page) => page.getByRole('dialog').last();

/** A button that opens the form of a change. */
const open = (name: string, values: Readonly<Record<string, string>> = {}) => {
  return async (page: Page): Promise<void> => {
    await button(name)(page).click();
    await fields(values)(page);
  };
};

async function openSheet(page: Page, site: TestSite, id: string): Promise<void> {
  await signInAsAdmin(page, site);
  await page.goto(`${site.url}/admin?booking=${id}`);
  await sheet(page).getByText('Meera Joshi').waitFor();
}

/** Changes what the page reads of a booking, to show controls that need a long story. */
async function pretend(page: Page, change: (booking: { payment: Record<string, unknown> }) => object): Promise<void> {
  await page.route(/rpc\/get_booking/, async (route) => {
    const response = await route.fetch();
    const booking = (await response.json()) as { payment: Record<string, unknown> };
    await route.fulfill({ response, json: { ...booking, ...change(booking) } });
  });
}

const attempt = {
  method: 'upi',
  amount_paise: 169_900,
  captured_paise: 0,
  provider: 'upi',
  status: 'claimed',
  reference: 'TS1',
  terminal_reference: null,
  note: null,
  captured_at: null,
  created_at: '2026-11-20T04:42:00+00:00',
};
const refund = {
  id: 'refund',
  payment_id: 'paid',
  amount_paise: 5_000,
  reason: 'overpaid',
  status: 'asked',
  note: null,
};

/** Every payment action at once. */
const money = (page: Page): Promise<void> =>
  pretend(page, ({ payment }) => ({
    number_proven: false,
    payment: {
      ...payment,
      late_credit: true,
      payments: [
        { ...attempt, id: 'claimed' },
        { ...attempt, id: 'paid', status: 'captured', captured_paise: 169_900 },
      ],
      refunds: [refund],
    },
  }));

const written = { answer: { due: 0 } };
const paid = { refusal: { status: 409, hint: 'paid' }, refused: /There is nothing left to pay/ };
const gone = { refusal: { status: 404, hint: 'not_found' }, refused: /There is no such booking/ };

const moneyControls: PressedControl[] = [
  {
    sends: 'confirm_number',
    from: 'admin/change-booking/change-form',
    address: /rpc\/confirm_number/,
    fill: open('Confirm the number', { 'Confirm the number': '0123456789' }),
    control: button('Confirm the number'),
    refusal: { status: 409, hint: 'unknown_code' },
    refused: /This is not the code in the SMS/,
    ...written,
    done: /The number 98220.54321 is confirmed/,
  },
  {
    sends: 'record_payment',
    from: 'admin/change-booking/change-form',
    address: /rpc\/record_payment/,
    fill: open('Cash received'),
    control: button('Cash received'),
    ...paid,
    ...written,
    done: /₹1,699 in cash for booking/,
  },
  {
    sends: 'record_payment',
    from: 'admin/change-booking/change-form',
    address: /rpc\/record_payment/,
    fill: open('Card received', { 'Approval code': '00471B' }),
    control: button('Card received'),
    refusal: { status: 409, hint: 'terminal_reference_used', data: { amount: 500 } },
    refused: /This approval code is recorded with this booking for ₹500/,
    ...written,
    done: /₹1,699 by card for booking/,
  },
  {
    sends: 'confirm_payment',
    from: 'admin/change-booking/change-form',
    address: /rpc\/confirm_payment/,
    fill: open('The UPI money is there'),
    control: button('The money is there'),
    ...paid,
    ...written,
    done: /₹1,699 by UPI is confirmed/,
  },
  {
    sends: 'reject_claim',
    from: 'admin/change-booking/change-form',
    address: /rpc\/reject_claim/,
    fill: open('It is not there', { 'What the customer reads': 'no such reference' }),
    control: button('It is not there'),
    refusal: { status: 409, hint: 'not_claimed' },
    refused: /The customer has not reported this payment/,
    ...written,
    done: /₹1,699 by UPI is marked as not received/,
  },
  {
    sends: 'finish_refund',
    from: 'admin/change-booking/change-form',
    address: /rpc\/finish_refund/,
    fill: open('₹50 given back', { 'How it was given back': 'UPI 4711' }),
    control: button('Given back'),
    refusal: { status: 409, hint: 'gateway_refunds' },
    refused: /The gateway makes this refund/,
    ...written,
    done: /₹50 was given back/,
  },
  {
    sends: 'give_late_credit',
    from: 'admin/change-booking/change-form',
    address: /rpc\/give_late_credit/,
    fill: open('We were late', { 'What happened': 'Held up in traffic' }),
    control: button(/^Give ₹\d+ credit$/),
    refusal: { status: 409, hint: 'credited' },
    refused: /This booking has its credit already/,
    ...written,
    done: /credit for booking/,
  },
  {
    sends: 'retry_message',
    from: 'admin/change-booking/booking-messages',
    address: /rpc\/retry_message/,
    control: button(/^Send again: /),
    refusal: { status: 409, hint: 'not_current' },
    refused: /this message would no longer be true/,
    answer: { id: 1, status: 'waiting' },
    done: /goes out again: /,
  },
];

const stepControls: PressedControl[] = [
  {
    sends: 'set_booking_status',
    from: 'admin/change-booking/change-form',
    address: /rpc\/set_booking_status/,
    fill: open('Confirm and assign', { Mechanic: 'Ganesh Shinde' }),
    control: button('Confirm and assign'),
    ...gone,
    done: /is assigned to Ganesh Shinde/,
  },
  {
    sends: 'reschedule_booking',
    from: 'admin/change-booking/move-booking',
    address: /rpc\/reschedule_booking/,
    fill: async (page) => {
      await pressInFoot(page, 'Move');
      await sheet(page).getByLabel('Who caused the change').selectOption('shop');
      await chooseFreeWindow(sheet(page));
    },
    control: button(/^Move to /),
    ...gone,
    done: /is moved to /,
  },
  {
    sends: 'propose_extra_work',
    from: 'admin/change-booking/propose-form',
    address: /rpc\/propose_extra_work/,
    fill: async (page) => {
      await open('Inspect')(page);
      await step('Propose extra work', {
        Work: 'New battery',
        'Why, for the customer': 'It holds no charge',
        'Price (₹)': '1450',
      })(page);
    },
    control: button('Propose it'),
    ...gone,
    done: /New battery is proposed for ₹1,450/,
  },
  {
    sends: 'reprice_extra_work',
    from: 'admin/change-booking/change-form',
    address: /rpc\/reprice_extra_work/,
    fill: open('Correct the price: New battery', { 'Price of New battery in rupees': '1350' }),
    control: button('Correct the price'),
    ...gone,
    done: /New battery costs ₹1,350 now/,
  },
  {
    sends: 'answer_extra_work',
    from: 'admin/change-booking/sheet-section',
    address: /rpc\/answer_extra_work/,
    control: button(/^No, leave it/),
    refusal: { status: 409, hint: 'answered' },
    refused: /This was answered before/,
    done: /Declined: New battery/,
  },
  {
    sends: 'tick_checklist',
    from: 'admin/change-booking/job-checklist',
    address: /rpc\/tick_checklist/,
    fill: open('Start the work'),
    control: (page) => page.getByRole('region', { name: 'Job card' }).getByRole('checkbox').first(),
    refusal: { status: 409, hint: 'not_in_service', data: { status: 'ready' } },
    refused: /Lines are ticked while the bike is worked on/,
    done: /^1 of \d+ done$/,
  },
];

const corrections: PressedControl[] = [
  {
    sends: 'update_booking',
    from: 'admin/change-booking/correct-dialog',
    address: /rpc\/update_booking/,
    fill: step('Correct…', { Name: 'Meera Joshi Rao' }),
    control: button('Save'),
    refusal: { status: 409, hint: 'invoice_issued' },
    refused: /The invoice of this booking is written/,
    done: /Booking \w+ is corrected/,
  },
  {
    sends: 'change_items',
    from: 'admin/change-booking/items-dialog',
    address: /rpc\/change_items/,
    fill: async (page) => {
      await pressInFoot(page, 'Change what is done…');
      // By key: the toast of the press before may lie over it, and stays while a pointer is on it.
      await sheet(page).getByRole('checkbox', { name: /90/ }).press('Space');
      await sheet(page).getByText('Then in all').waitFor();
      await fields({ 'How the customer said yes': 'On the phone at 11' })(page);
    },
    control: button('They said yes: change it'),
    refusal: { status: 409, hint: 'invoice_issued' },
    refused: /The invoice of this booking is written/,
    done: /The work of booking \w+ is changed/,
  },
];

const cancelling: PressedControl[] = [
  {
    sends: 'cancel_booking',
    from: 'admin/change-booking/cancel-dialog',
    address: /rpc\/cancel_booking/,
    fill: async (page) => {
      await pressInFoot(page, 'Cancel');
      await sheet(page).getByLabel('Who caused the change').selectOption('shop');
      await fields({ 'Why, for the customer': 'The road is flooded' })(page);
    },
    control: button('Cancel the booking'),
    ...gone,
    done: /is cancelled/,
  },
];

/** What staff send. */
export const workshopPages: PressedPage[] = [
  {
    name: 'the number and the money of a booking, and its messages',
    tag: ['@admin'],
    open: async (page, site) => {
      const { id } = await bookByCall(site);
      await site.backend.sql`
        update message_outbox set status = 'failed', last_error = 'No such mailbox', sent_at = null where booking_id = ${id}`;
      await money(page);
      await openSheet(page, site, id);
    },
    controls: moneyControls,
  },
  {
    name: 'the steps of a booking',
    tag: ['@admin'],
    open: async (page, site) => {
      const { id } = await bookByCall(site);
      await checkIn(site, id);
      await openSheet(page, site, id);
    },
    controls: stepControls,
  },
  {
    name: 'what is wrong in a booking',
    tag: ['@admin'],
    open: async (page, site) => openSheet(page, site, (await bookByCall(site)).id),
    controls: corrections,
  },
  {
    name: 'cancelling for the shop',
    tag: ['@admin'],
    open: async (page, site) => openSheet(page, site, (await bookByCall(site)).id),
    controls: cancelling,
  },
  {
    name: 'an invoice with a mistake',
    tag: ['@admin'],
    open: async (page, site) => {
      const { id } = await bookByCall(site);
      await site.backend.sql`update service_bookings set status = 'completed' where id = ${id}`;
      await signInAsAdmin(page, site);
      await page.goto(`${site.url}/admin?view=invoice&booking=${id}`);
    },
    controls: [
      {
        sends: 'issue_credit_note',
        from: 'admin/credit-invoice/credit-note-form',
        address: /rpc\/issue_credit_note/,
        fill: async (page) => {
          await page.getByText('Credit note…').click();
          await fields({ 'General Service': '200', Reason: 'The pad was faulty' })(page);
        },
        control: button('Issue the credit note'),
        refusal: { status: 422, hint: 'credit_amount', data: { line: 1, left: 100 } },
        refused: /Enter whole rupees, up to ₹100/,
        done: /Credit note CN\S+ is issued/,
      },
      {
        sends: 'replace_invoice',
        from: 'admin/credit-invoice/replace-invoice-form',
        address: /rpc\/replace_invoice/,
        fill: async (page) => {
          await page.getByText('Replace the invoice…').click();
          await fields({ 'Name on the invoice': 'Joshi Motors', Reason: 'The firm was left out' })(page);
        },
        control: button('Replace the invoice'),
        refusal: { status: 409, hint: 'not_agreed', data: { agreed: 1699 } },
        refused: /The customer has agreed to ₹1,699/,
        done: /Invoice TS\S+ takes its place/,
      },
    ],
  },
  {
    name: 'the fee of a missed booking',
    tag: ['@admin'],
    open: async (page, site) => {
      const { id } = await bookByCall(site);
      await site.backend.sql`update service_bookings set status = 'no_show', fee = 100 where id = ${id}`;
      await openSheet(page, site, id);
    },
    controls: [
      {
        sends: 'set_booking_fee',
        from: 'admin/change-booking/change-form',
        address: /rpc\/set_booking_fee/,
        fill: step('Change the fee', { 'Fee in rupees': '50', Why: 'He called' }),
        control: button('Change the fee'),
        refusal: { status: 409, hint: 'fee_on_invoice' },
        refused: /This fee stands on the invoice/,
        done: /The fee of booking \w+ is ₹50/,
      },
    ],
  },
];
