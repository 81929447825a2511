import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { after, before, test } from 'node:test';
import { openDatabase, rejected, rpc } from './open-database.ts';
import type { CallContext, DbError, JsonObject, TestDatabase } from './open-database.ts';
import { address, wrongFields } from './wrong-fields.ts';
import { bookingRequest, cart, mondayMorning } from './booking-request.ts';

let db: TestDatabase;
let customer: string;
before(async () => {
  db = await openDatabase();
  customer = await db.addUser('customer@example.com');
});
after(() => db.close());

const guest: CallContext = { as: 'anon', at: mondayMorning };

/** Books and rolls back. */
function book(changes: JsonObject = {}, how: CallContext = guest): Promise<JsonObject> {
  return db.undo(how, (tx) => rpc(tx, 'create_booking', { request: bookingRequest(changes) }));
}

/** `PT422 phone`, with its data; for a quote only its rejection codes. */
async function rejection(changes: JsonObject, how: CallContext = guest): Promise<string> {
  const error: DbError = await rejected(book(changes, how));
  const { refusals } = JSON.parse(error.detail ?? '{}') as { refusals?: { code: string }[] };
  const data = refusals?.map(({ code }) => code).join() ?? error.detail;
  return [error.code, error.hint, data].filter(Boolean).join(' ');
}

test('a guest who books gets number, window and price, and the token is stored only as a hash', async () => {
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

test('generates another booking number when the first one exists', async () => {
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
    assert.equal(drawn?.times, 3, 'the second booking generated two numbers');
  });
});

