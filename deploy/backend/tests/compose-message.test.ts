import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { BookingDetails } from '@twostroke/shared/data/bookings';
import { composeMail, composeSms } from '../messages/compose-message.ts';
import type { BookingContent } from '../messages/compose-message.ts';
import type { OfferContent } from '../messages/compose-offer.ts';
import type { BookingMessageKind } from '../messages/message-adapters.ts';

const site = 'https://twostroke.example';
const token = 'a1'.repeat(32);
const now = new Date('2026-11-23T02:30:00Z');
const booking: BookingDetails = {
  id: '4f9d2c1b-6f0a-4a53-8a53-0d9a1f0e77aa',
  number: '4f9d2c1b',
  version: 0,
  status: 'confirmed',
  customer_name: 'Asha Kulkarni',
  phone: '+919000000012',
  email: 'asha@example.com',
  model_id: 'royal-enfield/classic-350',
  bike_name: 'Royal Enfield Classic 350',
  vehicle_number: 'MH12ZZ0042',
  chassis_last5: null,
  model_year: null,
  mode: 'doorstep',
  booking_date: '2026-11-24',
  booking_time: '11:00',
  window_end: '13:00',
  ready_date: '2026-11-24',
  minutes: 105,
  address_line: 'B-1204, Sample Heights',
  landmark: null,
  area_name: 'Kondhwa',
  pin: '411048',
  notes: null,
  approval_limit: 0,
  coupon_code: null,
  discount: 0,
  estimated_price: 2048,
  final_price: null,
  fee: 0,
  mechanic: null,
  cancelled_by: null,
  cancel_reason: null,
  created_at: '2026-11-23T02:30:00Z',
  closed_at: null,
  terms: {
    free_until: '2026-11-24T03:30:00Z',
    late: false,
    can_cancel: true,
    cancel_fee: 0,
    can_move: true,
    move_fee: 0,
    can_pick_up: false,
    weather: false,
  },
  items: [
    { item_id: 'general-service', name: 'General Service', package_type: 'primary', quantity: 1, price: 1699 },
    { item_id: 'extended-warranty', name: 'Warranty 30 to 90 days', package_type: 'addon', quantity: 1, price: 349 },
  ],
  extra_work: [],
  handover_code: null,
  checklist: [],
  gstin: null,
  payment: {
    status: 'unpaid',
    paid: 0,
    due: 2048,
    carried: [],
    carried_to: null,
    credit: 0,
    credit_given: null,
    late_credit: false,
    method: 'after_service',
    online: false,
    pay_until: null,
    seconds_left: null,
    payments: [],
    refunds: [],
    refund_time: '5–7 working days',
  },
  shop: { name: 'Twostroke', phone: '+919000000010', whatsapp: '+919000000010', address: 'Shop 4, Sample Arcade' },
};

function content(kind: BookingMessageKind, part: Partial<BookingDetails> = {}): BookingContent {
  return {
    kind,
    channel: 'mail',
    recipient: 'asha@example.com',
    version: part.version ?? 0,
    manage_token: token,
    shop_email: 'workshop@example.com',
    booking: { ...booking, ...part },
    weather_note: null,
  };
}
const mail = (...of: Parameters<typeof content>) => composeMail(content(...of), site, now);
const sms = (...of: Parameters<typeof content>) => composeSms({ ...content(...of), recipient: '+919000000012' }, site);

