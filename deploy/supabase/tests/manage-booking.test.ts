import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { test } from 'node:test';
import { rejected, rejectionOf, rpc } from './open-database.ts';
import type { DbError, JsonObject } from './open-database.ts';
import { bookingRequest, mondayMorning } from './booking-request.ts';
import { adminTransitions } from './admin-transitions.ts';
import { readEvents } from './read-events.ts';
import { inTime, openTwoBookings, path, tooLate, waited } from './two-bookings.ts';
import { checkInFor, stepTo, tickAll } from './workshop.ts';

const { db, owner, stranger, admin, bookings, call, placesTaken, take, bill } = await openTwoBookings();

test('the manage token gives access to the booking with items, events and shop, without the request id', async () => {
  const booking = await call('anon', inTime, 'get_booking', { manage_token: bookings.guest['manage_token'] });
  assert.equal(booking['id'], bookings.guest['id']);
  assert.deepEqual(
    [booking['booking_time'], booking['window_end'], booking['area_name']],
    ['11:00', '13:00', 'Kondhwa'],
  );
  assert.deepEqual(booking['terms'], {
    free_until: '2026-11-24T03:30:00+00:00',
    late: false,
    can_cancel: true,
    cancel_fee: 0,
    can_move: true,
    cancel_credit: 0,
    move_fee: 0,
    move_credit: 0,
    can_pick_up: false,
    weather: false,
  });
  assert.deepEqual(booking['extra_work'], []);
  assert.equal((booking['items'] as JsonObject[])[0]?.['item_id'], 'oil-change');
  assert.equal((booking['events'] as JsonObject[])[0]?.['to_status'], 'confirmed');
  assert.equal((booking['shop'] as JsonObject)['phone'], '+919000000010');
  assert.equal('request_id' in booking || 'user_id' in booking, false);
});

test('any other token gives no access', async () => {
  for (const manage_token of ['', 'x', 'f'.repeat(64), String(bookings.guest['id']), null]) {
    assert.equal(await rejectionOf(call('anon', inTime, 'get_booking', { manage_token })), 'PT404 not_found');
  }
});

test('the token expires 30 days after completion', async () => {
  await take(bookings.guest, '2026-11-24T13:00:00+05:30', ...path);
  const manage_token = bookings.guest['manage_token'];
  const seen = await call('anon', '2026-12-24T12:59:00+05:30', 'get_booking', { manage_token });
  assert.deepEqual([seen['status'], (seen['terms'] as JsonObject)['can_cancel']], ['completed', false]);
  assert.equal(
    await rejectionOf(call('anon', '2026-12-24T13:01:00+05:30', 'get_booking', { manage_token })),
    'PT404 not_found',
  );
});

test('a guest cancels with the token, idempotently, and the place is free again', async () => {
  assert.equal(await placesTaken(), 2);
  const args = {
    booking: bookings.guest['id'],
    manage_token: bookings.guest['manage_token'],
    reason: '  Out of  town ',
  };
  const cancelled = await call('anon', inTime, 'cancel_booking', args);
  assert.deepEqual(
    [cancelled['status'], cancelled['cancelled_by'], cancelled['cancel_reason']],
    ['cancelled', 'customer', 'Out of town'],
  );
  assert.equal(await placesTaken(), 1);
  assert.deepEqual(await call('anon', tooLate, 'cancel_booking', args), cancelled);
  const [events] =
    await db.sql`select count(*)::int as n from public.booking_events where booking_id = ${String(args.booking)}`;
  assert.equal(events?.['n'], 2);
});

