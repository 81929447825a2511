import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { afterEach, test } from 'node:test';
import { bookingRequest, cart, mondayMorning } from './booking-request.ts';
import { openShopWithDues, tuesday } from './dues-and-credits.ts';
import type { Booked } from './dues-and-credits.ts';
import { rejected } from './open-database.ts';
import type { JsonObject } from './open-database.ts';
import { readEvents } from './read-events.ts';

/* Each figure of the shop takes effect: with another value the functions answer differently. */
const { db, boss, call, book, read, moneyOf, step, cancel, shopCancels } = await openShopWithDues();
afterEach(async () => {
  await db.sql`
    update public.shop set
      cancel_free_hours = default, late_fee = default, visit_fee = default, no_show_minutes = default,
      late_minutes = default, hold_minutes = default, hold_extension_minutes = default,
      payment_minutes = default, offer_minutes = default, approval_limits = default`;
  await db.sql`delete from private.slot_holds`;
  await db.sql`delete from public.capacities where weekday is not null`;
});

const set = (figures: Record<string, number | number[]>) => db.sql`update public.shop set ${db.sql(figures)}`;

async function termsOf(booking: Booked, at = mondayMorning): Promise<JsonObject> {
  return (await read(booking, at))['terms'] as JsonObject;
}

test('cancelling is free until cancel_free_hours before the window, and costs late_fee or visit_fee later', async () => {
  await set({ cancel_free_hours: 5, late_fee: 70, visit_fee: 250 });
  const first = await book();
  assert.equal((await termsOf(first))['free_until'], '2026-11-24T00:30:00+00:00');
  await call('cancel_booking', { booking: first.id, manage_token: first.manage_token }, 'anon', tuesday('06:01'));
  const second = await book();
  const late = await termsOf(second, tuesday('06:01'));
  assert.deepEqual([late['late'], late['cancel_fee']], [true, 70]);
  await step(second, 'assigned');
  await step(second, 'on_the_way', tuesday('10:00'));
  const near = await termsOf(second, tuesday('10:00'));
  assert.deepEqual([near['cancel_fee'], near['move_fee']], [250, 70]);
});

test('free times, holds and quotes say before booking until when it is free and what cancelling later costs', async () => {
  await set({ cancel_free_hours: 5, late_fee: 70, visit_fee: 250 });
  const job = { items: cart('oil-change'), model: 'royal-enfield/classic-350' };
  const windowAt11 = { mode: 'doorstep', date: '2026-11-24', start: '11:00' };
  const deadline = '2026-11-24T00:30:00+00:00'; // 6 in the morning
  const found = await call('list_slots', { ...job, mode: 'doorstep', from_date: '2026-11-24', near: '11:00', days: 1 });
  const alternatives = found['alternatives'] as { date: string; start: string; free_until: string }[];
  const days = found['days'] as { windows: { start: string; free_until: string }[] }[];
  const at11 = ({ date, start }: { date?: string; start: string }): boolean =>
    start === '11:00' && (date ?? windowAt11.date) === windowAt11.date;
  assert.equal(days[0]?.windows.find(at11)?.free_until, deadline);
  assert.equal(alternatives.find(at11)?.free_until, deadline);
  const held = await call('hold_slot', { ...job, ...windowAt11, request_id: randomUUID() });
  assert.equal(held['free_until'], deadline);
  const fees = async (mode: string): Promise<unknown[]> => {
    const { late_fee, visit_fee } = await call('quote', { ...job, mode });
    return [late_fee, visit_fee];
  };
  assert.deepEqual(await Promise.all(['doorstep', 'pickup', 'workshop'].map(fees)), [
    [70, 250],
    [70, 250],
    [70, null],
  ]);
});

test('free times say whether the job takes two days, by the package, and which day is the last', async () => {
  await db.sql`update public.packages set two_day = true where slug = 'oil-change'`;
  const job = { items: cart('oil-change'), model: 'royal-enfield/classic-350', mode: 'workshop' };
  const { two_day, last_day, windows } = await call('list_slots', job);
  assert.deepEqual([two_day, last_day, windows], [true, '2026-12-23', 1]);
  const { lines } = await call('quote', job);
  assert.equal((lines as JsonObject[])[0]?.['two_day'], true);
  await db.sql`update public.packages set two_day = false where slug = 'oil-change'`;
  await set({ horizon_days: 12 });
  const after = await call('list_slots', job);
  await set({ horizon_days: 30 });
  assert.deepEqual([after['two_day'], after['last_day']], [false, '2026-12-05']);
});

test('a no-show may be recorded after no_show_minutes and costs visit_fee', async () => {
  await set({ no_show_minutes: 40, visit_fee: 250 });
  const booking = await book();
  await step(booking, 'assigned');
  await step(booking, 'on_the_way', tuesday('10:50'));
  const early = await rejected(step(booking, 'no_show', tuesday('11:39')));
  const told = JSON.parse(early.detail ?? '') as { from: string; minutes: number };
  assert.deepEqual([early.hint, told.minutes], ['too_early', 40]);
  assert.equal(new Date(told.from).getTime(), new Date('2026-11-24T11:40:00+05:30').getTime());
  await step(booking, 'no_show', tuesday('11:40'));
  assert.equal((await read(booking, tuesday('11:40')))['fee'], 250);
});