test('a signed-in customer owns the booking, also when the request names another user', async () => {
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

test('repeating a request books once and gives the same answer; other requests get other tokens', async () => {
  const request = bookingRequest();
  await db.undo(guest, async (tx) => {
    const first = await rpc(tx, 'create_booking', { request });
    const again = await rpc(tx, 'create_booking', { request: { ...request, time: '09:00', expected_total: 1 } });
    assert.deepEqual(again, { ...first, repeated: true });
    const read = await rpc(tx, 'get_booking', { manage_token: first['manage_token'] });
    assert.deepEqual(first['booking'], read, 'its page needs no second read');
    const other = await rpc(tx, 'create_booking', { request: { ...request, request_id: randomUUID() } });
    assert.notEqual(other['manage_token'], first['manage_token']);
    assert.notEqual(other['id'], first['id']);
  });
});

test("no other caller gets the answer to an account's request", async () => {
  const request = bookingRequest();
  await db.keep({ as: { user: customer }, at: mondayMorning }, (tx) => rpc(tx, 'create_booking', { request }));
  const stranger = await db.addUser('stranger@example.com');
  for (const as of ['anon', { user: stranger }] as const) {
    const error = await rejected(db.undo({ as, at: mondayMorning }, (tx) => rpc(tx, 'create_booking', { request })));
    assert.deepEqual([error.code, error.hint], ['PT409', 'request_used']);
  }
  await db.sql`delete from public.service_bookings`;
});

test('a price that differs from the one the customer saw is rejected with the new quote', async () => {
  const error = await rejected(book({ expected_total: 998 }));
  assert.deepEqual([error.code, error.hint], ['PT409', 'price_changed']);
  assert.equal((JSON.parse(error.detail ?? '') as JsonObject)['total'], 999);
  for (const total of [undefined, null, 'x', -1, 999.5]) {
    assert.match(await rejection({ expected_total: total }), /^PT409 price_changed/);
  }
});

test('a full window is rejected with the nearest free ones', async () => {
  await db.undo({ at: mondayMorning }, async (tx) => {
    for (let i = 0; i < 3; i += 1) await rpc(tx, 'create_booking', { request: bookingRequest() });
    const error = await rejected(tx.savepoint((inner) => rpc(inner, 'create_booking', { request: bookingRequest() })));
    assert.deepEqual([error.code, error.hint], ['PT409', 'slot_taken']);
    assert.deepEqual((JSON.parse(error.detail ?? '') as JsonObject)['alternatives'], [
      { date: '2026-11-23', start: '16:00', end: '18:00', free: 3, free_until: '2026-11-23T08:30:00+00:00' },
      { date: '2026-11-24', start: '09:00', end: '11:00', free: 3, free_until: '2026-11-24T01:30:00+00:00' },
      { date: '2026-11-24', start: '14:00', end: '16:00', free: 3, free_until: '2026-11-24T06:30:00+00:00' },
      { date: '2026-11-24', start: '16:00', end: '18:00', free: 3, free_until: '2026-11-24T08:30:00+00:00' },
    ]);
  });
});

const comprehensive = { mode: 'workshop', items: cart('comprehensive-service'), expected_total: 2599 };
const times: [string, JsonObject, string][] = [
  ['yesterday', { date: '2026-11-22', time: '10:00' }, 'PT422 time_day_past'],
  ['this morning, which has passed', { date: '2026-11-23', time: '09:00' }, 'PT422 time_past'],
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
  test(`a booking time is rejected: ${name}, ${expected}`, async () => {
    const answer = await rejection(changes, { as: 'anon', at: '2026-11-23T09:30:00+05:30' });
    assert.equal(answer.replace(/ \{.*/, ''), expected);
  });
}

test('accepts a day 30 days ahead, rejects a closed day', async () => {
  assert.equal((await book({ date: '2026-12-23' }))['booking_date'], '2026-12-23');
  await db.sql`insert into public.closures values ('2026-12-09', null, 'Closed') on conflict do nothing`;
  assert.match(await rejection({ date: '2026-12-09' }), /^PT422 time_closed$/);
});

for (const [changes, expected] of wrongFields) {
  test(`a request with ${JSON.stringify(changes).slice(0, 60)} is rejected with ${expected.slice(0, 40)}`, async () => {
    assert.equal(await rejection(changes), expected);
  });
}

test('optional fields may be missing, and other notations are accepted', async () => {
  await book({ vehicle_number: '', plate_not_issued: true });
  await book({ mode: 'workshop', address: undefined, email: ' ', notes: '  ', odometer_km: '', approval_limit: 500 });
  await book({ address: { ...address, pin: '411-048' }, email: 'asha@example.com', odometer_km: '12,450' });
  await book({ items: cart('oil-change', 'engine-flush'), expected_total: 1228, odometer_km: 10000 });
});

test('the end of the chassis number is stored only for a bike without a plate', async () => {
  const chassisOf = (changes: JsonObject): Promise<unknown> =>
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

test('the model year is accepted from 1990 to next year, and may be unknown', async () => {
  const years: [JsonObject, number | null][] = [
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

test('the newest model year follows the calendar in Pune', async () => {
  const changes = { model_year: 2028, date: '2027-01-05' };
  assert.match(
    await rejection(changes, { as: 'anon', at: '2026-12-31T23:59:00+05:30' }),
    /^PT422 model_year .*"to": 2027/,
  );
  const booked = await book(changes, { as: 'anon', at: '2027-01-01T00:00:00+05:30' });
  assert.equal(booked['booking_date'], '2027-01-05');
});

test("the table's own constraint rejects other model years", async () => {
  for (const year of [1989, 2028]) {
    const error = await rejected(
      db.undo({ at: mondayMorning }, async (tx) => {
        await rpc(tx, 'create_booking', { request: bookingRequest() });
        await tx`update public.service_bookings set model_year = ${year}`;
      }),
    );
    assert.equal(error.code, '23514');
    assert.match(error.message, /service_bookings_model_year/);
  }
});

test('a request that is not an object is rejected with its code', async () => {
  for (const request of ['[]', '"x"', '1', 'null']) {
    const error = await rejected(db.sql`select public.create_booking(${request}::text::jsonb)`);
    assert.deepEqual([error.code, error.hint], ['PT422', 'request']);
  }
});
