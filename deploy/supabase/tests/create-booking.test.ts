import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { after, before, test } from 'node:test';
import { openDatabase, refused, rpc } from './open-database.ts';
import type { Circumstances, DbError, Json, TestDatabase } from './open-database.ts';
import { bookingRequest, cart, mondayMorning } from './booking-request.ts';

let db: TestDatabase;
let customer: string;
before(async () => {
  db = await openDatabase();
  customer = await db.addUser('customer@example.com');
});
after(() => db.close());

const guest: Circumstances = { as: 'anon', at: mondayMorning };

/** Books and undoes it. */
function book(changes: Json = {}, how: Circumstances = guest): Promise<Json> {
  return db.undo(how, (tx) => rpc(tx, 'create_booking', { request: bookingRequest(changes) }));
}

/** `PT422 phone: Enter …` */
async function refusal(changes: Json, how: Circumstances = guest): Promise<string> {
  const error: DbError = await refused(book(changes, how));
  return `${error.code} ${error.hint}: ${error.message}`;
}

test('a guest books: number, window, price, places, items, event and a token that is stored only as a hash', async () => {
  await db.undo({ at: mondayMorning }, async (tx) => {
    const request = bookingRequest({ items: cart('general-service', 'extended-warranty'), expected_total: 2048 });
    const booked = await rpc(tx, 'create_booking', { request });
    assert.equal(booked['number'], String(booked['id']).slice(0, 8));
    assert.deepEqual(
      [
        booked['status'],
        booked['booking_date'],
        booked['booking_time'],
        booked['window_end'],
        booked['estimated_price'],
      ],
      ['confirmed', '2026-11-24', '11:00', '13:00', 2048],
    );
    assert.equal(booked['repeated'], false);
    assert.match(String(booked['manage_token']), /^[0-9a-f]{64}$/);
    const [row] = await tx`select *, starts_at::text as starts from public.service_bookings`;
    assert.deepEqual(
      [
        row?.['bike_name'],
        row?.['vehicle_number'],
        row?.['phone'],
        row?.['minutes'],
        row?.['windows'],
        row?.['user_id'],
      ],
      ['Royal Enfield Classic 350', 'MH12ZZ0042', '+919000000012', 105, 2, null],
    );
    assert.equal(row?.['starts'], '2026-11-24 05:30:00+00');
    const places = await tx`select window_start::text, mode, seat from public.booking_places order by 1`;
    assert.deepEqual(
      places.map((place) => ({ ...place })),
      [
        { window_start: '11:00:00', mode: 'doorstep', seat: 1 },
        { window_start: '14:00:00', mode: 'doorstep', seat: 1 },
      ],
    );
    const items = await tx`select item_id, package_type, price from public.booking_items order by position`;
    assert.deepEqual(
      items.map((item) => Object.values(item)),
      [
        ['general-service', 'primary', 1699],
        ['extended-warranty', 'addon', 349],
      ],
    );
    const events = await tx`select actor, from_status, to_status from public.booking_events`;
    assert.deepEqual(
      events.map((event) => Object.values(event)),
      [['customer', null, 'confirmed']],
    );
    const stored = await tx`select encode(token_hash, 'hex') as hash from private.manage_tokens`;
    assert.notEqual(stored[0]?.['hash'], booked['manage_token']);
  });
});

test('a number that is taken already draws another one', async () => {
  await db.undo({ at: mondayMorning }, async (tx) => {
    await tx`create sequence public.drawn`;
    await tx`
      alter table public.service_bookings alter column id set default (
        case when nextval('public.drawn') < 3 then '11111111' else '22222222' end || '-0000-4000-8000-' ||
        lpad(currval('public.drawn')::text, 12, '0'))::uuid`;
    const first = await rpc(tx, 'create_booking', { request: bookingRequest() });
    const second = await rpc(tx, 'create_booking', { request: bookingRequest({ date: '2026-11-25' }) });
    assert.deepEqual([first['number'], second['number']], ['11111111', '22222222']);
    const [drawn] = await tx<{ times: number }[]>`select last_value::int as times from public.drawn`;
    assert.equal(drawn?.times, 3, 'the second booking drew twice');
  });
});

