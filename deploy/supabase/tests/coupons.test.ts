import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { after, before, beforeEach, test } from 'node:test';
import { openDatabase, refused, rpc } from './open-database.ts';
import type { Json, TestDatabase } from './open-database.ts';
import { bookingRequest, cart, mondayMorning } from './booking-request.ts';

let db: TestDatabase;
before(async () => {
  db = await openDatabase({ connections: 12 });
});
beforeEach(() => db.sql`delete from public.service_bookings`.then(() => undefined));
after(() => db.close());

const activa = 'honda/activa-6g';
const wednesday = '2026-11-25';

function quote(args: Json): Promise<Json> {
  const wish = { model: activa, items: cart('general-service'), mode: 'workshop' };
  return db.undo({ as: 'anon', at: mondayMorning }, (tx) => rpc(tx, 'quote', { ...wish, ...args }));
}

async function couponOf(args: Json): Promise<[number, string | null]> {
  const { coupon, total } = (await quote(args)) as { coupon: { off: number; reason: string | null }; total: number };
  assert.ok(coupon.off === 0 || coupon.reason === null);
  return [total, coupon.reason];
}

const workshop = { mode: 'workshop', address: undefined, model: activa, items: cart('general-service') };
function book(changes: Json): Promise<Json> {
  return db.keep({ as: 'anon', at: mondayMorning }, (tx) =>
    rpc(tx, 'create_booking', { request: bookingRequest({ ...workshop, date: wednesday, ...changes }) }),
  );
}

const cases: [string, Json, number, string | null][] = [
  ['FIRST100 on ₹899', { coupon: 'FIRST100' }, 799, null],
  [
    'FIRST100 on ₹449: below the minimum',
    { coupon: 'FIRST100', items: cart('oil-change') },
    449,
    "This code isn't valid for this cart because it starts at ₹499, and your services come to ₹449.",
  ],
  ['the minimum itself is enough', { coupon: 'FIRST100', items: cart('basic-service') }, 399, null],
  ['WEEKDAY10 on ₹899, Wednesday: 89 off', { coupon: 'WEEKDAY10', date: wednesday }, 810, null],
  ['typed in small letters with spaces and hyphens', { coupon: ' week-day 10 ', date: wednesday }, 810, null],
  [
    'WEEKDAY10 on a Monday',
    { coupon: 'WEEKDAY10', date: '2026-11-30' },
    899,
    "This code isn't valid for this cart because it counts on Tuesday, Wednesday and Thursday, and your day is a Monday.",
  ],
  [
    'WEEKDAY10 without a day',
    { coupon: 'WEEKDAY10' },
    899,
    "This code isn't valid for this cart because it depends on the day. Choose the day first.",
  ],
  [
    'never more than its most: 200 off 2599',
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
    "This code isn't valid for this cart because it counts from 1 June to 30 September.",
  ],
  [
    'MONSOON15 on another package',
    { coupon: 'MONSOON15', date: '2026-07-01' },
    899,
    "This code isn't valid for this cart because it is for Monsoon Check-up only.",
  ],
  [
    'of the package alone, not of its add-ons',
    { coupon: 'MONSOON15', date: '2026-07-01', items: cart('monsoon-checkup', 'foam-wash') },
    299 - 44 + 149,
    null,
  ],
  [
    'SOCIETY5 for one bike',
    { coupon: 'SOCIETY5' },
    899,
    "This code isn't valid for this cart because it is for 3 bikes or more at one address. Call us on 90000 00010, and we book them together.",
  ],
  [
    'a code of nobody',
    { coupon: 'NONSENSE' },
    899,
    "This code isn't valid for this cart because it is not one of ours. Check its letters.",
  ],
  [
    'no code at all',
    { coupon: `'; drop table coupons; --` },
    899,
    "This code isn't valid for this cart because it is not one of ours. Check its letters.",
  ],
];
for (const [name, args, total, reason] of cases) {
  test(`${name}: ₹${total}`, async () => {
    assert.deepEqual(await couponOf(args), [total, reason]);
  });
}

test('the pickup is not made cheaper, and does not count towards the minimum', async () => {
  const pickup = { mode: 'pickup', coupon: 'WEEKDAY10', date: wednesday, items: cart('foam-wash-polish') };
  const { subtotal, total } = await quote(pickup);
  assert.deepEqual([subtotal, total], [398, 398 - 24]);
  const [whole] = await couponOf({ ...pickup, coupon: 'FIRST100', items: cart('oil-change') });
  assert.equal(whole, 449 + 149);
});