test('a window is missed after late_minutes; the credit for it and for our late cancellation is late_fee', async () => {
  await set({ late_minutes: 30, late_fee: 150 });
  const booking = await book();
  const credit = (at: string): Promise<JsonObject> =>
    call('give_late_credit', { booking: booking.id, note: 'A flat tyre' }, boss, at);
  const early = await rejected(credit(tuesday('13:29')));
  assert.deepEqual([early.hint, early.detail], ['not_late', '{"minutes": 30}']);
  await credit(tuesday('13:30'));
  assert.equal((await moneyOf(booking)).credit_given?.amount, 150);
  assert.equal((await readEvents(db.sql, booking.id)).at(-1)?.words, 'We were late, ₹150 credit: A flat tyre');
  const ours = await book({ date: '2026-11-25' });
  await shopCancels(ours);
  assert.equal((await moneyOf(ours)).credit_given?.amount, 150);
});

test('a time is held for hold_minutes, and hold_extension_minutes longer', async () => {
  await set({ hold_minutes: 7, hold_extension_minutes: 3 });
  const request_id = randomUUID();
  const wish = { mode: 'doorstep', date: '2026-11-24', start: '11:00', model: 'royal-enfield/classic-350' };
  const held = await call('hold_slot', { request_id, ...wish, items: cart('oil-change') });
  assert.equal(held['seconds_left'], 7 * 60);
  assert.equal((await call('extend_hold', { request_id }))['seconds_left'], 10 * 60);
});

test('an unpaid booking keeps its places for payment_minutes', async () => {
  await set({ payment_minutes: 25 });
  const { pay_until } = (await book({ payment: 'online' })) as Booked & { pay_until: string };
  assert.equal(new Date(pay_until).getTime() - new Date(mondayMorning).getTime(), 25 * 60_000);
});

test('a released place is offered for offer_minutes', async () => {
  await set({ offer_minutes: 45 });
  await db.sql`insert into public.capacities (mode, weekday, places) values ('doorstep', 2, 1)`;
  const taken = await book();
  const { date, time, model, items, name, mode } = bookingRequest({ mode: 'doorstep' });
  await call('join_waitlist', {
    request: {
      request_id: randomUUID(),
      date,
      time,
      model,
      items,
      name,
      mode,
      phone: '9000000077',
      email: 'ravi@example.com',
    },
  });
  await cancel(taken);
  await db.keep({ at: mondayMorning }, (tx) => tx`select private.offer_waitlist_places()`);
  const [offer] = await db.sql<{ offer_ends_at: Date }[]>`select offer_ends_at from public.waitlist`;
  assert.equal(offer?.offer_ends_at.getTime(), new Date(mondayMorning).getTime() + 45 * 60_000);
  await db.sql`delete from public.waitlist`;
});

test('a customer chooses from approval_limits; a booking keeps its limit when they change', async () => {
  const before = await book({ approval_limit: 500 });
  await set({ approval_limits: [0, 400] });
  const { hint, detail } = await rejected(book({ approval_limit: 500 }));
  assert.deepEqual([hint, detail], ['approval_limit', '{"limits": [0, 400]}']);
  await book({ approval_limit: 400, date: '2026-11-25' });
  await step(before, 'assigned');
  const [kept] = await db.sql<{ approval_limit: number }[]>`
    select approval_limit from public.service_bookings where id = ${before.id} and status = 'assigned'`;
  assert.equal(kept?.approval_limit, 500);
});

test('approval_limits begin with 0, rise, and are six at most', async () => {
  const lists = ['{}', '{300}', '{0,500,300}', '{0,300,300}', '{0,NULL}', '{NULL,0}', '{0,10001}', '{0,1,2,3,4,5,6}'];
  for (const list of [...lists, '[0:1]={5,0}'])
    await assert.rejects(
      db.sql`update public.shop set approval_limits = ${list}::text::int[]`,
      /shop_approval_limits/,
      list,
    );
  await set({ approval_limits: [0] });
  await set({ approval_limits: [0, 1, 2, 3, 4, 10000] });
});

test('the board reads the capacity from the function that decides it, for admins only', async () => {
  const places = async (day = '2026-11-24', at = mondayMorning): Promise<string[]> =>
    (Object.values(await call('list_places', { day }, boss, at)) as JsonObject[])
      .filter(({ mode }) => mode === 'doorstep')
      .map((row) => `${row['starts']} ${row['taken']}/${row['places']}`);
  assert.deepEqual(await places(), ['09:00:00 0/3', '11:00:00 0/3', '14:00:00 0/3', '16:00:00 0/3']);
  // The exception for weekday and window has priority, then the one for the weekday.
  await db.sql`
    insert into public.capacities (mode, weekday, window_start, places)
    values ('doorstep', 2, null, 1), ('doorstep', 2, '11:00', 5)`;
  await book();
  await book({ payment: 'online', phone: '9000000077' });
  const request_id = randomUUID();
  const hold = { request_id, mode: 'doorstep', date: '2026-11-24', start: '11:00', model: 'royal-enfield/classic-350' };
  await call('hold_slot', { ...hold, items: cart('oil-change') });
  assert.deepEqual((await places())[1], '11:00:00 2/5', 'a place that is only held is not counted');
  assert.equal((await places())[0], '09:00:00 0/1');
  assert.equal(
    (await places('2026-11-24', tuesday('18:00')))[1],
    '11:00:00 1/5',
    'the board of a past day does not count the unpaid booking',
  );
  // A window that was removed from the hours, on a day that has a booking in it.
  await db.sql`update public.service_bookings set booking_time = '08:00', window_end = '09:00' where phone = '+919000000077'`;
  assert.equal((await places())[0], '08:00:00 0/1');
  for (const as of ['anon', { user: await db.addUser('rider@example.com') }] as const)
    assert.equal(
      (await rejected(call('list_places', { day: '2026-11-24' }, as))).code,
      as === 'anon' ? '42501' : 'PT403',
    );
});
