import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { after, before, test } from 'node:test';
import { bookingRequest, cart } from './booking-request.ts';
import { openDatabase, rejectionOf, rpc } from './open-database.ts';
import type { JsonObject, TestDatabase, Tx } from './open-database.ts';

/* The day changes at midnight in Pune, in every time zone of servers and visitors. Christmas is a half day. */
const zones = ['America/Los_Angeles', 'UTC', 'Asia/Kolkata', 'Pacific/Kiritimati'];
const lastSecond = '2026-12-23T23:59:59+05:30';
const midnight = '2026-12-24T00:00:00+05:30';

let db: TestDatabase;
before(async () => {
  db = await openDatabase();
});
after(() => db.close());

interface Calendar {
  today: string;
  first_free: { date: string; start: string } | null;
  days: { date: string; note: string | null; windows: { start: string; free: number; why: string | null }[] }[];
}

const calendar = (tx: Tx, args: JsonObject = {}) =>
  rpc(tx, 'list_slots', { mode: 'workshop', ...args }) as Promise<JsonObject & Calendar>;

/** One day as `2026-12-24 09:00 4, 11:00 past`. */
function lines({ days }: Calendar): string[] {
  return days.map(({ date, windows }) => `${date} ${windows.map((w) => `${w.start} ${w.why ?? w.free}`).join(', ')}`);
}

for (const zone of zones) {
  /** As a visitor of a database whose sessions use another time zone. */
  const visit = <T>(at: string, work: (tx: Tx) => Promise<T>): Promise<T> =>
    db.undo({ as: 'anon', at }, async (tx) => {
      await tx.unsafe(`set local timezone = '${zone}'`);
      return work(tx);
    });

  test(`${zone}: today, past windows and the booking horizon change at midnight in Pune`, async () => {
    const before = await visit(lastSecond, (tx) => calendar(tx, { days: 31 }));
    const after = await visit(midnight, (tx) => calendar(tx, { days: 31 }));
    assert.equal(before.today, '2026-12-23');
    assert.equal(after.today, '2026-12-24');
    assert.deepEqual(lines(before).slice(0, 2), [
      '2026-12-23 09:00 past, 11:00 past, 14:00 past, 16:00 past',
      '2026-12-24 09:00 4, 11:00 4, 14:00 4, 16:00 4',
    ]);
    assert.equal(lines(after)[0], '2026-12-24 09:00 4, 11:00 4, 14:00 4, 16:00 4');
    assert.equal(before.days.at(-1)?.date, '2027-01-22');
    assert.equal(after.days.at(-1)?.date, '2027-01-23');
  });

  test(`${zone}: bookings follow the same clock, to the second`, async () => {
    const book = (tx: Tx, changes: JsonObject) =>
      rpc(tx, 'create_booking', { request: bookingRequest({ mode: 'workshop', address: null, ...changes }) });
    const far = { date: '2027-01-23', time: '10:00' };
    assert.equal(
      await rejectionOf(visit(lastSecond, (tx) => book(tx, { date: '2027-01-23', time: '11:00' }))),
      'PT422 time_too_far',
    );
    assert.equal(
      await rejectionOf(visit(midnight, (tx) => book(tx, { date: '2026-12-23', time: '16:00' }))),
      'PT422 time_day_past',
    );
    assert.equal(
      await rejectionOf(visit(lastSecond, (tx) => book(tx, { date: '2026-12-23', time: '16:00' }))),
      'PT422 time_past',
    );
    assert.equal(await rejectionOf(visit(midnight, (tx) => book(tx, far))), 'PT422 time');
    await visit(midnight, async (tx) => {
      const { id } = await book(tx, { date: '2027-01-23', time: '11:00' });
      await tx`reset role`;
      const [row] = await tx<{ day: string; start: string; starts: string }[]>`
        select booking_date::text as day, booking_time::text as start,
          to_char(starts_at at time zone 'UTC', 'YYYY-MM-DD HH24:MI') as starts
        from public.service_bookings where id = ${String(id)}`;
      assert.deepEqual({ ...row }, { day: '2027-01-23', start: '11:00:00', starts: '2027-01-23 05:30' });
    });
  });

  test(`${zone}: the lead time and the same-day cut-off follow the clock in Pune`, async () => {
    const gate = { mode: 'doorstep', days: 1 };
    const at = async (time: string, lead: number): Promise<string | undefined> =>
      db.undo({ at: `2026-12-24T${time}+05:30` }, async (tx) => {
        await tx.unsafe(`set local timezone = '${zone}'`);
        await tx`update public.service_modes set lead_minutes = ${lead}, same_day_until = '13:30' where mode = 'doorstep'`;
        return lines(await calendar(tx, gate))[0];
      });
    assert.equal(await at('09:00:00', 120), '2026-12-24 09:00 past, 11:00 3, 14:00 3, 16:00 3');
    assert.equal(await at('09:00:01', 120), '2026-12-24 09:00 past, 11:00 too_soon, 14:00 3, 16:00 3');
    assert.equal(await at('13:29:59', 0), '2026-12-24 09:00 past, 11:00 past, 14:00 3, 16:00 3');
    assert.equal(await at('13:30:00', 0), '2026-12-24 09:00 past, 11:00 past, 14:00 too_soon, 16:00 too_soon');
  });

  test(`${zone}: on a half day a job that would end after 1 pm cannot start`, async () => {
    const at = '2026-12-22T10:00:00+05:30';
    const short = await visit(at, (tx) => calendar(tx, { from_date: '2026-12-25', days: 1 }));
    assert.deepEqual(lines(short), ['2026-12-25 09:00 4, 11:00 4, 14:00 closed, 16:00 closed']);
    assert.equal(short.days[0]?.note, 'Christmas, open until 1 pm');
    const long = { mode: 'doorstep', items: cart('general-service'), model: 'royal-enfield/classic-350' };
    const two = await visit(at, (tx) => calendar(tx, { from_date: '2026-12-25', days: 1, ...long }));
    assert.deepEqual(lines(two), ['2026-12-25 09:00 3, 11:00 too_long, 14:00 closed, 16:00 closed']);
    const request = bookingRequest({ date: '2026-12-25', time: '14:00' });
    assert.equal(await rejectionOf(visit(at, (tx) => rpc(tx, 'create_booking', { request }))), 'PT422 time_closed');
  });
}

test('a window held before midnight can be booked after it', async () => {
  const request_id = randomUUID();
  const wish = { mode: 'workshop', date: '2026-12-24', start: '09:00', model: 'royal-enfield/classic-350' };
  await db.undo({ as: 'anon', at: '2026-12-23T23:55:00+05:30' }, async (tx) => {
    await rpc(tx, 'hold_slot', { request_id, ...wish, items: cart('oil-change') });
    await tx`select set_config('twostroke.now', '2026-12-24T00:04:59+05:30', true)`;
    const request = bookingRequest({ request_id, mode: 'workshop', address: null, date: '2026-12-24', time: '09:00' });
    assert.equal((await rpc(tx, 'create_booking', { request }))['status'], 'confirmed');
  });
});