test('a confirmation says when, where, what, how much, until when it is free, and how to change it', () => {
  assert.equal(
    mail('confirmation').text,
    `Hello Asha Kulkarni,

Booked for Tue 24 Nov, 11 am – 1 pm.
Keep the key and the registration paper handy.

Booking   4f9d2c1b
Bike      Royal Enfield Classic 350, MH12ZZ0042
When      Tue 24 Nov, 11 am – 1 pm
Where     At your gate: B-1204, Sample Heights, Kondhwa 411048
What      General Service, Warranty 30 to 90 days
Price     ₹2,048 with GST

Free to cancel or move until 9 am on Tue 24 Nov.
See, move or cancel it: ${site}/book-service#manage=${token}
Whoever has this link can change the booking: keep it to yourself.

Questions? Call +919000000010.
Twostroke`,
  );
  assert.equal(mail('confirmation').subject, 'Booked: Tue 24 Nov, 11 am – 1 pm');
  assert.equal(
    sms('confirmation').text,
    'Twostroke, booking 4f9d2c1b, Royal Enfield Classic 350: Booked for Tue 24 Nov, 11 am – 1 pm. At your gate: B-1204, ' +
      'Sample Heights, Kondhwa 411048. General Service, Warranty 30 to 90 days, ₹2,048 with GST. Free to cancel or move ' +
      `until 9 am on Tue 24 Nov. See or change it: ${site}/book-service#manage=${token}`,
  );
});

test('who has it moved to a pickup reads that we fetch the bike, and a rainy day offers one', () => {
  for (const { text } of [mail('change', { mode: 'pickup' }), sms('change', { mode: 'pickup' })]) {
    assert.ok(text.includes('Your booking is moved to Tue 24 Nov, 11 am – 1 pm: we fetch the bike then.'));
    assert.ok(text.includes('Pickup and drop: B-1204'));
  }
  assert.ok(sms('change').text.includes('Your booking is moved to Tue 24 Nov, 11 am – 1 pm. At your gate'));
  const rain = { terms: { ...booking.terms, weather: true, can_pick_up: true } };
  assert.ok(mail('reminder_24h', rain).text.includes('move it, have it picked up or cancel it, free.'));
});

test('every reminder names the cut-off as a clock time; when it has passed, what cancelling costs', () => {
  const late = { terms: { ...booking.terms, late: true, cancel_fee: 100 } };
  for (const text of [mail('reminder_24h').text, sms('reminder_24h').text])
    assert.ok(text.includes('Free to cancel or move until 9 am on Tue 24 Nov.'));
  for (const text of [mail('reminder_2h', late).text, sms('reminder_2h', late).text])
    assert.ok(text.includes('Free until 9 am on Tue 24 Nov. Cancelling now: ₹100.'));
});

test('who has moved a booking as often as he may is not told that he can, nor by his calendar', () => {
  const moved = { terms: { ...booking.terms, can_move: false } };
  const { text, calendar } = mail('change', moved);
  for (const words of [text, sms('change', moved).text, calendar?.content.replace(/\r\n /g, '')]) {
    assert.match(words ?? '', /Free to cancel until 9 am on Tue 24 Nov/);
    assert.doesNotMatch(words ?? '', /cancel or move/);
  }
});

const rained = { terms: { ...booking.terms, weather: true, can_pick_up: true } };

test('in rain the customer learns that we do not come and what to do instead, free', () => {
  assert.equal(
    sms('weather', rained).text,
    "Twostroke, booking 4f9d2c1b, Royal Enfield Classic 350: Rain on Tue 24 Nov: we don't work outdoors. Move it or " +
      `have it picked up, free, on your booking's page: ${site}/book-service#manage=${token}`,
  );
  assert.equal(mail('weather', rained).subject, 'We do not come: Tue 24 Nov, 11 am – 1 pm');
  const unfetched = { terms: { ...rained.terms, can_pick_up: false } };
  assert.ok(sms('weather', unfetched).text.includes("Move or cancel it, free, on your booking's page:"));
  const closed = composeMail({ ...content('weather', rained), weather_note: 'Ghat road closed' }, site, now);
  assert.ok(closed.text.includes("\nGhat road closed: we don't work outdoors on Tue 24 Nov.\nMove it or have it"));
  assert.equal(closed.calendar, undefined);
});

