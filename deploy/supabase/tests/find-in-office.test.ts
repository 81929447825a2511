import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import type { KnownCaller, OfficeFinds } from '@twostroke/shared/contracts/answers/caller';
import { addStaff } from './add-staff.ts';
import { bookingRequest, mondayMorning } from './booking-request.ts';
import { openDatabase, rejected, rpc } from './open-database.ts';
import type { Actor, JsonObject, TestDatabase } from './open-database.ts';

let db: TestDatabase;
let desk: Actor;
let customer: Actor;
let numbers: string[];

/** Bookings of three people, made in this order. */
const people: JsonObject[] = [
  { name: 'Asha Kulkarni', phone: '9000000012', vehicle_number: 'MH 12 ZZ 0042', notes: 'Gate 2' },
  {
    name: 'Asha Kulkarni',
    phone: '9000000012',
    vehicle_number: 'MH 12 ZZ 0041',
    date: '2026-11-25',
    model: 'honda/activa-6g',
    expected_total: 449,
  },
  { name: 'Vivek Kulkarni', phone: '9000000077', vehicle_number: 'MH 14 AB 1234', date: '2026-11-26' },
  { name: 'Meenal Joshi', phone: '9000000058', vehicle_number: 'MH 12 QQ 5812', date: '2026-11-27' },
];

before(async () => {
  db = await openDatabase();
  desk = await addStaff(db, 'desk');
  customer = { user: await db.addUser('customer@example.com') };
  numbers = [];
  for (const person of people) {
    const booked = await db.keep({ as: 'anon', at: mondayMorning }, (tx) =>
      rpc(tx, 'create_booking', { request: bookingRequest(person) }),
    );
    numbers.push(String(booked['number']));
  }
});
after(() => db.close());

const call = (name: string, args: JsonObject, as = desk): Promise<JsonObject> =>
  db.keep({ as, at: mondayMorning }, (tx) => rpc(tx, name, args));

/** Which of the bookings, by their place in `people`, and the names of the customers. */
async function find(query: string): Promise<[number[], string[]]> {
  const { bookings, customers } = (await call('find_in_office', { query })) as unknown as OfficeFinds;
  return [bookings.map(({ number }) => numbers.indexOf(number)), customers.map(({ name }) => name)];
}

const cases: [query: string, bookings: number[], customers: string[]][] = [
  ['kulk', [0, 1, 2], ['Vivek Kulkarni', 'Asha Kulkarni']],
  ['KULKARNI asha', [0, 1], ['Asha Kulkarni']],
  ['0042', [0], ['Asha Kulkarni']],
  ['mh 14-ab', [2], ['Vivek Kulkarni']],
  ['90000 00058', [3], ['Meenal Joshi']],
  ['+91 90000 00058', [3], ['Meenal Joshi']],
  ['0058', [3], ['Meenal Joshi']],
  ['5812', [3], ['Meenal Joshi']],
  ['k', [], []],
  ['%', [], []],
  ['zzzz no one', [], []],
];
for (const [query, bookings, customers] of cases)
  test(`'${query}' finds ${bookings.length} bookings`, async () => {
    const [found, names] = await find(query);
    assert.deepEqual([found, names.sort()], [bookings, customers.sort()]);
  });

test('a booking is found by its number, typed in capitals too', async () => {
  assert.deepEqual(await find(numbers[3] ?? ''), [[3], ['Meenal Joshi']]);
  assert.deepEqual((await find((numbers[2] ?? '').toUpperCase()))[0], [2]);
});

test('without a query the latest bookings are offered', async () => {
  const [found, names] = await find(' ');
  assert.equal(found.length, 4);
  assert.deepEqual(names, []);
});

test('a caller is shown with names, address, bikes and what was declined', async () => {
  await db.sql`
    insert into public.extra_work (booking_id, name, reason, price, minutes, status, decided_by, proposed_at, decided_at, position)
    select id, 'Rear brake shoes', '1.2 mm left', 999, 60, 'declined', 'customer', now(), now(), 1
    from public.service_bookings where number = ${numbers[0] ?? ''}`;
  const caller = (await call('get_caller', { phone: '90000 00012' })) as unknown as KnownCaller;
  assert.deepEqual(
    caller.people.map(({ name }) => name),
    ['Asha Kulkarni'],
  );
  assert.deepEqual(caller.address, {
    ...{
      line: 'B-1204, Sample Heights',
      landmark: 'opposite the water tank',
      area: 'kondhwa',
      area_name: 'Kondhwa',
      pin: '411048',
    },
  });
  const classic = caller.bikes.find(({ vehicle_number }) => vehicle_number === 'MH12ZZ0042');
  assert.deepEqual(
    [
      caller.bikes.length,
      classic?.declined.map(({ name, price, reason }) => [name, price, reason]),
      classic?.open?.work,
    ],
    [2, [['Rear brake shoes', 999, '1.2 mm left']], 'Engine Oil Change'],
  );
});

test('a number that never booked gives empty lists, and a wrong one is rejected', async () => {
  const nobody = (await call('get_caller', { phone: '9000000099' })) as unknown as KnownCaller;
  assert.deepEqual([nobody.people, nobody.bikes, nobody.address, nobody.owes], [[], [], null, 0]);
  assert.equal((await rejected(call('get_caller', { phone: '12' }))).hint, 'phone');
});

test('who is not of the desk neither looks a number up nor finds customers', async () => {
  const mechanic = await addStaff(db, 'mechanic');
  for (const as of [customer, mechanic])
    assert.equal((await rejected(call('find_in_office', { query: 'kulk' }, as))).hint, 'forbidden');
  const foreman = await addStaff(db, 'foreman');
  const accountant = await addStaff(db, 'accountant');
  for (const as of [customer, mechanic, foreman, accountant])
    assert.equal((await rejected(call('get_caller', { phone: '9000000012' }, as))).hint, 'forbidden');
  const phones = async (as: Actor): Promise<(string | null)[]> => {
    const { bookings, customers } = (await call('find_in_office', { query: 'joshi' }, as)) as unknown as OfficeFinds;
    assert.equal(customers.length, as === desk ? 1 : 0);
    return bookings.map(({ phone }) => phone);
  };
  assert.deepEqual(await phones(desk), ['+919000000058']);
  assert.deepEqual(await phones(foreman), ['+919000000058']);
  assert.deepEqual(await phones(accountant), [null]);
  const visitor = await rejected(call('find_in_office', { query: 'kulk' }, 'anon'));
  assert.equal(visitor.code, '42501');
});

test('notes are not searched: only names, numbers, phones and plates are', async () => {
  assert.deepEqual(await find('Gate 2'), [[], []]);
});
