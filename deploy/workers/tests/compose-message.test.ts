import assert from 'node:assert/strict';
import { test } from 'node:test';
import { composeMail, composeSms } from '../messages/compose-message.ts';
import type { OfferContent } from '../messages/compose-offer.ts';
import { booking } from '../testing/booking-details.ts';
import { both, content, jobKinds, mail, now, site, sms, token } from '../testing/compose-booking.ts';
import type { BookingMessageKind } from '../../backend/adapters/message-adapters.ts';

test('a confirmation has the time, place, service, price, free-cancellation deadline and link of the booking', () => {
  assert.equal(
    mail('confirmation').text,
    `Hello Asha Kulkarni,

Booked for Tue 24 Nov, 11 am – 1 pm.
Keep the key and the RC handy.

Booking   4f9d2c1b
Bike      Royal Enfield Classic 350, MH12ZZ0042
When      Tue 24 Nov, 11 am – 1 pm
Where     At your gate: B-1204, Sample Heights, Kondhwa 411048
What      General Service, Warranty 30 to 90 days
Price     ₹2,048 with GST

Free to cancel or move until 9 am on Tue 24 Nov.
See, move or cancel it: ${site}/book-service#manage=${token}
Anyone with this link can change the booking: keep it to yourself.

Questions? Call +919000000010.
Twostroke`,
  );
  assert.equal(mail('confirmation').subject, 'Booked: Tue 24 Nov, 11 am – 1 pm');
  assert.equal(
    sms('confirmation').text,
    'Twostroke, booking 4f9d2c1b, Royal Enfield Classic 350: Booked for Tue 24 Nov, 11 am - 1 pm. Free to cancel or move ' +
      `until 9 am on Tue 24 Nov. See or change it: ${site}/book-service#manage=${token}`,
  );
});

test('who was booked for on the phone reads the price, also when there is no room for the terms', () => {
  const { text } = sms('confirmation', { origin: 'phone' });
  assert.match(text, /: We booked for you: Tue 24 Nov, 11 am - 1 pm\. .*Rs 2,048 with GST\. See or change it/);
  assert.match(mail('confirmation', { origin: 'phone' }).subject, /^Booked for you/);
});

test('the receipt by SMS has the handover code, which no other SMS and no mail repeats', () => {
  const withCode = { handover_code: '4071' };
  assert.match(sms('confirmation', withCode).text, / Handover code: 4071\. See or change it: https/);
  for (const { text } of [sms('change', withCode), sms('reminder_2h', withCode), mail('confirmation', withCode)])
    assert.doesNotMatch(text, /4071/);
});

test('an SMS to a number that is not proven links to the page that proves it, and has no manage token', () => {
  const { text, values } = composeSms({ ...content('confirmation'), number_code: '7KQ0X2M4ZD' }, site);
  const link = `${site}/book-service?7KQ0X2M4ZD`;
  assert.ok(text.endsWith(` Confirm your number to get reminders, see or change it: ${link}`));
  assert.equal(values['link'], link);
  assert.doesNotMatch(text, /manage/);
  const asked = composeSms({ ...content('extra_work'), number_code: '7KQ0X2M4ZD' }, site);
  assert.ok(asked.text.endsWith(`Answer here: ${link}`));
  assert.ok(text.length < sms('confirmation').text.length + 1, 'no longer than with the manage link');
});

test('a booking moved to pickup says that we fetch the bike; a rainy day offers a pickup', () => {
  both('change', { mode: 'pickup' }, 'Your booking is moved to Tue 24 Nov, 11 am – 1 pm: we fetch the bike then.');
  assert.ok(mail('change', { mode: 'pickup' }).text.includes('Pickup and drop: B-1204'));
  const rain = { terms: { ...booking.terms, weather: true, can_pick_up: true } };
  assert.ok(mail('reminder_24h', rain).text.includes('move it, have it picked up or cancel it, free.'));
});

test('every reminder names the cut-off as a clock time, or the cost of cancelling after it', () => {
  const late = { terms: { ...booking.terms, late: true, cancel_fee: 100 } };
  for (const text of [mail('reminder_24h').text, sms('reminder_24h').text])
    assert.ok(text.includes('Free to cancel or move until 9 am on Tue 24 Nov.'));
  both('reminder_2h', late, 'Free until 9 am on Tue 24 Nov. Cancelling now: ₹100.');
});

test('after the last free move neither the message nor the calendar entry offers another', () => {
  const moved = { terms: { ...booking.terms, can_move: false } };
  const { text, calendar } = mail('change', moved);
  for (const words of [text, sms('change', moved).text, calendar?.content.replace(/\r\n /g, '')]) {
    assert.match(words ?? '', /Free to cancel until 9 am on Tue 24 Nov/);
    assert.doesNotMatch(words ?? '', /cancel or move/);
  }
});

const rained = { terms: { ...booking.terms, weather: true, can_pick_up: true } };

