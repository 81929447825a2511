import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { after, before, beforeEach, test } from 'node:test';
import { openDatabase, refused, rpc } from './open-database.ts';
import type { Actor, DbError, Json, TestDatabase } from './open-database.ts';
import { bookingRequest, mondayMorning } from './booking-request.ts';
import { stepTo, tickAll } from './workshop.ts';

let db: TestDatabase;
let owner: Actor;
let stranger: Actor;
let admin: Actor;
let guestBooking: Json;
let ownedBooking: Json;

before(async () => {
  db = await openDatabase();
  owner = { user: await db.addUser('owner@example.com') };
  stranger = { user: await db.addUser('stranger@example.com') };
  admin = { user: await db.addUser('admin@example.com') };
  await db.sql`insert into public.user_roles values (${admin.user}, 'admin')`;
});
beforeEach(async () => {
  await db.sql`delete from public.service_bookings`;
  guestBooking = await call('anon', mondayMorning, 'create_booking', { request: bookingRequest() });
  ownedBooking = await call(owner, mondayMorning, 'create_booking', { request: bookingRequest() });
});
after(() => db.close());

function call(as: Actor, at: string, name: string, args: Json): Promise<Json> {
  return db.keep({ as, at }, (tx) => rpc(tx, name, args));
}

async function code(work: Promise<unknown>): Promise<string> {
  const error = await refused(work);
  return `${error.code} ${error.hint}`;
}

async function placesTaken(): Promise<number> {
  const [row] = await db.sql<{ taken: number }[]>`select count(*)::int as taken from public.booking_places`;
  return row?.taken ?? -1;
}

/** From confirmed to the end, for a visit to the gate. */
const path = ['assigned', 'on_the_way', 'inspecting', 'in_service', 'quality_check', 'ready', 'completed'];

/** An admin takes a booking through statuses. */
async function take(booking: Json, at: string, ...statuses: string[]): Promise<void> {
  for (const status of statuses) {
    await call(admin, at, 'set_booking_status', { booking: booking['id'], ...stepTo(status) });
    if (status === 'in_service') await tickAll(db.sql);
  }
}

/** The window starts on Tuesday at 11; a customer may cancel until 9. */
const inTime = '2026-11-24T09:00:00+05:30';
const tooLate = '2026-11-24T09:00:01+05:30';
/** Until then the shop waits for whoever is not there. */
const waited = '2026-11-24T11:15:00+05:30';

test('the manage token opens the booking with items, events and the shop, and not the request id', async () => {
  const booking = await call('anon', inTime, 'get_booking', { manage_token: guestBooking['manage_token'] });
  assert.equal(booking['id'], guestBooking['id']);
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
    move_fee: 0,
    can_pick_up: false,
    weather: false,
  });
  assert.deepEqual(booking['extra_work'], []);
  assert.equal((booking['items'] as Json[])[0]?.['item_id'], 'oil-change');
  assert.equal((booking['events'] as Json[])[0]?.['to_status'], 'confirmed');
  assert.equal((booking['shop'] as Json)['phone'], '+919000000010');
  assert.equal('request_id' in booking || 'user_id' in booking, false);
});

test('any other token opens nothing', async () => {
  for (const manage_token of ['', 'x', 'f'.repeat(64), String(guestBooking['id']), null]) {
    assert.equal(await code(call('anon', inTime, 'get_booking', { manage_token })), 'PT404 not_found');
  }
});

test('the token lives until 30 days after completion, and then no longer', async () => {
  await take(guestBooking, '2026-11-24T13:00:00+05:30', ...path);
  const manage_token = guestBooking['manage_token'];
  const seen = await call('anon', '2026-12-24T12:59:00+05:30', 'get_booking', { manage_token });
  assert.deepEqual([seen['status'], (seen['terms'] as Json)['can_cancel']], ['completed', false]);
  assert.equal(
    await code(call('anon', '2026-12-24T13:01:00+05:30', 'get_booking', { manage_token })),
    'PT404 not_found',
  );
});