test('within two hours the first cancellation of a number is free, the next costs 100 rupees, shown first', async () => {
  const cancel = (booking: unknown, expected_fee: number): Promise<JsonObject> =>
    call(owner, tooLate, 'cancel_booking', { booking, expected_fee });
  assert.equal((await cancel(bookings.owned['id'], 0))['fee'], 0);
  const second = await call(owner, mondayMorning, 'create_booking', { request: bookingRequest() });
  const error = await rejected(cancel(second['id'], 0));
  assert.deepEqual([error.code, error.hint, error.detail], ['PT409', 'fee_changed', '{"fee": 100}']);
  assert.equal(await placesTaken(), 2);
  const done = await cancel(second['id'], 100);
  assert.deepEqual([done['status'], done['fee']], ['cancelled', 100]);
  assert.equal(await placesTaken(), 1);
});

test('with the mechanic on the way cancelling costs 200 rupees, in weather mode it is free', async () => {
  await take(bookings.owned, inTime, 'assigned', 'on_the_way');
  const cancel = (booking: unknown, expected_fee: number): Promise<JsonObject> =>
    call(owner, inTime, 'cancel_booking', { booking, expected_fee });
  assert.equal(await rejectionOf(cancel(bookings.owned['id'], 0)), 'PT409 fee_changed');
  assert.equal((await cancel(bookings.owned['id'], 200))['fee'], 200);
  const second = await call(owner, mondayMorning, 'create_booking', { request: bookingRequest() });
  await take(second, inTime, 'assigned', 'on_the_way');
  await db.sql`insert into public.weather_days (date, note) values ('2026-11-24', 'Heavy rain')`;
  assert.equal((await cancel(second['id'], 0))['fee'], 0);
  await db.sql`delete from public.weather_days`;
});

test('only owner, token holder and admin can cancel; others get not found', async () => {
  const booking = bookings.owned['id'];
  const wrongToken = bookings.guest['manage_token'];
  assert.equal(await rejectionOf(call('anon', inTime, 'cancel_booking', { booking })), 'PT404 not_found');
  assert.equal(
    await rejectionOf(call('anon', inTime, 'cancel_booking', { booking, manage_token: wrongToken })),
    'PT404 not_found',
  );
  assert.equal(await rejectionOf(call(stranger, inTime, 'cancel_booking', { booking })), 'PT404 not_found');
  assert.equal(await rejectionOf(call(admin, inTime, 'cancel_booking', { booking: randomUUID() })), 'PT404 not_found');
  assert.equal((await call(owner, inTime, 'cancel_booking', { booking }))['cancelled_by'], 'customer');
  const byShop = await call(admin, tooLate, 'cancel_booking', { booking: bookings.guest['id'], reason: 'Rain' });
  assert.deepEqual([byShop['cancelled_by'], byShop['cancel_reason']], ['shop', 'Rain']);
});

test('an admin takes a booking through its statuses, each with an event', async () => {
  const booking = bookings.guest['id'];
  const set = (to_status: string, more: JsonObject = {}): Promise<JsonObject> =>
    call(admin, inTime, 'set_booking_status', { booking, ...stepTo(to_status), ...more });
  const assigned = await set('assigned', { mechanic: 'Imran Shaikh' });
  assert.deepEqual(
    [assigned['status'], assigned['mechanic'], assigned['final_price']],
    ['assigned', 'Imran Shaikh', null],
  );
  for (const status of path.slice(1, -1)) {
    await checkInFor(status, db.sql);
    await set(status);
    if (status === 'in_service') await tickAll(db.sql);
  }
  const done = await set('completed', { note: 'Paid by UPI' });
  assert.deepEqual([done['status'], done['mechanic'], done['final_price']], ['completed', 'Imran Shaikh', 999]);
  const events = await readEvents(db.sql, booking);
  const boss = admin.user;
  const steps = ['confirmed', ...path];
  assert.deepEqual(
    events.map(({ actor, actor_id, from_status, to_status, words }) => [
      actor,
      actor_id,
      from_status,
      to_status,
      words,
    ]),
    [
      ['customer', null, null, 'confirmed', ''],
      ...path.map((to, i) => [
        'admin',
        boss,
        steps[i],
        to,
        { ready: 'Only what was asked for', completed: 'Paid by UPI. Without the code: The phone was left at home' }[
          to
        ] ?? '',
      ]),
    ],
  );
});