test('a signed-in customer owns the booking, whatever the request says', async () => {
  const request = bookingRequest({ user_id: randomUUID(), estimated_price: 1, status: 'completed' });
  await db.undo({ as: { user: customer }, at: mondayMorning }, async (tx) => {
    await rpc(tx, 'create_booking', { request });
    const rows = await tx`select user_id, estimated_price, status from public.service_bookings`;
    assert.deepEqual(
      rows.map((row) => Object.values(row)),
      [[customer, 999, 'confirmed']],
    );
  });
});

test('the same request books once and answers the same, other requests get other tokens', async () => {
  const request = bookingRequest();
  await db.undo(guest, async (tx) => {
    const first = await rpc(tx, 'create_booking', { request });
    const again = await rpc(tx, 'create_booking', { request: { ...request, time: '09:00', expected_total: 1 } });
    assert.deepEqual(again, { ...first, repeated: true });
    const other = await rpc(tx, 'create_booking', { request: { ...request, request_id: randomUUID() } });
    assert.notEqual(other['manage_token'], first['manage_token']);
    assert.notEqual(other['id'], first['id']);
  });
});

test('a request of an account is not answered to anyone else', async () => {
  const request = bookingRequest();
  await db.keep({ as: { user: customer }, at: mondayMorning }, (tx) => rpc(tx, 'create_booking', { request }));
  const stranger = await db.addUser('stranger@example.com');
  for (const as of ['anon', { user: stranger }] as const) {
    const error = await refused(db.undo({ as, at: mondayMorning }, (tx) => rpc(tx, 'create_booking', { request })));
    assert.deepEqual([error.code, error.hint], ['PT409', 'request_used']);
  }
  await db.sql`delete from public.service_bookings`;
});

test('a price that differs from what the customer saw is refused with the new quote', async () => {
  const error = await refused(book({ expected_total: 998 }));
  assert.deepEqual([error.code, error.hint], ['PT409', 'price_changed']);
  assert.equal((JSON.parse(error.detail ?? '') as Json)['total'], 999);
  for (const total of [undefined, null, 'x', -1, 999.5]) {
    assert.match(await refusal({ expected_total: total }), /^PT409 price_changed/);
  }
});

test('a full window is refused with the nearest free ones', async () => {
  await db.undo({ at: mondayMorning }, async (tx) => {
    for (let i = 0; i < 3; i += 1) await rpc(tx, 'create_booking', { request: bookingRequest() });
    const error = await refused(tx.savepoint((inner) => rpc(inner, 'create_booking', { request: bookingRequest() })));
    assert.deepEqual([error.code, error.hint, error.message], ['PT409', 'slot_taken', 'That time has just gone.']);
    assert.deepEqual((JSON.parse(error.detail ?? '') as Json)['alternatives'], [
      { date: '2026-11-23', start: '16:00', end: '18:00', free: 3 },
      { date: '2026-11-24', start: '09:00', end: '11:00', free: 3 },
      { date: '2026-11-24', start: '14:00', end: '16:00', free: 3 },
      { date: '2026-11-24', start: '16:00', end: '18:00', free: 3 },
    ]);
  });
});

const comprehensive = { mode: 'workshop', items: cart('comprehensive-service'), expected_total: 2599 };
const times: [string, Json, string][] = [
  ['yesterday', { date: '2026-11-22', time: '10:00' }, 'PT422 time_past'],
  ['this morning, gone by', { date: '2026-11-23', time: '09:00' }, 'PT422 time_past'],
  ['in an hour and a half', { date: '2026-11-23', time: '11:00' }, 'PT422 time_too_soon'],
  ['Comprehensive today', { date: '2026-11-23', time: '14:00', ...comprehensive }, 'PT422 time_too_soon'],
  ['31 days ahead', { date: '2026-12-24' }, 'PT422 time_too_far'],
  [
    'too late for the work',
    { time: '16:00', items: cart('general-service'), expected_total: 1699 },
    'PT422 time_too_long',
  ],
  ['between the windows', { time: '12:00' }, 'PT422 time'],
  ['a weekday window on a Sunday', { date: '2026-11-29', time: '09:00' }, 'PT422 time'],
  ['no day', { date: '2026-02-31' }, 'PT422 date'],
  ['no clock time', { time: '25:00' }, 'PT422 time'],
];
for (const [name, changes, expected] of times) {
  test(`time, ${name}: ${expected}`, async () => {
    const answer = await refusal(changes, { as: 'anon', at: '2026-11-23T09:30:00+05:30' });
    assert.equal(answer.split(':')[0], expected);
  });
}

