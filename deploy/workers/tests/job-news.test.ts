import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { BookingDetails } from '@twostroke/shared/api/bookings';
import { composeCallbackSms } from '../messages/compose-callback.ts';
import { composeSms } from '../messages/compose-message.ts';
import { smsLength, smsSize, smsText } from '../messages/plain-text.ts';
import { booking } from '../testing/booking-details.ts';
import { both, content, jobKinds, mail, site, sms } from '../testing/compose-booking.ts';

test('the messages of a job say where it stands, what to pay and how', () => {
  const mechanic = 'Sagar Pawar';
  both('on_the_way', { mechanic }, 'Sagar is on the way. We arrive between 11 am and 1 pm.');
  both('picked_up', {}, 'We have your bike and take it to the workshop.');
  const point = {
    ...{ point: 'a', group_name: 'Brakes', label: 'Pads', hint: null, value: null, unit: null, note: null },
    ...{ item_id: null, marked_at: null },
  };
  const inspection = (['due_now', 'due_later', 'due_later', 'ok', 'not_checked'] as const).map((state) => ({
    ...{ ...point, low_limit: null, high_limit: null, state },
  })) as BookingDetails['inspection'];
  both('inspection_ready', { inspection }, 'We have looked at your bike: 1 now, 2 soon, 1 fine, 1 not checked.');
  const due = { ...booking.payment, due: 2048 };
  both('ready', { mode: 'workshop', payment: due }, 'Collect it at the workshop in our opening hours.');
  both('ready', { payment: due }, '₹2,048 to pay by UPI, card or cash.');
  both('ready', { payment: { ...due, due: 0 } }, 'Nothing is left to pay.');
  both('invoice', { final_price: 1999 }, 'your invoice is ready: ₹1,999 with GST.');
  const invoiceLink = new RegExp(`Invoice \\(PDF\\): ${site}/book-service#manage=\\w+&invoice`);
  assert.match(mail('invoice', {}).text, invoiceLink);
  assert.match(sms('invoice', {}).text, invoiceLink);
  const unproven = { ...content('invoice'), number_code: '7KQ0X2M4ZD' };
  assert.match(composeSms(unproven, site).text, /book-service\?7KQ0X2M4ZD&invoice$/);
  const received = composeSms({ ...content('payment_received', { payment: due }), received: 500 }, site).text;
  assert.match(received, /We have received Rs 500\. Thank you\. Rs 2,048 is left to pay\./);
  const byCard = { ...content('payment_received'), received: 500, received_by: 'card' as const };
  assert.match(composeSms(byCard, site).text, /We have received Rs 500 by card\. Thank you\./);
});

test('two payments of a booking have messages with keys of their own', () => {
  const keys = ['p1', 'p2'].map(
    (payment) => composeSms({ ...content('payment_received'), received: 1, payment }, site).key,
  );
  assert.equal(new Set(keys).size, 2);
});

test('who asked to be called back is told when, and what to do in a hurry', () => {
  const told = composeCallbackSms({
    ...{ kind: 'callback_received', channel: 'sms', recipient: '+919000000012', version: 0, callback: { id: 'c1' } },
    shop: { name: 'Twostroke', phone: '+919000000010' },
  });
  assert.match(told.text, /we have your request and call you back in our opening hours/);
  assert.equal(told.key, 'c1.callback_received');
});

test('every SMS is in the alphabet of SMS and in two parts, also with the longest words', () => {
  const long = {
    bike_name: 'Royal Enfield Continental GT 650',
    address_line: 'Flat B-1204, Tower 3, Sample Heights Co-operative Housing Society, opposite the old tank',
    mechanic: 'Sagar “Bhau” Pawar',
    cancel_reason:
      'The mechanic’s own bike broke down on the way — we could not find anybody else to come to you today',
    payment: { ...booking.payment, due: 149_999 },
    estimated_price: 149_999,
    extra_work: Array.from({ length: 9 }, (_, at) => ({
      ...{ id: String(at), name: 'Brake pad / shoe replacement', reason: 'Worn to 1 mm', price: 1099, minutes: 30 },
      ...{ status: 'proposed' as const, decided_by: null, item_id: null, urgency: null, price_version: 1 },
    })) as BookingDetails['extra_work'],
  };
  const kinds = [
    ...(['confirmation', 'change', 'cancellation', 'no_show', 'reminder_24h', 'reminder_2h', 'extra_work'] as const),
    ...(['weather', 'review'] as const),
    ...jobKinds,
  ];
  for (const kind of kinds)
    for (const mode of ['doorstep', 'pickup', 'workshop'] as const) {
      const { text, values } = sms(kind, { ...long, mode });
      assert.equal(text, smsText(text), kind);
      assert.ok(smsSize(text) <= smsLength, `${kind}, ${mode}: ${smsSize(text)} in ${text}`);
      for (const value of Object.values(values)) assert.equal(value, smsText(value));
    }
  assert.equal(smsText('₹1,699 – “ready” for आशा'), 'Rs 1,699 - "ready" for ???');
});
