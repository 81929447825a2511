// How many bookings of unproven numbers come from one network address.
import assert from 'node:assert/strict';
import { after, before, beforeEach, test } from 'node:test';
import { bookingRequest, mondayMorning, proveNumber } from './booking-request.ts';
import { openDatabase, rejected, rpc } from './open-database.ts';
import type { JsonObject, TestDatabase } from './open-database.ts';

let db: TestDatabase;
before(async () => {
  db = await openDatabase({ connections: 12 });
});
beforeEach(async () => {
  await db.sql`delete from public.service_bookings`;
  made = 0;
});
after(() => db.close());

const home = '2001:db8:7:1::5';
const carrier = '203.0.113.9';
let made = 0;

/** Books as another guest each time, at one of the free windows of the month. */
function book(address: string | undefined, changes: JsonObject = {}, at = mondayMorning): Promise<JsonObject> {
  made += 1;
  const day = new Date(Date.UTC(2026, 10, 24 + Math.floor(made / 10)));
  if (day.getUTCDay() === 0) day.setUTCDate(day.getUTCDate() + 1);
  const time = ['09:00', '11:00', '14:00', '16:00'][made % 4];
  const phone = `97${String(made).padStart(8, '0')}`;
  const wish = { mode: 'workshop', address: null, date: day.toISOString().slice(0, 10), time, phone, ...changes };
  const how = { as: 'anon' as const, at, ...(address && { address }) };
  return db.keep(how, (tx) => rpc(tx, 'create_booking', { request: bookingRequest(wish) }));
}

const reasonOf = async (work: Promise<unknown>): Promise<string> => {
  const { code, hint, detail } = await rejected(work);
  return `${code} ${hint} ${(JSON.parse(detail ?? '{}') as { reason?: string }).reason}`;
};
const asked = 'PT409 verify_phone address';

/** Marks so many confirmations as sent today. */
async function spend(messages: number, at = mondayMorning): Promise<void> {
  await db.sql`update private.message_budgets set sms_a_day = 2 * ${messages}::int where kind = 'confirmation'`;
  await db.sql`
    update public.message_outbox set status = 'sent', sent_at = ${at}
    where id in (
      select id from public.message_outbox where kind = 'confirmation' and channel = 'sms' order by id limit ${messages}
    )`;
}

test('one IPv6 network has two open bookings of unproven numbers; proven ones and ended ones do not count', async () => {
  const first = await book(home);
  await book('2001:db8:7:1:ffff::2');
  assert.equal(await reasonOf(book(home)), asked);
  await book('2001:db8:7:2::5');
  await book(home, { phone: '90000 00012', proof: await proveNumber(db.sql) });
  const cancel = { booking: first['id'], manage_token: first['manage_token'] };
  await db.keep({ as: 'anon', at: mondayMorning }, (tx) => rpc(tx, 'cancel_booking', cancel));
  await book(home);
  assert.equal(await reasonOf(book(home)), asked);
});

test('concurrent bookings of one IPv6 network make two', async () => {
  const answers = await Promise.allSettled(Array.from({ length: 12 }, () => book(home)));
  assert.equal(answers.filter(({ status }) => status === 'fulfilled').length, 2);
});

test('30 guests behind one IPv4 address book within an hour and are asked for nothing', async () => {
  for (let minute = 0; minute < 60; minute += 2)
    await book(carrier, {}, new Date(Date.parse(mondayMorning) + minute * 60_000).toISOString());
  const [row] = await db.sql<{ count: number }[]>`select count(*)::int as count from private.unproven_bookings`;
  assert.equal(row?.count, 30);
});

test('past half of the confirmations of the day an IPv4 address has 20 bookings a day', async () => {
  for (let guest = 0; guest < 19; guest += 1) await book(carrier);
  await spend(15);
  await book(carrier);
  assert.equal(await reasonOf(book(carrier)), asked);
  await book('203.0.113.10');
  await book(carrier, { phone: '90000 00012', proof: await proveNumber(db.sql) });
  await db.sql`update private.message_budgets set sms_a_day = 31 where kind = 'confirmation'`;
  await book(carrier);
  await db.sql`update private.message_budgets set sms_a_day = 30 where kind = 'confirmation'`;
  assert.equal(await reasonOf(book(carrier)), asked);
  await book(carrier, {}, '2026-11-24T08:00:01+05:30');
});

test('a request without a known address is not counted by it', async () => {
  for (let guest = 0; guest < 4; guest += 1) await book(undefined);
});

test('addresses are deleted a day after the booked time', async () => {
  await book(home, { date: '2026-11-24', time: '09:00' });
  await book(carrier, { date: '2026-12-10' }, '2026-11-25T08:59:00+05:30');
  const addresses = async (): Promise<unknown[]> =>
    (await db.sql`select address from private.unproven_bookings order by made_at`).map(({ address }) => address);
  assert.deepEqual(await addresses(), ['2001:db8:7:1::/64', carrier]);
  await book(carrier, { date: '2026-12-11' }, '2026-11-25T09:01:00+05:30');
  assert.deepEqual(await addresses(), [carrier, carrier]);
});
