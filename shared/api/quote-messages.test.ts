import { couponWords, explainQuoteRejection } from './quote-messages.ts';

const because = "This code isn't valid for this cart because ";

test.each([
  ['coupon_minimum', { from: 499, services: 449 }, 'it starts at ₹499, and your services come to ₹449.'],
  [
    'coupon_weekdays',
    { weekdays: [2, 3, 4], day: '2026-11-30' },
    'it counts on Tuesday, Wednesday and Thursday, and your day is a Monday.',
  ],
  ['coupon_weekdays', { weekdays: [0], day: '2026-11-30' }, 'it counts on Sunday, and your day is a Monday.'],
  ['coupon_needs_day', null, 'it depends on the day. Choose the day first.'],
  ['coupon_season', { from: '06-01', until: '09-30' }, 'it counts from 1 June to 30 September.'],
  ['coupon_package', { package: 'Monsoon Check-up' }, 'it is for Monsoon Check-up only.'],
  [
    'coupon_bikes',
    { from: 3 },
    'it is for 3 bikes or more at one address. Call us on 90000 00010, and we book them together.',
  ],
  ['coupon_first_booking', null, 'it is for the first booking of a number, and yours has been here before.'],
])('coupon: %s %j', (code, data, words) => {
  expect(couponWords({ refusal: { code, data } })).toBe(because + words);
});

test('a code that does not exist', () => {
  const words = couponWords({ refusal: { code: 'coupon_unknown', data: null } });
  expect(words).toBe("We don't know this code. Check the letters.");
});

test('an accepted coupon needs no explanation', () => {
  expect(couponWords({ refusal: null })).toBeNull();
  expect(couponWords(null)).toBeNull();
});

test.each([
  ['quantity', { name: 'Foam wash', max: 1 }, 'Foam wash is booked once.'],
  ['quantity', { name: 'Foam wash', max: 3 }, 'Foam wash can be booked 1 to 3 times.'],
  ['wrong_drive', { name: 'CVT', drive: 'belt_cvt' }, 'CVT is for scooters; this bike has a chain.'],
  ['wrong_drive', { name: 'Lube', drive: 'chain' }, 'Lube is for bikes with a chain; this one has a belt drive.'],
  ['does_not_fit', { name: 'Pads', needs: 'disc' }, 'Pads needs a disc brake; this bike has drums.'],
  ['does_not_fit', { name: 'Tyre', needs: 'tubeless' }, 'Tyre is for tubeless tyres; this bike has tubes.'],
  ['does_not_fit', { name: 'Pads', needs: 'sidecar' }, 'Pads does not fit this bike.'],
  ['mode_not_offered', { name: 'Full', mode: 'doorstep' }, 'Full needs the workshop. Choose pickup or ride in.'],
  ['pin_not_served', null, "We don't serve this PIN yet. Leave your number and we'll tell you."],
])('rejection: %s %j', (code, data, words) => {
  expect(explainQuoteRejection({ code, data })).toBe(words);
});

test('a code of a newer database has a sentence too', () => {
  expect(explainQuoteRejection({ code: 'new_rule', data: null })).toBe('This can not be booked.');
  expect(couponWords({ refusal: { code: 'new_rule', data: null } })).toBe(`${because}its terms are not met.`);
});
