import assert from 'node:assert/strict';
import { after, before, beforeEach, test } from 'node:test';
import { eventWords } from '@twostroke/shared/api/event-messages';
import { hire, type StaffDuty } from './hire.ts';
import {
  type Actor,
  type JsonObject,
  openDatabase,
  rejected,
  rejectionOf,
  type TestDatabase,
} from './open-database.ts';
import { payingCustomers, type BookingMoney, type PayableBooking } from './paying-customers.ts';
import { clearPayments } from './payment-events.ts';

/* Cards that staff charge on the shop's terminal, and the UPI code beside the bike. Cash has the same rules: payments.test.ts. */
let db: TestDatabase;
let booking: PayableBooking;
const people = {} as Record<StaffDuty | 'customer', { user: string }>;

before(async () => {
  db = await openDatabase({ connections: 12 });
  await db.sql`update public.shop set payment_provider = 'local'`;
  for (const duty of ['owner', 'desk', 'foreman', 'mechanic', 'accountant'] as const)
    people[duty] = { user: await hire(db, duty, duty === 'desk' ? 'Meera Kale' : undefined) };
  people.customer = { user: await db.addUser('asha@example.com') };
});
beforeEach(async () => {
  await clearPayments(db.sql);
  booking = await book();
});
after(() => db.close());

const { call, book, online, read } = payingCustomers(() => db);

function charge(as: Actor, changes: JsonObject = {}): Promise<JsonObject> {
  const payment = { booking: booking.id, amount: 999, method: 'card', terminal_reference: '00471B' };
  return call('record_payment', { ...payment, ...changes }, as);
}
const moneyOf = (answer: JsonObject): BookingMoney => answer['payment'] as BookingMoney;

test('owner, desk and accountant record a card; customers, guests and the floor do not', async () => {
  for (const duty of ['owner', 'desk', 'accountant'] as const) {
    assert.equal(moneyOf(await charge(people[duty])).status, 'paid', duty);
    await clearPayments(db.sql);
    booking = await book();
  }
  for (const who of ['foreman', 'mechanic', 'customer'] as const)
    assert.equal(await rejectionOf(charge(people[who])), 'PT403 forbidden', who);
  assert.equal((await rejected(charge('anon'))).code, '42501');
  booking = await book({}, undefined, people.customer);
  assert.equal(await rejectionOf(charge(people.customer)), 'PT403 forbidden', 'their own booking');
  assert.equal((await db.sql`select 1 from public.payments`).length, 0);
});

test('foreman and mechanic show the UPI code of a job that is done and theirs, and start no other payment', async () => {
  const start = (method: string, as: Actor) => call('start_payment', { booking: booking.id, method }, as);
  const put = (status: string, user: string) => db.sql`
    update public.service_bookings set
      status = ${status}::public.booking_status, mechanic = (select name from public.staff where user_id = ${user})
    where id = ${booking.id}`;
  await put('in_service', people.mechanic.user);
  assert.equal(await rejectionOf(start('upi', people.mechanic)), 'PT404 not_found', 'not done');
  for (const [who, status] of [
    ['foreman', 'quality_check'],
    ['mechanic', 'quality_check'],
    ['mechanic', 'ready'],
  ] as const) {
    await put(status, people.mechanic.user);
    assert.equal((await start('upi', people[who]))['amount'], 999, who);
    assert.equal(await rejectionOf(start('online', people[who])), 'PT404 not_found', who);
  }
  await put('ready', people.owner.user);
  assert.equal(await rejectionOf(start('upi', people.mechanic)), 'PT404 not_found', 'the job of somebody else');
});

test('a card is paid with its approval code, which customer and audit log read', async () => {
  await charge(people.desk, { amount: 400, terminal_reference: ' 00-47 1b ', note: 'HDFC terminal' });
  const { payment, events } = await read(booking);
  assert.deepEqual([payment.status, payment.paid, payment.due], ['part_paid', 400, 599]);
  const [paid] = payment.payments as unknown as JsonObject[];
  const { method, provider, status, terminal_reference, note, reference } = paid!;
  assert.deepEqual(
    { method, provider, status, terminal_reference, note },
    { method: 'card', provider: 'desk', status: 'captured', terminal_reference: '00471B', note: 'HDFC terminal' },
  );
  assert.match(String(reference), /^TS/);
  assert.deepEqual([events.at(-1)?.actor, eventWords(events.at(-1)!)], ['admin', 'Paid ₹400 by card']);
  const trail = (await call('list_audit', {}, people.owner)) as unknown as JsonObject[];
  const line = trail.find(({ table, action }) => table === 'payments' && action === 'row_added');
  assert.equal(line?.['name'], 'Meera Kale');
  assert.equal((line!['after'] as JsonObject)['terminal_reference'], '00471B');
});

