// What a number without proof may book, and how a caller proves it.
import assert from 'node:assert/strict';
import { randomBytes, randomUUID } from 'node:crypto';
import { after, before, beforeEach, test } from 'node:test';
import { bookingRequest, cart, mondayMorning, proveNumber } from './booking-request.ts';
import { openDatabase, rejected, rpc } from './open-database.ts';
import type { CallContext, DbError, JsonObject, TestDatabase } from './open-database.ts';
import { isWholeSuite } from './whole-suite.ts';

/** Many more than there are places and connections. */
const crowd = isWholeSuite ? 200 : 40;

let db: TestDatabase;
before(async () => {
  db = await openDatabase({ connections: 10 });
  await db.sql`update private.limits set max_value = 50 where name = 'unproven_places_percent'`;
});
beforeEach(() =>
  db.sql
    .unsafe(
      `delete from public.service_bookings; delete from private.slot_holds; delete from private.proven_numbers;
      delete from public.message_outbox; delete from auth.users; update private.message_budgets set sms_a_day = 300;`,
    )
    .then(() => undefined),
);
after(() => db.close());

interface Refusal {
  reason: string;
  alternatives: { date: string; start: string }[];
}

const anon: CallContext = { as: 'anon', at: mondayMorning };
const phoneOf = (index: number): string => `98${String(index).padStart(8, '0')}`;

function book(changes: JsonObject = {}, how: CallContext = anon): Promise<JsonObject> {
  const context = { ...anon, ...how };
  return db.keep(context, (tx) => rpc(tx, 'create_booking', { request: bookingRequest(changes) }));
}

function hold(changes: JsonObject = {}): Promise<JsonObject> {
  const wish = { mode: 'doorstep', date: '2026-11-24', start: '11:00', model: 'royal-enfield/classic-350' };
  const args = { request_id: randomUUID(), ...wish, items: cart('oil-change'), ...changes };
  return db.keep(anon, (tx) => rpc(tx, 'hold_slot', args));
}

const refusalOf = ({ detail }: DbError): Refusal => JSON.parse(detail ?? '') as Refusal;
async function reasonOf(work: Promise<unknown>): Promise<string> {
  const error = await rejected(work);
  return error.hint === 'verify_phone' ? `${error.code} ${refusalOf(error).reason}` : `${error.code} ${error.hint}`;
}

/** @param confirmed whether Auth has confirmed the phone of the account */
async function account(phone: string, confirmed = true): Promise<CallContext> {
  const [user] = await db.sql<{ id: string }[]>`
    insert into auth.users (phone, phone_confirmed_at)
    values (${phone.replace('+', '')}, ${confirmed ? '2026-11-20T12:00:00+05:30' : null}) returning id`;
  return { as: { user: user?.id ?? '' }, at: mondayMorning };
}

for (const [mode, places] of [
  ['doorstep', 3],
  ['pickup', 2],
  ['workshop', 4],
] as const) {
  test(`of ${crowd} concurrent unproven bookings of ${places} places half succeed; the others are asked for a code`, async () => {
    const slot = { mode, time: '14:00', ...(mode === 'pickup' && { expected_total: 999 }) };
    const half = Math.ceil(places / 2);
    const answers = await Promise.allSettled(
      Array.from({ length: crowd }, (_, i) => book({ ...slot, phone: phoneOf(i) })),
    );
    assert.equal(answers.filter(({ status }) => status === 'fulfilled').length, half);
    const refused = answers.flatMap((each) => (each.status === 'rejected' ? [each.reason as DbError] : []));
    assert.deepEqual(new Set(refused.map(({ code, hint }) => `${code} ${hint}`)), new Set(['PT409 verify_phone']));
    for (const { reason, alternatives } of refused.map(refusalOf)) {
      assert.equal(reason, 'window');
      assert.equal(alternatives.length, 4);
      assert.ok(!alternatives.some(({ date, start }) => date === '2026-11-24' && start === '14:00'));
    }
    const proof = await proveNumber(db.sql);
    for (let left = places - half; left > 0; left -= 1) await book({ ...slot, proof });
    assert.equal((await rejected(book({ ...slot, proof }))).hint, 'slot_taken');
  });
}

test('the alternatives leave out windows in which any part of the job has no place for an unproven number', async () => {
  const long = { items: cart('general-service'), expected_total: 1699 };
  for (const phone of [phoneOf(1), phoneOf(2)]) await book({ phone, time: '14:00' });
  const { alternatives } = refusalOf(await rejected(book({ ...long, phone: phoneOf(3), time: '14:00' })));
  const starts = alternatives.filter(({ date }) => date === '2026-11-24').map(({ start }) => start);
  assert.deepEqual(starts, ['09:00'], '11 am and 2 pm would need a place at 2 pm');
  for (const { date, start } of alternatives) await book({ ...long, phone: phoneOf(3), date, time: start });
});