test('30 days ahead is fine, a closed day is not', async () => {
  assert.equal((await book({ date: '2026-12-23' }))['booking_date'], '2026-12-23');
  await db.sql`insert into public.closures values ('2026-12-09', null, 'Closed') on conflict do nothing`;
  assert.match(await refusal({ date: '2026-12-09' }), /^PT422 time_closed: We are closed then/);
});

const address = { line: 'B-1204, Sample Heights', area: 'kondhwa', pin: '411048' };
const fields: [Json, string][] = [
  [{ request_id: 'x' }, 'PT422 request_id: Load the page again and send the booking once more'],
  [{ model: 'honda/none' }, 'PT422 model: Choose your bike from the list'],
  [{ mode: 'moon' }, 'PT422 mode: Choose where we should work on your bike'],
  [{ name: '4sha' }, 'PT422 name: Enter your name'],
  [{ phone: '98220123' }, 'PT422 phone: Enter a 10-digit Indian mobile number, like 98220 12345'],
  [{ email: 'asha@home' }, 'PT422 email: Enter an email address like name@example.com'],
  [
    { vehicle_number: 'XX12AB1234' },
    'PT422 vehicle_number: Enter the number on your plate, like MH 12 AB 1234 or 22 BH 1234 AA',
  ],
  [{ vehicle_number: '' }, 'PT422 vehicle_number: Enter the number on your plate, like MH 12 AB 1234 or 22 BH 1234 AA'],
  ...['1234', '123456', 'AB1I2', 'ABO12', 'AQ123', 'AB 1_2', 'अआइईउ'].map((chassis_last5): [Json, string] => [
    { vehicle_number: '', plate_not_issued: true, chassis_last5 },
    'PT422 chassis_last5: Enter the last 5 characters of the chassis number, or leave it empty',
  ]),
  [{ address: undefined }, 'PT422 address: Enter house/flat and street'],
  [{ address: 'Kondhwa' }, 'PT422 address: Enter house/flat and street'],
  [{ address: { ...address, line: 'B' } }, 'PT422 address: Enter house/flat and street'],
  [{ address: { ...address, line: 'B'.repeat(121) } }, 'PT422 address: Enter house/flat and street'],
  [{ address: { ...address, landmark: 'l'.repeat(81) } }, 'PT422 landmark: Keep the landmark under 80 characters'],
  [{ address: { ...address, area: 'mumbai' } }, 'PT422 area: Choose your area'],
  [
    { address: { ...address, pin: '411038' } },
    "PT422 pin: We don't serve this PIN yet. Leave your number and we'll tell you",
  ],
  [{ odometer_km: 300001 }, 'PT422 odometer_km: Enter kilometres as a number'],
  [{ odometer_km: '-5' }, 'PT422 odometer_km: Enter kilometres as a number'],
  [{ odometer_km: 'many' }, 'PT422 odometer_km: Enter kilometres as a number'],
  ...[1989, 2028, 'abc', 2020.5].map((model_year): [Json, string] => [
    { model_year },
    'PT422 model_year: Enter a year from 1990 to 2027',
  ]),
  [{ notes: 'n'.repeat(501) }, 'PT422 notes: Keep the note to 500 characters'],
  [{ approval_limit: 400 }, 'PT422 approval_limit: Choose ₹0, ₹300, ₹500 or ₹1,000'],
  [{ items: [] }, 'PT422 items: Choose one main service; the add-ons go with it.'],
  [{ items: cart('foam-wash') }, 'PT422 items: Choose one main service; the add-ons go with it.'],
  [
    { mode: 'doorstep', items: cart('comprehensive-service') },
    'PT422 items: Comprehensive Service needs the workshop. Choose pickup or ride in.',
  ],
  [
    { items: cart('oil-change', 'engine-flush'), expected_total: 1228, odometer_km: 9000 },
    'PT422 items: Engine flush is not worth doing before 10,000 km, so we leave it out.',
  ],
  [{ website: 'http://spam.example' }, 'PT422 website: We could not take this booking. Please call us on 90000 00010.'],
];
for (const [changes, expected] of fields) {
  test(`field ${JSON.stringify(changes).slice(0, 60)}: ${expected.slice(0, 40)}`, async () => {
    assert.equal(await refusal(changes), expected);
  });
}

