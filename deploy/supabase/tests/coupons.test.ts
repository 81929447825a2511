import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { after, before, beforeEach, test } from 'node:test';
import { openDatabase, rejected, rpc } from './open-database.ts';
import type { JsonObject, TestDatabase } from './open-database.ts';
import { bookingRequest, cart, mondayMorning, proveNumber } from './booking-request.ts';

let db: TestDatabase;
/** Of a browser in which both numbers were proven: a first-booking coupon needs it. */
let proof: string;
before(async () => {
  db = await openDatabase({ connections: 12 });
  proof = await proveNumber(db.sql);
  await proveNumber(db.sql, '+919000000013', proof);
});
beforeEach(() => db.sql`delete from public.service_bookings`.then(() => undefined));
after(() => db.close());

const activa = 'honda/activa-6g';
const wednesday = '2026-11-25';

function quote(args: JsonObject): Promise<JsonObject> {
  const wish = { model: activa, items: cart('general-service'), mode: 'workshop' };
  return db.undo({ as: 'anon', at: mondayMorning }, (tx) => rpc(tx, 'quote', { ...wish, ...args }));
}

interface Coupon {
  off: number;
  refusal: { code: string; data: unknown } | null;
}

/** The total, and the reason why the coupon gives no discount. */
async function couponOf(args: JsonObject): Promise<[number, Coupon['refusal']]> {
  const { coupon, total } = (await quote(args)) as { coupon: Coupon; total: number };
  assert.ok(coupon.off === 0 || coupon.refusal === null);
  return [total, coupon.refusal];
}

const workshop = { mode: 'workshop', address: undefined, model: activa, items: cart('general-service') };
function book(changes: JsonObject): Promise<JsonObject> {
  return db.keep({ as: 'anon', at: mondayMorning }, (tx) =>
    rpc(tx, 'create_booking', { request: bookingRequest({ ...workshop, date: wednesday, proof, ...changes }) }),
  );
}

const cases: [string, JsonObject, number, Coupon['refusal']][] = [
  ['FIRST100 on ₹899', { coupon: 'FIRST100' }, 799, null],
  [
    'FIRST100 on ₹449: below the minimum',
    { coupon: 'FIRST100', items: cart('oil-change') },
    449,
    { code: 'coupon_minimum', data: { from: 499, services: 449 } },
  ],
  ['the minimum itself is enough', { coupon: 'FIRST100', items: cart('basic-service') }, 399, null],
  ['WEEKDAY10 on ₹899, Wednesday: 89 off', { coupon: 'WEEKDAY10', date: wednesday }, 810, null],
  ['typed in small letters with spaces and hyphens', { coupon: ' week-day 10 ', date: wednesday }, 810, null],
  [
    'WEEKDAY10 on a Monday',
    { coupon: 'WEEKDAY10', date: '2026-11-30' },
    899,
    { code: 'coupon_weekdays', data: { weekdays: [2, 3, 4], day: '2026-11-30' } },
  ],
  ['WEEKDAY10 without a day', { coupon: 'WEEKDAY10' }, 899, { code: 'coupon_needs_day', data: null }],
  [
    'never more than its maximum: 200 off 2599',
    { coupon: 'WEEKDAY10', date: wednesday, model: 'royal-enfield/classic-350', items: cart('comprehensive-service') },
    2399,
    null,
  ],
  ['MONSOON15 in July', { coupon: 'MONSOON15', date: '2026-07-01', items: cart('monsoon-checkup') }, 299 - 44, null],
  [
    'on the last day of its season',
    { coupon: 'MONSOON15', date: '2026-09-30', items: cart('monsoon-checkup') },
    255,
    null,
  ],
  [
    'MONSOON15 in November',
    { coupon: 'MONSOON15', date: wednesday, items: cart('monsoon-checkup') },
    299,
    { code: 'coupon_season', data: { from: '06-01', until: '09-30' } },
  ],
  [
    'MONSOON15 on another package',
    { coupon: 'MONSOON15', date: '2026-07-01' },
    899,
    { code: 'coupon_package', data: { package: 'Monsoon Check-up' } },
  ],
  [
    'of the package alone, not of its add-ons',
    { coupon: 'MONSOON15', date: '2026-07-01', items: cart('monsoon-checkup', 'foam-wash') },
    299 - 44 + 149,
    null,
  ],
  ['SOCIETY5 for one bike', { coupon: 'SOCIETY5' }, 899, { code: 'coupon_bikes', data: { from: 3 } }],
  ['an unknown code', { coupon: 'NONSENSE' }, 899, { code: 'coupon_unknown', data: null }],
  ['SQL instead of a code', { coupon: `'; drop table coupons; --` }, 899, { code: 'coupon_unknown', data: null }],
];
for (const [name, args, total, refusal] of cases) {
  test(`${name}: ₹${total}`, async () => {
    assert.deepEqual(await couponOf(args), [total, refusal]);
  });
}

test('a coupon does not discount the pickup, which does not count towards the minimum either', async () => {
  const pickup = { mode: 'pickup', coupon: 'WEEKDAY10', date: wednesday, items: cart('foam-wash-polish') };
  const { subtotal, total } = await quote(pickup);
  assert.deepEqual([subtotal, total], [398, 398 - 24]);
  const [whole] = await couponOf({ ...pickup, coupon: 'FIRST100', items: cart('oil-change') });
  assert.equal(whole, 449 + 149);
});