test('a bill is at most the agreed amount: the estimate plus approved extra work', async () => {
  await take(bookings.guest, inTime, ...path.slice(0, 3));
  const items = [
    { name: 'Brake pads', reason: 'Worn to 1 mm', price: 399 },
    { name: 'New mirror', reason: 'Cracked', price: 450 },
  ];
  const proposed = await call(admin, inTime, 'propose_extra_work', { booking: bookings.guest['id'], items });
  const lines = proposed['extra_work'] as { id: string; price: number }[];
  const manage_token = bookings.guest['manage_token'];
  for (const { id: line, price } of lines)
    await call('anon', inTime, 'answer_extra_work', { line, answer: price === 399 ? 'yes' : 'no', manage_token });
  await take(bookings.guest, inTime, ...path.slice(3, -1));
  const error = await rejected(bill(bookings.guest, 1399));
  assert.deepEqual([error.code, error.hint, error.detail], ['PT409', 'not_agreed', '{"agreed": 1398}']);
  assert.equal((await bill(bookings.guest, 1398))['final_price'], 1398);
});

test('work that is unanswered or was never proposed cannot be billed at any status', async () => {
  await take(bookings.guest, inTime, 'assigned', 'on_the_way');
  await checkInFor('inspecting', db.sql);
  assert.equal(await rejectionOf(bill(bookings.guest, 1000, 'inspecting')), 'PT409 not_agreed');
  await take(bookings.guest, inTime, 'inspecting', 'in_service', 'quality_check', 'ready');
  assert.equal(await rejectionOf(bill(bookings.guest, 1000)), 'PT409 not_agreed');
  // Set directly, as if by an earlier rule: completion checks it again.
  await db.sql`update public.service_bookings set final_price = 1500`;
  assert.equal(await rejectionOf(take(bookings.guest, inTime, 'completed')), 'PT409 not_agreed');
  assert.equal((await bill(bookings.guest, 0))['final_price'], 0);
});

test('the approval limit covers only proposed lines, and the agreed amount includes the pickup', async () => {
  const request = bookingRequest({
    model: 'honda/activa-6g',
    mode: 'pickup',
    items: [{ id: 'foam-wash-polish', quantity: 1 }],
    approval_limit: 500,
    expected_total: 249 + 149,
  });
  const booking = await call('anon', mondayMorning, 'create_booking', { request });
  await take(booking, inTime, 'assigned', 'picked_up', 'inspecting');
  assert.equal(await rejectionOf(bill(booking, 399, 'in_service')), 'PT409 not_agreed');
  const items = [{ name: 'Brake pads', reason: 'Worn to 1 mm', price: 300 }];
  await call(admin, inTime, 'propose_extra_work', { booking: booking['id'], items });
  await take(booking, inTime, 'in_service', 'quality_check', 'ready');
  assert.equal(await rejectionOf(bill(booking, 699)), 'PT409 not_agreed');
  assert.equal((await bill(booking, 698))['final_price'], 698);
});

test('a no-show costs 200 rupees and frees the place', async () => {
  await take(bookings.guest, inTime, 'assigned', 'on_the_way');
  await take(bookings.guest, waited, 'no_show');
  const [row] = await db.sql`
    select status, fee, closed_at is not null as closed from public.service_bookings where id = ${String(bookings.guest['id'])}`;
  assert.deepEqual(Object.values(row ?? {}), ['no_show', 200, true]);
  assert.equal(await placesTaken(), 1);
});