test('strangers with bookings and holds never take the places of proven numbers', async () => {
  const attempts = Array.from({ length: 60 }, (_, i) =>
    i % 2 === 0 ? book({ phone: phoneOf(i) }) : hold({ phone: phoneOf(i) }),
  );
  await Promise.allSettled(attempts);
  const proof = await proveNumber(db.sql);
  const held = await hold({ phone: '90000 00012', proof });
  assert.equal(held['start'], '11:00');
  await db.sql`delete from private.slot_holds`;
  await book({ proof });
});

test('a guest who holds a place books it without a code; the next guest is asked', async () => {
  const requests = [randomUUID(), randomUUID()];
  for (const request_id of requests) await hold({ request_id });
  assert.equal(await reasonOf(book({ phone: phoneOf(1) })), 'PT409 window');
  for (const request_id of requests) await book({ request_id, phone: phoneOf(2) });
});

test('a place that the waitlist offers obeys the share: its link came to a mailbox that anybody may type', async () => {
  const request_id = randomUUID();
  await hold({ request_id });
  const [entry] = await db.sql<{ id: string }[]>`
    insert into public.waitlist (
      request_id, mode, booking_date, booking_time, window_end, model_id, bike_name, items, windows, next_day,
      customer_name, phone, created_at, leave_hash, state, offered_at, offer_ends_at, claim_hash
    ) values (
      ${randomUUID()}, 'doorstep', '2026-11-24', '11:00', '13:00', 'royal-enfield/classic-350', 'Classic 350', '[]', 1,
      false, 'Ravi Kale', '+919000000088', ${mondayMorning}, sha256('leave'), 'offered', ${mondayMorning},
      ${mondayMorning}::timestamptz + interval '20 minutes', sha256('claim')
    ) returning id`;
  await db.sql`update private.slot_holds set waitlist_id = ${entry?.id ?? ''} where request_id = ${request_id}`;
  for (const phone of [phoneOf(1), phoneOf(2)]) await book({ phone });
  assert.equal(await reasonOf(book({ request_id, phone: phoneOf(3) })), 'PT409 window');
  await book({ request_id, phone: phoneOf(3), proof: await proveNumber(db.sql, `+91${phoneOf(3)}`) });
  await db.sql`delete from public.waitlist`;
});

test('a session proves the confirmed number of its account, for bookings with that number only', async () => {
  for (const phone of [phoneOf(1), phoneOf(2)]) await book({ phone });
  const owner = await account('+919000000012');
  assert.equal(await reasonOf(book({ phone: '90000 00013' }, owner)), 'PT409 window');
  await db.sql`update auth.users set phone_confirmed_at = null`;
  assert.equal(await reasonOf(book({}, owner)), 'PT409 window');
  await db.sql`update auth.users set phone_confirmed_at = now()`;
  await book({}, owner);
});

test('the secret of a browser counts for 90 days, for its number, once a session has proven it', async () => {
  const proof = randomBytes(16).toString('hex');
  for (const phone of [phoneOf(1), phoneOf(2)]) await book({ phone });
  assert.equal(await reasonOf(book({ proof })), 'PT409 window', 'a secret without a proof');
  const owner = await account('+919000000012');
  await book({ proof, date: '2026-11-25' }, owner);
  await book({ proof });
  assert.equal(await reasonOf(book({ proof, phone: '90000 00013', date: '2026-11-24' })), 'PT409 slot_taken');

  const [stored] = await db.sql`select encode(secret_hash, 'hex') as hash, phone from private.number_proofs`;
  assert.notEqual(stored?.['hash'], proof);
  assert.equal(stored?.['phone'], '+919000000012');
  const last = { date: '2027-02-23' };
  const end: CallContext = { as: 'anon', at: '2027-02-21T08:00:00+05:30' };
  for (const phone of [phoneOf(1), phoneOf(2)]) await book({ ...last, phone }, end);
  assert.equal(await reasonOf(book({ ...last, proof }, end)), 'PT409 window');
  await book({ ...last, proof }, { as: 'anon', at: '2027-02-21T07:59:59+05:30' });
});

test('short or odd secrets are not kept, and the key of a booking proves nothing', async () => {
  const owner = await account('+919000000012');
  for (const proof of ['', 'abc', 'f'.repeat(31), 'x'.repeat(32), 'f'.repeat(65)])
    await book({ proof, date: '2026-11-25', mode: 'workshop', address: null }, owner).catch(() => undefined);
  const rows = await db.sql`select from private.number_proofs`;
  assert.equal(rows.length, 0);
  const { manage_token } = await book();
  await book({ phone: phoneOf(1) });
  assert.equal(await reasonOf(book({ proof: manage_token })), 'PT409 window');
});

test('an unproven booking does not move into a window in which unproven ones have their share', async () => {
  for (const phone of [phoneOf(1), phoneOf(2)]) await book({ phone });
  const { id: booking, manage_token } = await book({ phone: phoneOf(3), time: '14:00' });
  const move = { booking, manage_token, date: '2026-11-24', start: '11:00' };
  const error = await rejected(db.keep(anon, (tx) => rpc(tx, 'reschedule_booking', move)));
  assert.equal(error.hint, 'slot_taken');
  assert.ok(!refusalOf(error).alternatives.some(({ start, date }) => start === '11:00' && date === '2026-11-24'));
  await db.keep(anon, (tx) => rpc(tx, 'reschedule_booking', { ...move, start: '16:00' }));
});