test('nobody is reminded of a visit that rain prevents, nor told to have the key ready', () => {
  for (const { text } of [mail('reminder_24h', rained), sms('reminder_24h', rained), sms('reminder_2h', rained)]) {
    assert.ok(text.includes("A reminder. Rain on Tue 24 Nov: we don't work outdoors."));
    assert.ok(!text.includes('your booking is on'));
  }
  for (const kind of ['confirmation', 'change', 'reminder_24h', 'reminder_2h', 'weather'] as const)
    assert.ok(!mail(kind, rained).text.includes('Keep the key'));
});

test('after the work the customer is asked how we did, and how long a second look is free', () => {
  const done = { status: 'completed', closed_at: '2026-11-24T11:30:00Z' };
  assert.equal(
    sms('review', done).text,
    'Twostroke, booking 4f9d2c1b, Royal Enfield Classic 350: How did we do with your Royal Enfield Classic 350? Tell us: ' +
      '+919000000010. Something is not right? Call by 5 pm on Thu 26 Nov and the re-check is free. Your booking: ' +
      `${site}/book-service#manage=${token}`,
  );
  assert.match(mail('review', done).text, /Call us on \+919000000010 and tell us: praise reaches the mechanic/);
  assert.equal(mail('review', done).subject, 'How did we do? Your Royal Enfield Classic 350');
});

test('a booking that waits for a yes or no names each piece of work that is asked, and where to answer', () => {
  const line = { reason: 'Worn to 1 mm', minutes: 30, decided_by: null };
  const extra_work = [
    { ...line, id: '1', name: 'Brake pads', price: 600, status: 'proposed' },
    { ...line, id: '2', name: 'Bulb', price: 80, status: 'approved' },
  ];
  for (const { text } of [mail('extra_work', { extra_work }), sms('extra_work', { extra_work })]) {
    assert.ok(text.includes('Brake pads, ₹600 (Worn to 1 mm)'));
    assert.ok(!text.includes('Bulb'));
    assert.ok(text.includes(`#manage=${token}`));
  }
});

test('a cancellation says who and what it costs, and carries no link to a booking that is over', () => {
  const own = mail('cancellation', { cancelled_by: 'customer', fee: 100 });
  assert.ok(own.text.includes('Your booking for Tue 24 Nov, 11 am – 1 pm is cancelled.'));
  assert.ok(own.text.includes('The fee for the late change is ₹100.'));
  const shops = sms('cancellation', { cancelled_by: 'shop', cancel_reason: 'The mechanic is ill' }).text;
  assert.ok(shops.includes('We had to cancel your booking for Tue 24 Nov, 11 am – 1 pm. We are sorry.'));
  assert.ok(shops.includes('The reason: The mechanic is ill. It costs you nothing.'));
  for (const text of [own.text, shops]) assert.ok(!text.includes(token) && text.includes(`${site}/book-service`));
});

test('a missed booking says what it costs and that the next one pays it, a cancellation of ours the credit', () => {
  const missed = { status: 'no_show', fee: 200, payment: { ...booking.payment, due: 200 } };
  for (const { text } of [mail('no_show', missed), sms('no_show', missed)]) {
    assert.ok(text.includes('Nobody was there for your booking on Tue 24 Nov, 11 am – 1 pm.'));
    assert.ok(text.includes('The fee is ₹200. It is added to your next booking.'));
    assert.ok(!text.includes('late change'));
    assert.ok(!text.includes(token));
  }
  const kept = { ...missed, payment: { ...booking.payment, due: 0, paid: 200 } };
  assert.ok(!mail('no_show', kept).text.includes('next booking'));
  const credit_given = { amount: 100, reason: 'we_cancelled', used_by: null };
  const ours = {
    status: 'cancelled',
    cancelled_by: 'shop' as const,
    payment: { ...booking.payment, due: 0, credit_given },
  };
  for (const { text } of [mail('cancellation', ours), sms('cancellation', ours)])
    assert.match(text, /It costs you nothing\.\sYou get ₹100 credit, taken off your next booking\./);
  const used = { ...ours, payment: { ...ours.payment, credit_given: { ...credit_given, used_by: '7b1d04c2' } } };
  assert.ok(!mail('cancellation', used).text.includes('credit'));
});