test('a no-show is rejected before 15 minutes after the booked start', async () => {
  await take(bookings.guest, inTime, 'assigned');
  for (const at of [mondayMorning, '2026-11-24T11:00:00+05:30', '2026-11-24T11:14:59+05:30'])
    assert.equal(await rejectionOf(take(bookings.guest, at, 'no_show')), 'PT409 too_early', at);
  const error = await rejected(take(bookings.guest, inTime, 'no_show'));
  const { from } = JSON.parse(error.detail ?? '') as { from: string };
  assert.equal(new Date(from).getTime(), new Date('2026-11-24T11:15:00+05:30').getTime());
  assert.equal(await placesTaken(), 2);
  // A booking that can never be a no-show is rejected for that reason instead.
  assert.equal(await rejectionOf(take(bookings.owned, mondayMorning, 'no_show')), 'PT409 not_allowed');
});

test('a no-show is free in weather mode at the gate, and when the shop missed the window', async () => {
  const feeOf = async (booking: JsonObject, at: string): Promise<unknown> => {
    await take(booking, inTime, 'assigned');
    return (await call(admin, at, 'set_booking_status', { booking: booking['id'], to_status: 'no_show' }))['fee'];
  };
  assert.equal(await feeOf(bookings.guest, '2026-11-24T14:00:00+05:30'), 0);
  const again = await call(owner, mondayMorning, 'create_booking', { request: bookingRequest() });
  assert.equal(await feeOf(again, '2026-11-24T13:59:59+05:30'), 200);
  const workshop = bookingRequest({ mode: 'workshop' });
  const riding = await call(owner, mondayMorning, 'create_booking', { request: workshop });
  await db.sql`insert into public.weather_days (date, note) values ('2026-11-24', 'Heavy rain')`;
  assert.deepEqual([await feeOf(bookings.owned, waited), await feeOf(riding, waited)], [0, 200]);
  await db.sql`delete from public.weather_days`;
});

for (const [from, modes] of Object.entries(adminTransitions))
  for (const [mode, expected] of modes)
    test(`an admin takes a ${mode} booking that is ${from} to: ${expected.join(', ') || 'nowhere'}`, async () => {
      const booking = String(bookings.guest['id']);
      const possible: string[] = [];
      await checkInFor('inspecting', db.sql);
      await tickAll(db.sql);
      for (const to_status of [...Object.keys(adminTransitions), 'nonsense', null]) {
        await db
          .undo({ as: admin, at: waited }, async (tx) => {
            await tx`reset role`;
            const pay_until = from === 'pending_payment' ? '2026-11-30T12:00:00+05:30' : null;
            await tx`update public.service_bookings set ${tx({ status: from, mode, pay_until })} where id = ${booking}`;
            await tx`set local role authenticated`;
            await rpc(tx, 'set_booking_status', {
              booking,
              to_status,
              without_code: 'No phone',
              note: 'Once more',
            }).then(
              () => possible.push(String(to_status)),
              (error: DbError) => assert.ok(['not_allowed', 'nothing_asked'].includes(error.hint ?? ''), error.message),
            );
          })
          .catch(() => undefined);
      }
      assert.deepEqual(possible.sort(), expected);
    });

test('only admins set a status', async () => {
  const args = { booking: bookings.owned['id'], to_status: 'assigned' };
  assert.equal(await rejectionOf(call(owner, inTime, 'set_booking_status', args)), 'PT403 forbidden');
  assert.equal(await rejectionOf(call(stranger, inTime, 'set_booking_status', args)), 'PT403 forbidden');
  assert.equal((await rejected(call('anon', inTime, 'set_booking_status', args))).code, '42501');
});

test('what an admin enters is rejected with its code when it is invalid', async () => {
  const args = { booking: bookings.guest['id'], to_status: 'assigned' };
  for (const [invalid, rejection] of [
    [{ to_status: 'lost' }, 'PT422 to_status'],
    [{ mechanic: '#1' }, 'PT422 mechanic'],
    [{ final_price: -1 }, 'PT422 final_price'],
    [{ note: 'n'.repeat(501) }, 'PT422 note_too_long'],
    [{ booking: randomUUID() }, 'PT404 not_found'],
  ] as const)
    assert.equal(await rejectionOf(call(admin, inTime, 'set_booking_status', { ...args, ...invalid })), rejection);
});