test('the first-booking coupon needs a proven number; another coupon and a coupon without effect do not', async () => {
  const wish = { items: cart('general-service'), expected_total: 1599, coupon: 'first-100', time: '09:00' };
  assert.equal(await reasonOf(book(wish)), 'PT409 coupon');
  await book({ ...wish, proof: await proveNumber(db.sql) });
  const workshop = { ...wish, mode: 'workshop', address: null, phone: phoneOf(1), date: '2026-11-25' };
  await book({ ...workshop, coupon: 'WEEKDAY10', expected_total: 1530 });
  await book({ ...workshop, coupon: 'MONSOON15', expected_total: 1699 });
  const small = { coupon: 'FIRST100', model: 'honda/activa-6g', expected_total: 449, items: cart('oil-change') };
  await book({ ...workshop, ...small, time: '14:00' });
});

test('a caller with a wrong price learns nothing about an unproven number with a first-booking coupon', async () => {
  await book();
  const error = await rejected(
    book({ items: cart('general-service'), coupon: 'FIRST100', expected_total: 1, time: '09:00' }),
  );
  assert.equal(error.hint, 'price_changed');
  assert.equal((JSON.parse(error.detail ?? '') as { total: number }).total, 1599);
});

test('what strangers book or hold with a number does not count against its owner', async () => {
  await db.sql`update private.limits set max_value = 2 where name = 'open_bookings'`;
  try {
    for (const date of ['2026-11-25', '2026-11-26']) await book({ date });
    assert.equal((await rejected(book({ date: '2026-11-27' }))).hint, 'too_many_open');
    for (const start of ['11:00', '14:00']) await hold({ phone: '90000 00012', start });
    assert.equal((await rejected(hold({ phone: '90000 00012', start: '16:00' }))).hint, 'too_many_holds');
    const proof = await proveNumber(db.sql);
    await hold({ phone: '90000 00012', start: '16:00', proof });
    for (const date of ['2026-11-27', '2026-11-28']) await book({ date, proof });
    assert.equal((await rejected(book({ date: '2026-11-30', proof }))).hint, 'too_many_open');
  } finally {
    await db.sql`update private.limits set max_value = 10000 where name = 'open_bookings'`;
  }
});

test('the first free time and the nearest ones are those that need no code, while there are any', async () => {
  const list = async (how: CallContext, mode = 'doorstep'): Promise<JsonObject> =>
    db.keep(how, (tx) =>
      rpc(tx, 'list_slots', {
        ...{ mode, from_date: '2026-11-24', near: '11:00', days: 1 },
        ...{ items: cart('general-service'), model: 'royal-enfield/classic-350' },
      }),
    );
  const startsOf = ({ alternatives }: JsonObject): string[] =>
    (alternatives as { date: string; start: string }[]).map(({ date, start }) => `${date.slice(8)} ${start}`);
  for (const phone of [phoneOf(1), phoneOf(2)]) await book({ phone, time: '11:00' });
  const seen = await list(anon);
  assert.equal((seen['first_free'] as { start: string }).start, '14:00', '9 am needs 11 am too');
  assert.deepEqual(startsOf(seen), ['23 11:00', '23 14:00', '24 14:00', '25 09:00']);
  const [day] = seen['days'] as { windows: { start: string; free: number }[] }[];
  assert.deepEqual(
    day?.windows.map(({ free }) => free),
    [1, 1, 3, 0],
  );
  const owner = await account('+919000000012');
  assert.equal(((await list(owner))['first_free'] as { start: string }).start, '09:00');

  for (const phone of [phoneOf(3), phoneOf(4)]) await book({ phone, time: '14:00' });
  await db.sql`update public.shop set horizon_days = 1`;
  try {
    assert.equal(((await list(anon))['first_free'] as { start: string }).start, '09:00', 'better one than none');
  } finally {
    await db.sql`update public.shop set horizon_days = 30`;
  }
});

test('30 guests who take the first free time, one after the other, are asked for nothing', async () => {
  const job = { items: cart('oil-change'), model: 'royal-enfield/classic-350', mode: 'doorstep' };
  for (let guest = 0; guest < 30; guest += 1) {
    const how = { ...anon, address: '203.0.113.9' };
    const { first_free } = await db.keep(how, (tx) => rpc(tx, 'list_slots', job));
    const { date, start } = first_free as { date: string; start: string };
    const request_id = randomUUID();
    await hold({ request_id, date, start });
    await book({ request_id, date, time: start, phone: phoneOf(guest) }, how);
  }
});

test('admins and the owner of the database book for callers without a code', async () => {
  for (const phone of [phoneOf(1), phoneOf(2)]) await book({ phone });
  const boss = await db.addUser('boss@example.com');
  await db.sql`select public.make_owner(${boss})`;
  await book({ phone: phoneOf(3) }, { as: { user: boss } });
  const [row] = await db.sql<{ count: number }[]>`select count(*)::int as count from private.unproven_bookings`;
  assert.equal(row?.count, 2);
});