test('what is left out or typed differently is fine', async () => {
  await book({ vehicle_number: '', plate_not_issued: true });
  await book({ mode: 'workshop', address: undefined, email: ' ', notes: '  ', odometer_km: '', approval_limit: 500 });
  await book({ address: { ...address, pin: '411-048' }, email: 'asha@example.com', odometer_km: '12,450' });
  await book({ items: cart('oil-change', 'engine-flush'), expected_total: 1228, odometer_km: 10000 });
});

test('the end of the chassis number is kept for a bike without a plate, and only for that', async () => {
  const chassisOf = (changes: Json): Promise<unknown> =>
    db.undo(guest, async (tx) => {
      const { manage_token } = await rpc(tx, 'create_booking', { request: bookingRequest(changes) });
      return (await rpc(tx, 'get_booking', { manage_token }))['chassis_last5'];
    });
  const noPlate = { vehicle_number: '', plate_not_issued: true };
  assert.equal(await chassisOf({ ...noPlate, chassis_last5: ' ab-1 z9 ' }), 'AB1Z9');
  assert.equal(await chassisOf({ ...noPlate, chassis_last5: ' ' }), null);
  assert.equal(await chassisOf(noPlate), null);
  assert.equal(await chassisOf({ chassis_last5: 'nonsense' }), null);
});

test('the model year is kept from 1990 to next year, and what was not said stays unknown', async () => {
  const years: [Json, number | null][] = [
    [{ model_year: 1990 }, 1990],
    [{ model_year: ' 2021 ' }, 2021],
    [{ model_year: 2027 }, 2027],
    [{ model_year: null }, null],
    [{ model_year: '' }, null],
    [{}, null],
  ];
  for (const [changes, expected] of years) {
    const read = await db.undo(guest, async (tx) => {
      const { manage_token } = await rpc(tx, 'create_booking', { request: bookingRequest(changes) });
      return rpc(tx, 'get_booking', { manage_token });
    });
    assert.equal(read['model_year'], expected, JSON.stringify(changes));
  }
});

test('the newest model year is reckoned in Pune: next year has begun there first', async () => {
  const changes = { model_year: 2028, date: '2027-01-05' };
  assert.match(await refusal(changes, { as: 'anon', at: '2026-12-31T23:59:00+05:30' }), /^PT422 model_year: .* 2027$/);
  const booked = await book(changes, { as: 'anon', at: '2027-01-01T00:00:00+05:30' });
  assert.equal(booked['booking_date'], '2027-01-05');
});

test('the table itself takes no other model year', async () => {
  for (const year of [1989, 2028]) {
    const error = await refused(
      db.undo({ at: mondayMorning }, async (tx) => {
        await rpc(tx, 'create_booking', { request: bookingRequest() });
        await tx`update public.service_bookings set model_year = ${year}`;
      }),
    );
    assert.equal(error.code, '23514');
    assert.match(error.message, /service_bookings_model_year/);
  }
});

test('a request that is no object is refused in words', async () => {
  for (const request of ['[]', '"x"', '1', 'null']) {
    const error = await refused(db.sql`select public.create_booking(${request}::text::jsonb)`);
    assert.deepEqual([error.code, error.hint], ['PT422', 'request']);
  }
});