test('the message in rain says that we do not come and names the free changes', () => {
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

test('a reminder of a visit that rain prevents says so instead', () => {
  for (const { text } of [mail('reminder_24h', rained), sms('reminder_24h', rained), sms('reminder_2h', rained)]) {
    assert.ok(text.includes("A reminder. Rain on Tue 24 Nov: we don't work outdoors."));
    assert.ok(!text.includes('your booking is on'));
  }
  for (const kind of ['confirmation', 'change', 'reminder_24h', 'reminder_2h', 'weather'] as const)
    assert.ok(!mail(kind, rained).text.includes('Keep the key'));
});

test('the message after the work asks for a rating and says how long a second look is free', () => {
  const done = { status: 'completed' as const, closed_at: '2026-11-24T11:30:00Z' };
  assert.equal(
    sms('review', done).text,
    'Twostroke, booking 4f9d2c1b, Royal Enfield Classic 350: Rate your service: how was our work? Tell us: ' +
      '+919000000010. Not right? Call by 5 pm on Thu 26 Nov: the re-check is free. Your booking: ' +
      `${site}/book-service#manage=${token}`,
  );
  assert.match(mail('review', done).text, /Call us on \+919000000010 and tell us: praise reaches the mechanic/);
  assert.equal(mail('review', done).subject, 'Rate your service: Royal Enfield Classic 350');
});

test('a booking that waits for an answer lists the proposed work and links to the answer', () => {
  const line = {
    reason: 'Worn to 1 mm',
    minutes: 30,
    decided_by: null,
    item_id: null,
    urgency: null,
    price_version: 1,
  };
  const extra_work = [
    { ...line, id: '1', name: 'Brake pads', price: 600, status: 'proposed' as const },
    { ...line, id: '2', name: 'Bulb', price: 80, status: 'approved' as const },
  ];
  both('extra_work', { extra_work }, 'Brake pads, ₹600 (Worn to 1 mm)');
  for (const { text } of [mail('extra_work', { extra_work }), sms('extra_work', { extra_work })]) {
    assert.ok(!text.includes('Bulb'));
    assert.ok(text.includes(`#manage=${token}`));
  }
});

test('a cancellation says who cancelled and the fee, and has no link to the booking', () => {
  const own = mail('cancellation', { cancelled_by: 'customer', fee: 100 });
  assert.ok(own.text.includes('Your booking for Tue 24 Nov, 11 am – 1 pm is cancelled.'));
  assert.ok(own.text.includes('The fee for the late change is ₹100.'));
  const shops = sms('cancellation', { cancelled_by: 'shop', cancel_reason: 'The mechanic is ill' }).text;
  assert.ok(shops.includes('We had to cancel your booking for Tue 24 Nov, 11 am - 1 pm. We are sorry.'));
  assert.ok(shops.includes('The reason: The mechanic is ill. It costs you nothing.'));
  for (const text of [own.text, shops]) assert.ok(!text.includes(token) && text.includes(`${site}/book-service`));
});

test('a no-show states the fee, due with the next booking; a cancellation by the shop states the credit', () => {
  const missed = { status: 'no_show' as const, fee: 200, payment: { ...booking.payment, due: 200 } };
  both('no_show', missed, 'We could not meet you for your booking on Tue 24 Nov, 11 am – 1 pm.');
  both('no_show', missed, 'The fee is ₹200. It is added to your next booking.');
  for (const { text } of [mail('no_show', missed), sms('no_show', missed)]) {
    assert.ok(!text.includes('late change'));
    assert.ok(!text.includes(token));
  }
  const kept = { ...missed, payment: { ...booking.payment, due: 0, paid: 200 } };
  assert.ok(!mail('no_show', kept).text.includes('next booking'));
  const credit_given = { amount: 100, reason: 'we_cancelled' as const, used_by: null };
  const ours = {
    status: 'cancelled' as const,
    cancelled_by: 'shop' as const,
    payment: { ...booking.payment, due: 0, credit_given },
  };
  for (const { text } of [mail('cancellation', ours), sms('cancellation', ours)])
    assert.match(text, /It costs you nothing\.\sYou get (₹|Rs )100 credit, taken off your next booking\./);
  const used = { ...ours, payment: { ...ours.payment, credit_given: { ...credit_given, used_by: '7b1d04c2' } } };
  assert.ok(!mail('cancellation', used).text.includes('credit'));
});

test('the price names the fee and the credit that it contains', () => {
  const payment = { ...booking.payment, due: 2148, carried: [{ number: '7b1d04c2', amount: 200 }], credit: 100 };
  assert.match(
    mail('confirmation', { payment }).text,
    /^Price +₹2,048 with GST, plus ₹200 for missed booking 7b1d04c2, less ₹100 credit: ₹2,148 in all$/m,
  );
});

test('states what is paid, what is due and what is refunded', () => {
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

test('calendar entries follow booking, move and cancellation, and never contain the link', () => {
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
    ...jobKinds,
  ];
  assert.deepEqual(
    kinds.map((kind) => mail(kind).calendar?.method ?? null),
    ['REQUEST', 'REQUEST', 'CANCEL', ...Array.from({ length: 12 }, () => null)],
  );
  for (const kind of kinds) assert.ok(!mail(kind).calendar?.content.includes(token));
  assert.ok(mail('change', { version: 3 }).calendar?.content.includes('\r\nSEQUENCE:3\r\n'));
});

test('a message keeps its key when it is composed again; each version and kind has its own', () => {
  assert.equal(mail('confirmation').key, mail('confirmation').key);
  const keys = [mail('confirmation'), mail('change'), mail('change', { version: 1 })].map(({ key }) => key);
  assert.equal(new Set(keys).size, 3);
});

test('an offer of a place says when it is, until when it is held, and links to it', () => {
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
    'Twostroke, Royal Enfield Classic 350: a place is free on Tue 24 Nov, 11 am - 1 pm. We hold it for you until 9:42 am. ' +
      `Book it here: ${site}/book-service#claim=${token}`,
  );
  const letter = composeMail(offer, site, now);
  assert.equal(letter.subject, 'A place is free: Tue 24 Nov, 11 am – 1 pm, held until 9:42 am');
  assert.ok(letter.text.includes('We hold it for you until 9:42 am; then the next one in line gets it.'));
  assert.deepEqual([text.key, letter.key], ['5d1f.place_free', '5d1f.place_free']);
});
