import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { after, before, beforeEach, test } from 'node:test';
import { bookingRequest, cart, mondayMorning, proveNumber } from './booking-request.ts';
import { openDatabase, rejected, rpc } from './open-database.ts';
import type { Actor, JsonObject, TestDatabase } from './open-database.ts';

let db: TestDatabase;
before(async () => {
  db = await openDatabase({ connections: 12 });
});
beforeEach(async () => {
  await db.sql`delete from public.service_bookings`;
  await db.sql`delete from private.slot_holds`;
  await setLimits({ open_bookings: 5, bookings_a_day: 10, open_holds: 2, holds_an_hour: 30 });
});
after(() => db.close());

async function setLimits(limits: Record<string, number>): Promise<void> {
  for (const [name, max] of Object.entries(limits))
    await db.sql`update private.limits set max_value = ${max} where name = ${name}`;
}

let asked = 0;
/** Books for a number at one of the next free windows, so that capacity is never the limit. */
function book(changes: JsonObject = {}, as: Actor = 'anon', at = mondayMorning): Promise<JsonObject> {
  asked += 1;
  const day = String(24 + (Math.floor(asked / 6) % 5)).padStart(2, '0');
  const time = ['09:00', '11:00', '14:00', '16:00'][asked % 4];
  const request = bookingRequest({ mode: 'workshop', address: null, date: `2026-11-${day}`, time, ...changes });
  return db.keep({ as, at }, (tx) => rpc(tx, 'create_booking', { request }));
}

function hold(changes: JsonObject = {}, as: Actor = 'anon', at = mondayMorning): Promise<JsonObject> {
  const wish = { mode: 'workshop', date: '2026-11-24', start: '11:00', model: 'royal-enfield/classic-350' };
  const args = { request_id: randomUUID(), ...wish, items: cart('oil-change'), ...changes };
  return db.keep({ as, at }, (tx) => rpc(tx, 'hold_slot', args));
}

/** Code, hint and seconds to wait of a rejection. */
async function rejection(work: Promise<unknown>): Promise<[string, string, number]> {
  const { code, hint, detail } = await rejected(work);
  return [code, hint ?? '', (JSON.parse(detail ?? '{}') as { retry_after: number }).retry_after];
}

const seconds = (from: string, to: string): number => (Date.parse(to) - Date.parse(from)) / 1000;

test('a number has at most five upcoming bookings; admins are exempt, and ended bookings do not count', async () => {
  await book({ date: '2026-11-24', time: '09:00' });
  for (let i = 0; i < 4; i += 1) await book({ date: '2026-11-26' });
  const wait = seconds(mondayMorning, '2026-11-24T09:00:00+05:30');
  assert.deepEqual(await rejection(book({ date: '2026-11-27' })), ['PT429', 'too_many_open', wait]);
  assert.deepEqual(await rejection(book({ phone: '+91 90000-00012' })), ['PT429', 'too_many_open', wait]);
  await book({ phone: '90000 00013' });

  const boss = await db.addUser('boss@example.com');
  await db.sql`select public.make_owner(${boss})`;
  await book({ date: '2026-11-24', time: '09:00' }, { user: boss });
  // When the first window has begun, the limit allows exactly one more.
  const later = '2026-11-24T09:00:00+05:30';
  const next = await book({ date: '2026-11-28' }, 'anon', later);
  assert.equal((await rejection(book({ date: '2026-11-28' }, 'anon', later)))[1], 'too_many_open');
  const cancel = { booking: next['id'], manage_token: next['manage_token'], expected_fee: 0 };
  await db.keep({ as: 'anon', at: later }, (tx) => rpc(tx, 'cancel_booking', cancel));
  await book({ date: '2026-11-28' }, 'anon', later);
});

test('a number can book ten times in 24 hours, counting cancelled bookings', async () => {
  await setLimits({ open_bookings: 100 });
  for (let i = 0; i < 10; i += 1) {
    const { id, manage_token } = await book({}, 'anon', `2026-11-23T08:0${i}:00+05:30`);
    const cancel = { booking: id, manage_token, expected_fee: 0 };
    await db.keep({ as: 'anon', at: mondayMorning }, (tx) => rpc(tx, 'cancel_booking', cancel));
  }
  const at = '2026-11-23T09:00:00+05:30';
  const wait = seconds(at, '2026-11-24T08:00:00+05:30');
  assert.deepEqual(await rejection(book({}, 'anon', at)), ['PT429', 'too_many_bookings', wait]);
  await book({ date: '2026-11-27' }, 'anon', '2026-11-24T08:00:00+05:30');
});

