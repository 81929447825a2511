import type { Page } from 'playwright-core';
import { button, openForm, type PressedControl } from '../press-answers.ts';

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
export const showAllMoney = (page: Page): Promise<void> =>
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

/** What the database answers to a change that was made. */
const written = { answer: { due: 0 } };
const paid = { refusal: { status: 409, hint: 'paid' }, refused: /There is nothing left to pay/ };

/** What staff do about the number of a booking, its money and its messages. */
export const moneyControls: PressedControl[] = [
  {
    sends: 'confirm_number',
    from: 'admin/change-booking/change-form',
    address: /rpc\/confirm_number/,
    fill: openForm('Confirm the number', { 'Confirm the number': '0123456789' }),
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
    fill: openForm('Cash received'),
    control: button('Cash received'),
    ...paid,
    ...written,
    done: /₹1,699 in cash for booking/,
  },
  {
    sends: 'record_payment',
    from: 'admin/change-booking/change-form',
    address: /rpc\/record_payment/,
    fill: openForm('Card received', { 'Approval code': '00471B' }),
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
    fill: openForm('The UPI money is there'),
    control: button('The money is there'),
    ...paid,
    ...written,
    done: /₹1,699 by UPI is confirmed/,
  },
  {
    sends: 'reject_claim',
    from: 'admin/change-booking/change-form',
    address: /rpc\/reject_claim/,
    fill: openForm('It is not there', { 'What the customer reads': 'no such reference' }),
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
    fill: openForm('₹50 given back', { 'How it was given back': 'UPI 4711' }),
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
    fill: openForm('We were late', { 'What happened': 'Held up in traffic' }),
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
