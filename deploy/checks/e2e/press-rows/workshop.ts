import type { Page } from 'playwright-core';
import { bookByCall } from '../book-by-call.ts';
import type { TestSite } from '../open-test-site.ts';
import { button, chooseFreeWindow, fields, openForm, type PressedControl, type PressedPage } from '../press-answers.ts';
import { signInAsAdmin } from '../sign-in.ts';
import { pressInFoot } from '../locators.ts';
import { checkIn } from '../workshop.ts';
import { moneyControls, showAllMoney } from './booking-money.ts';

/** A step at the foot of the sheet that opens the form of a change. */
const step = (name: string, values: Readonly<Record<string, string>> = {}) => {
  return async (page: Page): Promise<void> => {
    await pressInFoot(page, name);
    await fields(values)(page);
  };
};

const sheet = (page: Page) => page.getByRole('dialog').last();

async function openSheet(page: Page, site: TestSite, id: string): Promise<void> {
  await signInAsAdmin(page, site);
  await page.goto(`${site.url}/admin?booking=${id}`);
  await sheet(page).getByText('Meera Joshi').waitFor();
}

const gone = { refusal: { status: 404, hint: 'not_found' }, refused: /There is no such booking/ };

const stepControls: PressedControl[] = [
  {
    sends: 'set_booking_status',
    from: 'admin/change-booking/change-form',
    address: /rpc\/set_booking_status/,
    fill: openForm('Confirm and assign', { Mechanic: 'Ganesh Shinde' }),
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
      await openForm('Inspect')(page);
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
    fill: openForm('Correct the price: New battery', { 'Price of New battery in rupees': '1350' }),
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
    fill: openForm('Start the work'),
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
    more: true,
    open: async (page, site) => {
      const { id } = await bookByCall(site);
      await site.backend.sql`
        update message_outbox set status = 'failed', last_error = 'No such mailbox', sent_at = null where booking_id = ${id}`;
      await showAllMoney(page);
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
    more: true,
    open: async (page, site) => openSheet(page, site, (await bookByCall(site)).id),
    controls: corrections,
  },
  {
    name: 'cancelling for the shop',
    tag: ['@admin'],
    more: true,
    open: async (page, site) => openSheet(page, site, (await bookByCall(site)).id),
    controls: cancelling,
  },
  {
    name: 'an invoice with a mistake',
    tag: ['@admin'],
    more: true,
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
    more: true,
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
        fill: step('Change the fee', { 'Fee in rupees': '50', Why: 'The customer called' }),
        control: button('Change the fee'),
        refusal: { status: 409, hint: 'fee_on_invoice' },
        refused: /This fee stands on the invoice/,
        done: /The fee of booking \w+ is ₹50/,
      },
    ],
  },
];