test('an account is counted across the phone numbers it uses', async () => {
  const user = await db.addUser('asha@example.com');
  const phone = (i: number): string => `90000 001${String(i).padStart(2, '0')}`;
  for (let i = 0; i < 5; i += 1) await book({ phone: phone(i) }, { user });
  assert.equal((await rejection(book({ phone: phone(6) }, { user })))[1], 'too_many_open');
  await book({ phone: phone(6) });
  await book({ phone: phone(7) }, { user: await db.addUser('ravi@example.com') });
});

test('repeating an accepted request does not make a new booking', async () => {
  const request_id = randomUUID();
  const sent = { request_id, date: '2026-11-25', time: '14:00' };
  await book(sent);
  for (let i = 0; i < 4; i += 1) await book();
  assert.equal((await book(sent))['repeated'], true);
});

test('of 30 concurrent bookings of one number exactly five succeed', async () => {
  const answers = await Promise.allSettled(Array.from({ length: 30 }, () => book()));
  assert.equal(answers.filter(({ status }) => status === 'fulfilled').length, 5);
  const hints = answers.flatMap((answer) =>
    answer.status === 'rejected' ? [(answer.reason as { hint: string }).hint] : [],
  );
  assert.deepEqual(new Set(hints), new Set(['too_many_open']));
  const [row] = await db.sql<{ count: number }[]>`select count(*)::int as count from public.service_bookings`;
  assert.equal(row?.count, 5);
});

test('30 concurrent bookings with and without coupons, holds and accounts do not deadlock', async () => {
  const user = await db.addUser('sunita@example.com');
  const proof = await proveNumber(db.sql);
  const answers = await Promise.allSettled(
    Array.from({ length: 30 }, (_, i) => {
      const as: Actor = i % 2 === 0 ? 'anon' : { user };
      if (i % 3 === 0) return hold({ phone: '90000 00012', date: `2026-11-2${5 + (i % 2)}` }, as);
      return book({ ...(i % 3 === 1 ? { coupon: 'FIRST100', expected_total: 899, proof } : {}) }, as);
    }),
  );
  const codes = answers.flatMap((answer) =>
    answer.status === 'rejected' ? [(answer.reason as { code: string }).code] : [],
  );
  assert.deepEqual(
    codes.filter((code) => !['PT429', 'PT409'].includes(code)),
    [],
  );
});

test('an account has at most two holds and thirty an hour; rejections say how long to wait', async () => {
  const user = await db.addUser('farah@example.com');
  await hold({}, { user });
  await hold({ start: '14:00' }, { user }, '2026-11-23T08:01:00+05:30');
  const third = hold({ start: '16:00' }, { user }, '2026-11-23T08:04:00+05:30');
  assert.deepEqual(await rejection(third), ['PT429', 'too_many_holds', 360]);
  await hold({ start: '16:00' });
  await hold({ start: '16:00' }, { user }, '2026-11-23T08:10:00+05:30');

  await setLimits({ holds_an_hour: 3 });
  const at = '2026-11-23T08:30:00+05:30';
  assert.deepEqual(await rejection(hold({}, { user }, at)), ['PT429', 'too_many_tries', 1800]);
  await hold({}, { user }, '2026-11-23T09:00:00+05:30');
});

test('every rate-limit rejection contains the seconds after which a retry succeeds', async () => {
  const request_id = randomUUID();
  const again = (i: number, at = mondayMorning) =>
    hold({ request_id, start: i % 2 === 0 ? '11:00' : '14:00' }, 'anon', at);
  for (let i = 0; i < 12; i += 1) await again(i);
  assert.deepEqual(await rejection(again(12, '2026-11-23T08:20:00+05:30')), ['PT429', 'too_many_tries', 2400]);
  for (const start of ['11:00', '14:00']) await hold({ phone: '98220 12345', start });
  assert.deepEqual(await rejection(hold({ phone: '98220 12345' })), ['PT429', 'too_many_holds', 600]);

  const callBack = (at: string) => {
    const args = { kind: 'message', name: 'Asha', phone: '9000000031', details: { message: 'Hello' } };
    return db.keep({ as: 'anon', at }, (tx) => rpc(tx, 'request_callback', args));
  };
  for (let i = 0; i < 5; i += 1) await callBack(mondayMorning);
  assert.deepEqual(await rejection(callBack('2026-11-23T09:00:00+05:30')), ['PT429', 'too_many_callbacks', 23 * 3600]);
  await callBack('2026-11-24T08:00:00+05:30');
});