test('without a code there is no coupon in the answer', async () => {
  for (const coupon of [null, '', '  ']) assert.equal((await quote({ coupon }))['coupon'], null);
});

test('tax is that of what is left to pay', async () => {
  const result = await quote({ coupon: 'WEEKDAY10', date: wednesday });
  assert.deepEqual(
    [result['subtotal'], result['total'], result['taxable_paise'], result['cgst_paise'], result['sgst_paise']],
    [899, 810, 68644, 6178, 6178],
  );
  assert.equal(result['igst_paise'], 0);
});

test('another state pays IGST: by the GSTIN of a business, else by the PIN', async () => {
  const igst = async (args: Json): Promise<unknown[]> => {
    const { cgst_paise, sgst_paise, igst_paise } = await quote(args);
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
    assert.equal((await refused(quote({ gstin }))).hint, 'gstin');
  }
});

test('a place we do not come to is refused with the price', async () => {
  const refusals = async (args: Json): Promise<unknown> =>
    ((await quote({ items: cart('oil-change'), mode: 'doorstep', ...args }))['refusals'] as Json[]).map(
      ({ code }) => code,
    );
  assert.deepEqual(await refusals({ area: 'kondhwa', pin: '411048' }), []);
  assert.deepEqual(await refusals({ area: 'mumbai', pin: '400001' }), ['area_not_served', 'pin_not_served']);
  assert.deepEqual(await refusals({ mode: 'workshop', area: 'mumbai', pin: '400001' }), []);
});

test('a booking keeps the code and what it took off, and charges the rest', async () => {
  const booked = await book({ coupon: 'weekday10', expected_total: 810, gstin: '29AAGCB7383J1Z4' });
  assert.equal(booked['estimated_price'], 810);
  const [row] = await db.sql`select coupon_code, discount, estimated_price, gstin from public.service_bookings`;
  assert.deepEqual(Object.values(row ?? {}), ['WEEKDAY10', 89, 810, '29AAGCB7383J1Z4']);
  const seen = await db.keep({ as: 'anon', at: mondayMorning }, (tx) =>
    rpc(tx, 'get_booking', { manage_token: booked['manage_token'] }),
  );
  assert.deepEqual([seen['coupon_code'], seen['discount']], ['WEEKDAY10', 89]);
});

test('a code that is refused takes nothing off, and the booking is made when the customer saw that', async () => {
  await book({ coupon: 'MONSOON15', expected_total: 899 });
  const [row] = await db.sql`select coupon_code, discount from public.service_bookings`;
  assert.deepEqual(Object.values(row ?? {}), [null, 0]);
  assert.equal((await refused(book({ gstin: '27X', expected_total: 899 }))).hint, 'gstin');
});

test('FIRST100 is for a number that has no booking: the new price says why', async () => {
  await book({ expected_total: 899 });
  const error = await refused(book({ coupon: 'FIRST100', expected_total: 799 }));
  assert.deepEqual([error.code, error.hint], ['PT409', 'price_changed']);
  const changed = JSON.parse(error.detail ?? '') as { total: number; coupon: Json };
  assert.equal(changed.total, 899);
  assert.equal(
    changed.coupon['reason'],
    "This code isn't valid for this cart because it is for the first booking of a number, and yours has been here before.",
  );
  await book({ coupon: 'FIRST100', expected_total: 799, phone: '90000 00013' });
  await db.sql`update public.service_bookings set status = 'cancelled'`;
  await book({ coupon: 'FIRST100', expected_total: 799, date: '2026-11-26' });
});

test('whether a number has booked before is not told to somebody who did not see the price', async () => {
  await book({ expected_total: 899 });
  for (const phone of ['90000 00012', '90000 00013']) {
    const error = await refused(book({ coupon: 'FIRST100', expected_total: -1, phone }));
    assert.equal((JSON.parse(error.detail ?? '') as { total: number }).total, 799);
  }
});

test('two first bookings of one number at once: one gets the discount', async () => {
  const answers = await Promise.allSettled(
    Array.from({ length: 8 }, () =>
      book({ coupon: 'FIRST100', expected_total: 799, request_id: randomUUID(), date: '2026-11-26' }),
    ),
  );
  assert.equal(answers.filter(({ status }) => status === 'fulfilled').length, 1);
});