test('a guest cancels with the token, twice without harm, and the place is free again', async () => {
  assert.equal(await placesTaken(), 2);
  const args = { booking: guestBooking['id'], manage_token: guestBooking['manage_token'], reason: '  Out of  town ' };
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

test('inside two hours the first cancelling of a number is free, the next costs 100 rupees that are shown first', async () => {
  const cancel = (booking: unknown, expected_fee: number): Promise<Json> =>
    call(owner, tooLate, 'cancel_booking', { booking, expected_fee });
  assert.equal((await cancel(ownedBooking['id'], 0))['fee'], 0);
  const second = await call(owner, mondayMorning, 'create_booking', { request: bookingRequest() });
  const error = await refused(cancel(second['id'], 0));
  assert.deepEqual([error.code, error.hint, error.detail], ['PT409', 'fee_changed', '{"fee": 100}']);
  assert.equal(error.message, 'This costs ₹100 by now. Please look at it again.');
  assert.equal(await placesTaken(), 2);
  const done = await cancel(second['id'], 100);
  assert.deepEqual([done['status'], done['fee']], ['cancelled', 100]);
  assert.equal(await placesTaken(), 1);
});

test('with the mechanic on the way cancelling costs 200 rupees, in weather mode nothing', async () => {
  await take(ownedBooking, inTime, 'assigned', 'on_the_way');
  const cancel = (booking: unknown, expected_fee: number): Promise<Json> =>
    call(owner, inTime, 'cancel_booking', { booking, expected_fee });
  assert.equal(await code(cancel(ownedBooking['id'], 0)), 'PT409 fee_changed');
  assert.equal((await cancel(ownedBooking['id'], 200))['fee'], 200);
  const second = await call(owner, mondayMorning, 'create_booking', { request: bookingRequest() });
  await take(second, inTime, 'assigned', 'on_the_way');
  await db.sql`insert into public.weather_days (date, note) values ('2026-11-24', 'Heavy rain')`;
  assert.equal((await cancel(second['id'], 0))['fee'], 0);
  await db.sql`delete from public.weather_days`;
});

test('the shop cancels free of charge, and an admin may override a fee with a note', async () => {
  const booking = ownedBooking['id'];
  await take(ownedBooking, inTime, 'assigned', 'on_the_way');
  assert.equal((await call(admin, inTime, 'cancel_booking', { booking, reason: 'Van broke down' }))['fee'], 0);
  await take(guestBooking, inTime, 'assigned');
  await take(guestBooking, waited, 'no_show');
  const fee = (args: Json, as = admin): Promise<Json> =>
    call(as, inTime, 'set_booking_fee', { booking: guestBooking['id'], ...args });
  assert.equal((await fee({ fee: 0, note: 'Was in hospital' }))['fee'], 0);
  const [event] = await db.sql`
    select actor, from_status, to_status, note, fee from public.booking_events order by id desc limit 1`;
  assert.deepEqual(Object.values(event ?? {}), ['admin', 'no_show', 'no_show', 'Was in hospital', -200]);
  assert.equal(await code(fee({ fee: 0, note: ' ' })), 'PT422 note');
  assert.equal(await code(fee({ fee: -1, note: 'Why not' })), 'PT422 fee');
  assert.equal(await code(fee({ fee: 5, note: 'Mine' }, owner)), 'PT403 forbidden');
  assert.equal((await refused(fee({ fee: 5, note: 'Mine' }, 'anon'))).code, '42501');
});

test('only owner, token holder and admin can cancel; to others the booking does not exist', async () => {
  const booking = ownedBooking['id'];
  const wrongToken = guestBooking['manage_token'];
  assert.equal(await code(call('anon', inTime, 'cancel_booking', { booking })), 'PT404 not_found');
  assert.equal(
    await code(call('anon', inTime, 'cancel_booking', { booking, manage_token: wrongToken })),
    'PT404 not_found',
  );
  assert.equal(await code(call(stranger, inTime, 'cancel_booking', { booking })), 'PT404 not_found');
  assert.equal(await code(call(admin, inTime, 'cancel_booking', { booking: randomUUID() })), 'PT404 not_found');
  assert.equal((await call(owner, inTime, 'cancel_booking', { booking }))['cancelled_by'], 'customer');
  const byShop = await call(admin, tooLate, 'cancel_booking', { booking: guestBooking['id'], reason: 'Rain' });
  assert.deepEqual([byShop['cancelled_by'], byShop['cancel_reason']], ['shop', 'Rain']);
});

test('an admin takes a booking through its statuses, each with an event', async () => {
  const booking = guestBooking['id'];
  const set = (to_status: string, more: Json = {}): Promise<Json> =>
    call(admin, inTime, 'set_booking_status', { booking, ...stepTo(to_status), ...more });
  const assigned = await set('assigned', { mechanic: 'Imran Shaikh' });
  assert.deepEqual(
    [assigned['status'], assigned['mechanic'], assigned['final_price']],
    ['assigned', 'Imran Shaikh', null],
  );
  for (const status of path.slice(1, -1)) {
    await set(status);
    if (status === 'in_service') await tickAll(db.sql);
  }
  const done = await set('completed', { note: 'Paid by UPI' });
  assert.deepEqual([done['status'], done['mechanic'], done['final_price']], ['completed', 'Imran Shaikh', 999]);
  const events = await db.sql`
    select actor, actor_id, from_status, to_status, note from public.booking_events
    where booking_id = ${String(booking)} order by id`;
  const boss = (admin as { user: string }).user;
  const steps = ['confirmed', ...path];
  assert.deepEqual(
    events.map((event) => Object.values(event)),
    [
      ['customer', null, null, 'confirmed', null],
      ...path.map((to, i) => [
        'admin',
        boss,
        steps[i],
        to,
        to === 'completed' ? 'Paid by UPI. Without the code: The phone was left at home' : null,
      ]),
    ],
  );
});

test('an event is never changed, not even by the owner of the database', async () => {
  await assert.rejects(
    db.sql`update public.booking_events set note = 'Never happened'`,
    /booking_events is append-only/,
  );
});

/** An admin names the bill at the end. */
const bill = (booking: Json, final_price: number, to_status = 'completed'): Promise<Json> =>
  call(admin, inTime, 'set_booking_status', { booking: booking['id'], ...stepTo(to_status), final_price });

test('a bill is what was agreed or less: the estimate and the approved extra work', async () => {
  await take(guestBooking, inTime, ...path.slice(0, 3));
  const items = [
    { name: 'Brake pads', reason: 'Worn to 1 mm', price: 399 },
    { name: 'New mirror', reason: 'Cracked', price: 450 },
  ];
  const proposed = await call(admin, inTime, 'propose_extra_work', { booking: guestBooking['id'], items });
  const lines = proposed['extra_work'] as { id: string; price: number }[];
  const manage_token = guestBooking['manage_token'];
  for (const { id: line, price } of lines)
    await call('anon', inTime, 'answer_extra_work', { line, approve: price === 399, manage_token });
  await take(guestBooking, inTime, ...path.slice(3, -1));
  const error = await refused(bill(guestBooking, 1399));
  assert.deepEqual([error.code, error.hint, error.detail], ['PT409', 'not_agreed', '{"agreed": 1398}']);
  assert.equal(
    error.message,
    'The customer has agreed to ₹1,398. Bill that or less: more work is proposed line by line while the bike is inspected, and billed once it is approved.',
  );
  assert.equal((await bill(guestBooking, 1398))['final_price'], 1398);
});

test('what waits for an answer or was never proposed is not billed, at no step', async () => {
  await take(guestBooking, inTime, 'assigned', 'on_the_way');
  assert.equal(await code(bill(guestBooking, 1000, 'inspecting')), 'PT409 not_agreed');
  await take(guestBooking, inTime, 'inspecting', 'in_service', 'quality_check', 'ready');
  assert.equal(await code(bill(guestBooking, 1000)), 'PT409 not_agreed');
  // Named by an earlier rule: the end looks at it again.
  await db.sql`update public.service_bookings set final_price = 1500`;
  assert.equal(await code(take(guestBooking, inTime, 'completed')), 'PT409 not_agreed');
  assert.equal((await bill(guestBooking, 0))['final_price'], 0);
});

test('the limit chosen at booking is for lines that are named, and the pickup is in what was agreed', async () => {
  const request = bookingRequest({
    model: 'honda/activa-6g',
    mode: 'pickup',
    items: [{ id: 'foam-wash-polish', quantity: 1 }],
    approval_limit: 500,
    expected_total: 249 + 149,
  });
  const booking = await call('anon', mondayMorning, 'create_booking', { request });
  await take(booking, inTime, 'assigned', 'picked_up', 'inspecting');
  assert.equal(await code(bill(booking, 399, 'in_service')), 'PT409 not_agreed');
  const items = [{ name: 'Brake pads', reason: 'Worn to 1 mm', price: 300 }];
  await call(admin, inTime, 'propose_extra_work', { booking: booking['id'], items });
  await take(booking, inTime, 'in_service', 'quality_check', 'ready');
  assert.equal(await code(bill(booking, 699)), 'PT409 not_agreed');
  assert.equal((await bill(booking, 698))['final_price'], 698);
});

test('nobody there: 200 rupees, and the place is free', async () => {
  await take(guestBooking, inTime, 'assigned', 'on_the_way');
  await take(guestBooking, waited, 'no_show');
  const [row] = await db.sql`
    select status, fee, closed_at is not null as closed from public.service_bookings where id = ${String(guestBooking['id'])}`;
  assert.deepEqual(Object.values(row ?? {}), ['no_show', 200, true]);
  assert.equal(await placesTaken(), 1);
});

test('nobody is missed before 15 minutes after the booked start', async () => {
  await take(guestBooking, inTime, 'assigned');
  for (const at of [mondayMorning, '2026-11-24T11:00:00+05:30', '2026-11-24T11:14:59+05:30'])
    assert.equal(await code(take(guestBooking, at, 'no_show')), 'PT409 too_early', at);
  const error = await refused(take(guestBooking, inTime, 'no_show'));
  assert.equal(
    error.message,
    'Wait until 11:15 on 24 November, 15 minutes after the booked time. Until then nobody is missed.',
  );
  assert.equal(await placesTaken(), 2);
  // Of a booking that cannot be missed at all, that is what is said.
  assert.equal(await code(take(ownedBooking, mondayMorning, 'no_show')), 'PT409 not_allowed');
});

test('nobody there costs nothing in weather mode at the gate, and nothing when we missed the window', async () => {
  const feeOf = async (booking: Json, at: string): Promise<unknown> => {
    await take(booking, inTime, 'assigned');
    return (await call(admin, at, 'set_booking_status', { booking: booking['id'], to_status: 'no_show' }))['fee'];
  };
  assert.equal(await feeOf(guestBooking, '2026-11-24T14:00:00+05:30'), 0);
  const again = await call(owner, mondayMorning, 'create_booking', { request: bookingRequest() });
  assert.equal(await feeOf(again, '2026-11-24T13:59:59+05:30'), 200);
  const workshop = bookingRequest({ mode: 'workshop' });
  const riding = await call(owner, mondayMorning, 'create_booking', { request: workshop });
  await db.sql`insert into public.weather_days (date, note) values ('2026-11-24', 'Heavy rain')`;
  assert.deepEqual([await feeOf(ownedBooking, waited), await feeOf(riding, waited)], [0, 200]);
  await db.sql`delete from public.weather_days`;
});

/** From each status, where an admin may take a booking of that mode. Nothing else is possible. */
const ways: Record<string, [mode: string, to: string[]][]> = {
  pending_payment: [['doorstep', ['cancelled']]],
  confirmed: [['doorstep', ['assigned', 'cancelled']]],
  assigned: [
    ['doorstep', ['cancelled', 'no_show', 'on_the_way']],
    ['pickup', ['cancelled', 'no_show', 'picked_up']],
    ['workshop', ['cancelled', 'inspecting', 'no_show']],
  ],
  on_the_way: [
    ['doorstep', ['assigned', 'cancelled', 'inspecting', 'no_show']],
    ['pickup', []],
  ],
  picked_up: [
    ['pickup', ['cancelled', 'inspecting']],
    ['workshop', []],
  ],
  inspecting: [['doorstep', ['cancelled', 'in_service']]],
  awaiting_approval: [['doorstep', ['cancelled', 'inspecting']]],
  in_service: [['doorstep', ['quality_check']]],
  quality_check: [['doorstep', ['ready']]],
  ready: [['doorstep', ['completed']]],
  completed: [['doorstep', []]],
  cancelled: [['doorstep', []]],
  no_show: [['doorstep', []]],
  expired: [['doorstep', []]],
};
for (const [from, modes] of Object.entries(ways))
  for (const [mode, expected] of modes)
    test(`an admin takes a ${mode} booking that is ${from} to: ${expected.join(', ') || 'nowhere'}`, async () => {
      const booking = String(guestBooking['id']);
      const possible: string[] = [];
      for (const to_status of [...Object.keys(ways), 'nonsense', null]) {
        await db
          .undo({ as: admin, at: waited }, async (tx) => {
            await tx`reset role`;
            const pay_until = from === 'pending_payment' ? '2026-11-30T12:00:00+05:30' : null;
            await tx`update public.service_bookings set ${tx({ status: from, mode, pay_until })} where id = ${booking}`;
            await tx`set local role authenticated`;
            await rpc(tx, 'set_booking_status', { booking, to_status, without_code: 'No phone' }).then(
              () => possible.push(String(to_status)),
              (error: DbError) => assert.ok(['not_allowed', 'nothing_asked'].includes(error.hint ?? ''), error.message),
            );
          })
          .catch(() => undefined);
      }
      assert.deepEqual(possible.sort(), expected);
    });

test('nobody else sets a status', async () => {
  const args = { booking: ownedBooking['id'], to_status: 'assigned' };
  assert.equal(await code(call(owner, inTime, 'set_booking_status', args)), 'PT403 forbidden');
  assert.equal(await code(call(stranger, inTime, 'set_booking_status', args)), 'PT403 forbidden');
  assert.equal((await refused(call('anon', inTime, 'set_booking_status', args))).code, '42501');
});

test('wrong words and sums of an admin are refused in words', async () => {
  const args = { booking: guestBooking['id'], to_status: 'assigned' };
  assert.equal(await code(call(admin, inTime, 'set_booking_status', { ...args, mechanic: '#1' })), 'PT422 mechanic');
  assert.equal(
    await code(call(admin, inTime, 'set_booking_status', { ...args, final_price: -1 })),
    'PT422 final_price',
  );
  assert.equal(await code(call(admin, inTime, 'set_booking_status', { ...args, note: 'n'.repeat(501) })), 'PT422 note');
  assert.equal(
    await code(call(admin, inTime, 'set_booking_status', { ...args, booking: randomUUID() })),
    'PT404 not_found',
  );
});