test('the answer has no coupon when no code is sent', async () => {
  for (const coupon of [null, '', '  ']) assert.equal((await quote({ coupon }))['coupon'], null);
});

test('tax is computed on the discounted amount', async () => {
  const result = await quote({ coupon: 'WEEKDAY10', date: wednesday });
  assert.deepEqual(
    [result['subtotal'], result['total'], result['taxable_paise'], result['cgst_paise'], result['sgst_paise']],
    [899, 810, 68644, 6178, 6178],
  );
  assert.equal(result['igst_paise'], 0);
});

test('a customer of another state pays IGST, by the GSTIN of a business, else by the PIN', async () => {
  const igst = async (args: JsonObject): Promise<unknown[]> => {
    const { cgst_paise, sgst_paise, igst_paise, cgst_rate, sgst_rate, igst_rate } = await quote(args);
    assert.deepEqual([cgst_rate, sgst_rate, igst_rate], igst_paise === 0 ? [9, 9, 0] : [0, 0, 18]);
    return [cgst_paise, sgst_paise, igst_paise];
  };
  assert.deepEqual(await igst({}), [6857, 6857, 0]);
  assert.deepEqual(await igst({ gstin: '27AAPFU0939F1ZV' }), [6857, 6857, 0]);
  assert.deepEqual(await igst({ gstin: '29AAGCB7383J1Z4' }), [0, 0, 13714]);
  assert.deepEqual(await igst({ pin: '560 001' }), [0, 0, 13714]);
  assert.deepEqual(await igst({ pin: '403001' }), [0, 0, 13714]);
  assert.deepEqual(await igst({ pin: '411048' }), [6857, 6857, 0]);
  assert.deepEqual(await igst({ pin: '560001', gstin: '27aapfu0939f1zv' }), [6857, 6857, 0]);
  for (const gstin of ['27AAPFU0939F1ZX', '27AAPFU0939F1Z', 'x']) {
    assert.equal((await rejected(quote({ gstin }))).hint, 'gstin');
  }
});

test('a quote rejects an unserved area or PIN', async () => {
  const refusals = async (args: JsonObject): Promise<unknown> =>
    ((await quote({ items: cart('oil-change'), mode: 'doorstep', ...args }))['refusals'] as JsonObject[]).map(
      ({ code }) => code,
    );
  assert.deepEqual(await refusals({ area: 'kondhwa', pin: '411048' }), []);
  assert.deepEqual(await refusals({ area: 'mumbai', pin: '400001' }), ['area_not_served', 'pin_not_served']);
  assert.deepEqual(await refusals({ mode: 'workshop', area: 'mumbai', pin: '400001' }), []);
});

test('a booking stores the code and its discount, and charges the rest', async () => {
  const booked = await book({ coupon: 'weekday10', expected_total: 810, gstin: '29AAGCB7383J1Z4' });
  assert.equal(booked['estimated_price'], 810);
  const [row] = await db.sql`select coupon_code, discount, estimated_price, gstin from public.service_bookings`;
  assert.deepEqual(Object.values(row ?? {}), ['WEEKDAY10', 89, 810, '29AAGCB7383J1Z4']);
  const seen = await db.keep({ as: 'anon', at: mondayMorning }, (tx) =>
    rpc(tx, 'get_booking', { manage_token: booked['manage_token'] }),
  );
  assert.deepEqual([seen['coupon_code'], seen['discount']], ['WEEKDAY10', 89]);
});

test('a rejected code gives no discount, and the booking succeeds at the full price that the customer saw', async () => {
  await book({ coupon: 'MONSOON15', expected_total: 899 });
  const [row] = await db.sql`select coupon_code, discount from public.service_bookings`;
  assert.deepEqual(Object.values(row ?? {}), [null, 0]);
  assert.equal((await rejected(book({ gstin: '27X', expected_total: 899 }))).hint, 'gstin');
});

test('FIRST100 is rejected for a number with a booking, and the new quote has the reason', async () => {
  await book({ expected_total: 899 });
  const error = await rejected(book({ coupon: 'FIRST100', expected_total: 799 }));
  assert.deepEqual([error.code, error.hint], ['PT409', 'price_changed']);
  const changed = JSON.parse(error.detail ?? '') as { total: number; coupon: JsonObject };
  assert.equal(changed.total, 899);
  assert.deepEqual(changed.coupon['refusal'], { code: 'coupon_first_booking', data: null });
  await book({ coupon: 'FIRST100', expected_total: 799, phone: '90000 00013' });
  await db.sql`update public.service_bookings set status = 'cancelled'`;
  await book({ coupon: 'FIRST100', expected_total: 799, date: '2026-11-26' });
});

test('does not reveal whether a number has booked before to a caller with a wrong price', async () => {
  await book({ expected_total: 899 });
  for (const phone of ['90000 00012', '90000 00013']) {
    const error = await rejected(book({ coupon: 'FIRST100', expected_total: -1, phone }));
    assert.equal((JSON.parse(error.detail ?? '') as { total: number }).total, 799);
  }
});

test('of two concurrent first bookings of one number, one gets the discount', async () => {
  const answers = await Promise.allSettled(
    Array.from({ length: 8 }, () =>
      book({ coupon: 'FIRST100', expected_total: 799, request_id: randomUUID(), date: '2026-11-26' }),
    ),
  );
  assert.equal(answers.filter(({ status }) => status === 'fulfilled').length, 1);
});