test('a card is charged up to what is due, beside cash', async () => {
  assert.equal(await rejectionOf(charge(people.desk, { amount: 1000 })), 'PT422 amount');
  for (const amount of [0, -1, null]) assert.equal(await rejectionOf(charge(people.desk, { amount })), 'PT422 amount');
  await call('record_payment', { booking: booking.id, amount: 500, method: 'cash' }, people.desk);
  const error = await rejected(charge(people.desk, { amount: 500 }));
  assert.deepEqual([error.hint, JSON.parse(String(error.detail))], ['amount', { due: 499 }]);
  assert.equal(moneyOf(await charge(people.desk, { amount: 499 })).status, 'paid');
  assert.equal(await rejectionOf(charge(people.desk, { amount: 1, terminal_reference: '00472' })), 'PT409 paid');
});

test('the same approval code is recorded once, also at the same moment; another amount is rejected', async () => {
  const answers = await Promise.all(Array.from({ length: 6 }, () => charge(people.desk, { amount: 300 })));
  for (const answer of answers) assert.equal(moneyOf(answer).paid, 300);
  assert.equal(moneyOf(await charge(people.desk, { amount: 300, terminal_reference: '00471b' })).payments.length, 1);
  const error = await rejected(charge(people.desk, { amount: 301 }));
  assert.deepEqual([error.code, error.hint], ['PT409', 'terminal_reference_used']);
  assert.deepEqual(JSON.parse(String(error.detail)), { amount: 300 });
  await charge(people.desk, { amount: 699, terminal_reference: '00472' });
  assert.equal(moneyOf(await charge(people.desk, { amount: 300 })).paid, 999, 'repeated when nothing is due any more');
});

test('one approval code can be for two bikes', async () => {
  await charge(people.desk);
  booking = await book({ vehicle_number: 'MH 12 ZZ 0042', phone: '90000 00077' });
  assert.equal(moneyOf(await charge(people.desk)).status, 'paid');
});

test('an approval code has 4 to 20 letters and digits, and a card number is never stored', async () => {
  for (const terminal_reference of [null, '', '471', 'A'.repeat(21), '00471B!', '००४७१', '<b>00471</b>'])
    assert.equal(await rejectionOf(charge(people.desk, { terminal_reference })), 'PT422 terminal_reference');
  const cards = [
    '411111111111',
    '4111 1111 1111 1111',
    '4111-1111-1111-1111',
    'VISA4111111111111111',
    '４１１１１１１１１１１１１１１１',
  ];
  for (const terminal_reference of cards)
    assert.equal(
      await rejectionOf(charge(people.desk, { terminal_reference })),
      'PT422 card_number',
      terminal_reference,
    );
  assert.equal(await rejectionOf(charge(people.desk, { note: 'Card 4111 1111 1111 1111' })), 'PT422 card_number');
  assert.equal(await rejectionOf(charge(people.desk, { note: 'x'.repeat(301) })), 'PT422 note_too_long');
  assert.equal((await db.sql`select 1 from public.payments`).length, 0);
  await charge(people.desk, { terminal_reference: 'ABCD12345678901XYZ', note: 'Rang from +91 98220 54321' });
});

test('only cash and cards are recorded, and cash has no approval code', async () => {
  for (const method of ['upi', 'online', 'Card', '', null])
    assert.equal(await rejectionOf(charge(people.desk, { method })), 'PT422 method', String(method));
  await charge(people.desk, { method: 'cash' });
  const rows = await db.sql`select method, terminal_reference from public.payments`;
  assert.deepEqual([...rows], [{ method: 'cash', terminal_reference: null }]);
});

test('a booking that is not confirmed takes no card, and an unknown one does not exist', async () => {
  booking = await online();
  assert.equal(await rejectionOf(charge(people.desk)), 'PT409 not_confirmed');
  const unknown = '00000000-0000-4000-8000-000000000000';
  assert.equal(await rejectionOf(charge(people.desk, { booking: unknown })), 'PT404 not_found');
});

test('a card is given back on the terminal, and an owner or accountant records it', async () => {
  await charge(people.desk);
  await call('cancel_booking', { booking: booking.id, reason: 'No mechanic', cause: 'shop' }, people.desk);
  const [refund] = (await read(booking)).payment.refunds;
  assert.deepEqual([refund?.amount_paise, refund?.status], [99_900, 'asked']);
  const due = await db.sql`
    select 1 from public.refunds o join public.payments m on m.id = o.payment_id where m.provider <> 'desk'`;
  assert.equal(due.length, 0, 'no gateway makes it');
  const finish = { refund: refund!.id, note: 'Terminal slip 00479' };
  assert.equal(await rejectionOf(call('finish_refund', finish, people.desk)), 'PT403 forbidden');
  for (const again of [1, 2]) {
    const money = moneyOf(await call('finish_refund', finish, people.accountant));
    assert.deepEqual([money.status, money.payments[0]?.status], ['refunded', 'refunded'], `try ${again}`);
  }
});

test('no row has an approval code unless it is a card at the counter', async () => {
  await charge(people.desk);
  for (const change of [`method = 'cash'`, `terminal_reference = null`, `terminal_reference = 'ab'`])
    assert.equal((await rejected(db.sql.unsafe(`update public.payments set ${change}`))).code, '23514', change);
});