test('the price names the fee and the credit that are in it', () => {
  const payment = { ...booking.payment, due: 2148, carried: [{ number: '7b1d04c2', amount: 200 }], credit: 100 };
  assert.match(
    mail('confirmation', { payment }).text,
    /^Price +₹2,048 with GST, plus ₹200 for missed booking 7b1d04c2, less ₹100 credit: ₹2,148 in all$/m,
  );
});

test('what is paid is said, what is left to pay, and what comes back', () => {
  const paid = { ...booking.payment, paid: 2048, due: 0 };
  assert.match(mail('confirmation', { payment: paid }).text, /^Price +₹2,048 with GST, paid$/m);
  const part = { ...booking.payment, paid: 1000, due: 1048 };
  assert.match(mail('confirmation', { payment: part }).text, /with GST, ₹1,000 paid, ₹1,048 to pay$/m);
  const refund = {
    id: '1',
    payment_id: '1',
    reason: 'cancelled',
    status: 'asked',
    note: null,
    asked_at: '',
    done_at: null,
  };
  const payment = { ...paid, refunds: [{ ...refund, amount_paise: 194_800 } as (typeof paid.refunds)[number]] };
  const cancelled = mail('cancellation', { cancelled_by: 'customer', fee: 100, payment }).text;
  assert.ok(cancelled.includes('You get ₹1,948 back within 5–7 working days.'));
});

test('calendars are told of making, moving and cancelling, never of the link', () => {
  const kinds: BookingMessageKind[] = [
    'confirmation',
    'change',
    'cancellation',
    'no_show',
    'reminder_24h',
    'reminder_2h',
    'extra_work',
    'weather',
    'review',
  ];
  assert.deepEqual(
    kinds.map((kind) => mail(kind).calendar?.method ?? null),
    ['REQUEST', 'REQUEST', 'CANCEL', null, null, null, null, null, null],
  );
  for (const kind of kinds) assert.ok(!mail(kind).calendar?.content.includes(token));
  assert.ok(mail('change', { version: 3 }).calendar?.content.includes('\r\nSEQUENCE:3\r\n'));
});

test('a message has one key however often it is made, and another for each version and kind', () => {
  assert.equal(mail('confirmation').key, mail('confirmation').key);
  const keys = [mail('confirmation'), mail('change'), mail('change', { version: 1 })].map(({ key }) => key);
  assert.equal(new Set(keys).size, 3);
});

test('a free place says when it is, until when it is held, and where to take it', () => {
  const offer: OfferContent = {
    kind: 'place_free',
    channel: 'sms',
    recipient: '+919000000012',
    version: 0,
    claim_token: token,
    offer: {
      id: '5d1f',
      customer_name: 'Asha Kulkarni',
      bike_name: 'Royal Enfield Classic 350',
      mode: 'doorstep',
      date: '2026-11-24',
      start: '11:00',
      end: '13:00',
      ends_at: '2026-11-23T04:12:00Z',
    },
    shop: { name: 'Twostroke', phone: '+919000000010' },
  };
  const text = composeSms(offer, site);
  assert.equal(
    text.text,
    'Twostroke, Royal Enfield Classic 350: a place is free on Tue 24 Nov, 11 am – 1 pm. We hold it for you until 9:42 am. ' +
      `Book it here: ${site}/book-service#claim=${token}`,
  );
  const letter = composeMail(offer, site, now);
  assert.equal(letter.subject, 'A place is free: Tue 24 Nov, 11 am – 1 pm, held until 9:42 am');
  assert.ok(letter.text.includes('We hold it for you until 9:42 am; then the next one in line gets it.'));
  assert.deepEqual([text.key, letter.key], ['5d1f.place_free', '5d1f.place_free']);
});
