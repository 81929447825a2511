import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { after, before, beforeEach, test } from 'node:test';
import { addWaiting, bookingRequest, mondayMorning } from './booking-request.ts';
import { hireEveryone, type People } from './hire.ts';
import { type Actor, type JsonObject, openDatabase, rejectionOf, rpc, type TestDatabase } from './open-database.ts';
import { checkInFor } from './workshop.ts';

/* What each duty reads of a booking and may do to it. The attack matrices try every table and function; here is what
   depends on the booking: whose job it is, how far it is, and what of the customer is shown. */
let db: TestDatabase;
let booking: string;
let people: People;
before(async () => {
  db = await openDatabase();
  people = await hireEveryone(db);
});
beforeEach(async () => {
  await db.sql`delete from public.refunds`;
  await db.sql`delete from public.payments`;
  await db.sql`delete from public.service_bookings`;
  const request = bookingRequest({ mode: 'workshop', items: [{ id: 'oil-change', quantity: 1 }], expected_total: 999 });
  booking = String((await call(people.customer, 'create_booking', { request }))['id']);
});
after(() => db.close());

function call(as: Actor, name: string, args: JsonObject): Promise<JsonObject> {
  return db.keep({ as, at: mondayMorning }, (tx) => rpc(tx, name, args));
}

const step = async (as: Actor, to_status: string, more: JsonObject = {}) => {
  await checkInFor(to_status, db.sql);
  return call(as, 'set_booking_status', { booking, to_status, ...more });
};

async function count(as: Actor, table: string): Promise<number> {
  return db.undo({ as }, async (tx) => {
    const [row] = await tx.unsafe<{ seen: number }[]>(`select count(*)::int as seen from public.${table}`);
    return row?.seen ?? -1;
  });
}

/** What a person reads of the booking: its phone where it is shown, null where not; undefined when there is no row. */
async function phoneFor(as: Actor): Promise<unknown> {
  return db.undo({ as }, async (tx) => {
    const [row] =
      await tx`select phone, address_line, email, contact_shown from public.staff_bookings where id = ${booking}`;
    assert.ok(!row || row['contact_shown'] === (row['phone'] !== null));
    return row?.['phone'];
  });
}

const phone = '+919000000012';

test('the phone number is shown to the duty that needs it, while it needs it', async () => {
  const set = (status: string) =>
    db.sql`update public.service_bookings set status = ${status}, mechanic = 'Sagar Pawar' where id = ${booking}`;
  const seen = async (): Promise<unknown[]> =>
    Promise.all((['owner', 'desk', 'foreman', 'mechanic', 'otherMechanic', 'accountant'] as const).map((who) => phoneFor(people[who]))); // oxfmt-ignore
  assert.deepEqual(await seen(), [phone, phone, phone, null, null, null]);
  for (const status of ['assigned', 'inspecting', 'awaiting_approval', 'in_service', 'quality_check', 'ready']) {
    await set(status);
    assert.deepEqual(await seen(), [phone, phone, phone, phone, undefined, null], status);
  }
  for (const status of ['completed', 'cancelled', 'no_show']) {
    await set(status);
    assert.deepEqual(await seen(), [phone, phone, null, null, undefined, null], status);
  }
  assert.equal(await phoneFor(people.customer), undefined);
});

test('e-mail and GSTIN are for owners and the desk', async () => {
  await db.sql`
    update public.service_bookings set status = 'inspecting', mechanic = 'Sagar Pawar', email = 'asha@example.com',
      gstin = '27AAPFU0939F1ZV' where id = ${booking}`;
  const seen = (as: Actor) =>
    db.undo({ as }, async (tx) => {
      const [row] = await tx`select email, gstin from public.staff_bookings where id = ${booking}`;
      const { email, gstin } = await rpc(tx, 'get_booking', { booking });
      assert.deepEqual([email, gstin], [row?.['email'], row?.['gstin']]);
      return [email, gstin];
    });
  const both = ['asha@example.com', '27AAPFU0939F1ZV'];
  for (const who of ['owner', 'desk'] as const) assert.deepEqual(await seen(people[who]), both, who);
  for (const who of ['foreman', 'mechanic', 'accountant'] as const)
    assert.deepEqual(await seen(people[who]), [null, null], who);
});

test('get_job shows phone and address exactly where staff_bookings does', async () => {
  const address = 'B-1204, Sample Heights, water tank';
  const set = (status: string, mechanic: string | null) => db.sql`
    update public.service_bookings set status = ${status}, mechanic = ${mechanic}, address_line = 'B-1204, Sample Heights',
      landmark = 'water tank' where id = ${booking}`;
  const read = async (as: Actor): Promise<unknown> => {
    const shown = await phoneFor(as);
    if (shown === undefined) return rejectionOf(call(as, 'get_job', { booking }));
    const job = await call(as, 'get_job', { booking });
    assert.deepEqual([job['phone'], job['address']], shown === null ? [null, null] : [phone, address]);
    return shown;
  };
  const seen = () =>
    Promise.all((['desk', 'foreman', 'mechanic', 'otherMechanic'] as const).map((who) => read(people[who])));
  const hidden = 'PT404 not_found';
  for (const status of ['confirmed', 'assigned', 'on_the_way', 'inspecting', 'in_service', 'ready']) {
    await set(status, null);
    assert.deepEqual(await seen(), [phone, phone, null, null], `${status}, nobody's`);
    await set(status, 'Sagar Pawar');
    assert.deepEqual(await seen(), [phone, phone, status === 'confirmed' ? null : phone, hidden], status);
  }
  for (const status of ['completed', 'cancelled', 'no_show']) {
    await set(status, 'Sagar Pawar');
    assert.deepEqual(await seen(), [phone, null, null, hidden], status);
  }
});

test('get_booking hides the same contacts, and the job of another mechanic does not exist', async () => {
  const read = (as: Actor) => call(as, 'get_booking', { booking });
  const contacts = async (as: Actor): Promise<unknown[]> => {
    const got = await read(as);
    return [got['phone'], got['email'], got['address_line']];
  };
  await step(people.desk, 'assigned', { mechanic: 'Sagar Pawar' });
  assert.equal((await contacts(people.mechanic))[0], phone);
  assert.deepEqual(await contacts(people.accountant), ['', null, null]);
  assert.equal(await rejectionOf(read(people.otherMechanic)), 'PT404 not_found');
});

test('a mechanic sees own and unassigned jobs, and takes an unassigned one by working on it', async () => {
  assert.deepEqual([await count(people.mechanic, 'staff_bookings'), await count(people.otherMechanic, 'staff_bookings')], [1, 1]); // oxfmt-ignore
  await step(people.mechanic, 'assigned');
  const [row] = await db.sql`select mechanic, assigned_to from public.service_bookings where id = ${booking}`;
  assert.deepEqual({ ...row }, { mechanic: 'Sagar Pawar', assigned_to: people.mechanic.user });
  for (const table of ['staff_bookings', 'booking_items', 'booking_events', 'planned_job_lines']) {
    assert.ok((await count(people.mechanic, table)) > 0, table);
    assert.equal(await count(people.otherMechanic, table), 0, table);
  }
});

test('the job of another mechanic does not exist for any function', async () => {
  await step(people.desk, 'assigned', { mechanic: 'sagar pawar' });
  const line = randomUUID();
  const calls: [string, JsonObject][] = [
    ['set_booking_status', { booking, to_status: 'inspecting' }],
    ['propose_extra_work', { booking, items: [{ name: 'Pads', reason: 'Worn out', price: 600 }] }],
    ['tick_checklist', { booking, lines: [1], done: true }],
    ['answer_extra_work', { line, answer: 'yes', note: 'By phone' }],
    ['get_booking', { booking }],
  ];
  await db.sql`
    insert into public.extra_work (id, booking_id, name, reason, price, minutes, status, proposed_at, position)
    values (${line}, ${booking}, 'Brake pads', 'Worn', 600, 30, 'proposed', now(), 1)`;
  for (const [name, args] of calls)
    assert.equal(await rejectionOf(call(people.otherMechanic, name, args)), 'PT404 not_found', name);
  await step(people.mechanic, 'inspecting');
});

test('a mechanic assigns to nobody else, cancels nothing and sets no bill; nor does the foreman cancel or bill', async () => {
  assert.equal(await rejectionOf(step(people.mechanic, 'assigned', { mechanic: 'Imran Shaikh' })), 'PT403 forbidden');
  await step(people.foreman, 'assigned', { mechanic: 'Imran Shaikh' });
  for (const who of ['foreman', 'otherMechanic'] as const) {
    assert.equal(await rejectionOf(step(people[who], 'cancelled', { note: 'No' })), 'PT403 forbidden', who);
    assert.equal(await rejectionOf(step(people[who], 'inspecting', { final_price: 500 })), 'PT403 forbidden', who);
    await db.undo({ as: people[who], at: mondayMorning }, (tx) =>
      rpc(tx, 'set_booking_status', { booking, to_status: 'inspecting' }),
    );
  }
});

test('the foreman reads open bookings whole, and closed ones without contact', async () => {
  assert.equal(await count(people.foreman, 'service_bookings'), 1);
  await db.sql`update public.service_bookings set status = 'completed' where id = ${booking}`;
  assert.deepEqual([await count(people.foreman, 'service_bookings'), await count(people.foreman, 'staff_bookings')], [0, 1]); // oxfmt-ignore
});

test('callers and the waitlist are read with a phone number by owners and the desk alone', async () => {
  await addWaiting(db.sql, people.customer.user);
  await db.sql`select public.request_callback('unserved_pin', 'Asha', '9000000012', '{"pin": "411038"}')`;
  const read = async (as: Actor, view: string): Promise<unknown[]> =>
    db.undo({ as }, async (tx) => {
      const rows = await tx.unsafe<{ phone: string | null }[]>(`select phone from public.${view}`);
      return rows.map((row) => row.phone);
    });
  for (const view of ['staff_waitlist', 'staff_callbacks']) {
    for (const who of ['owner', 'desk'] as const)
      assert.match(String((await read(people[who], view))[0]), /^\+91/, who);
    for (const who of ['foreman', 'accountant'] as const) assert.deepEqual(await read(people[who], view), [null], who);
    for (const who of ['mechanic', 'customer'] as const) assert.deepEqual(await read(people[who], view), [], who);
  }
});

test('only an owner waives a fee, and only owners and the desk give a cause', async () => {
  const cancel = (as: Actor, more: JsonObject) =>
    call(as, 'cancel_booking', { booking, reason: 'No longer needed', ...more });
  assert.equal(await rejectionOf(cancel(people.desk, { cause: 'customer', waiver: 'A regular' })), 'PT403 forbidden');
  assert.equal(await rejectionOf(cancel(people.foreman, { cause: 'shop' })), 'PT404 not_found');
  assert.equal(await rejectionOf(cancel(people.customer, { cause: 'shop' })), 'PT403 shop_only');
  assert.equal((await cancel(people.desk, { cause: 'shop' }))['status'], 'cancelled');
});

test('money back and changes of duties ask for the password or a code after 15 minutes', async () => {
  const [payment, refund] = [randomUUID(), randomUUID()];
  await db.sql`
    insert into public.payments (
      id, booking_id, method, provider, reference, amount_paise, captured_paise, status, created_at, captured_at
    ) values (${payment}, ${booking}, 'upi', 'upi', 'PAIDBYUPI', 1, 1, 'captured', now(), now())`;
  await db.sql`
    insert into public.refunds (id, booking_id, payment_id, amount_paise, reason, asked_at, next_try_at)
    values (${refund}, ${booking}, ${payment}, 1, 'overpaid', now(), now())`;
  const signedIn = (minutes: number, method = 'password'): Actor => ({
    ...people.owner,
    claims: { amr: [{ method, timestamp: Math.floor(Date.now() / 1000) - minutes * 60 }] },
  });
  const person = people.mechanic.user;
  const calls: [string, JsonObject][] = [
    ['finish_refund', { refund, note: 'Given back in cash' }],
    ['set_duty', { person, duty: 'mechanic' }],
    ['set_staff_active', { person, active: true }],
    ['invite_staff', { name: 'Nita Joshi', duty: 'desk', phone: '90000 00041' }],
  ];
  for (const [name, args] of calls) {
    const tried = (as: Actor) => db.undo({ as, at: mondayMorning }, (tx) => rpc(tx, name, args));
    for (const as of [signedIn(16), signedIn(0, 'token_refresh'), { ...people.owner, claims: { amr: [] } }])
      assert.equal(await rejectionOf(tried(as)), 'PT403 sign_in_again', name);
    for (const as of [signedIn(14), signedIn(1, 'totp')]) await tried(as);
  }
});

test('a fee that is lowered or waived and a credit ask for it too, a fee that is raised does not', async () => {
  // With the mechanic on the way cancelling and moving have a fee.
  await db.sql`
    update public.service_bookings set status = 'on_the_way', mode = 'doorstep', fee = 100 where id = ${booking}`;
  const later = { date: '2026-11-25', start: '11:00' };
  const terms = (await call(people.owner, 'get_booking', { booking }))['terms'] as JsonObject;
  const waived = { booking, cause: 'customer', waiver: 'A regular' };
  const missed = '2026-11-24T15:00:00+05:30';
  const calls: [string, JsonObject, string][] = [
    ['set_booking_fee', { booking, fee: 50, note: 'A regular' }, mondayMorning],
    ['cancel_booking', { ...waived, reason: 'No time', expected_fee: terms['cancel_fee'] }, mondayMorning],
    ['reschedule_booking', { ...waived, ...later, expected_fee: terms['move_fee'] }, mondayMorning],
    ['give_late_credit', { booking, note: 'Nobody came' }, missed],
  ];
  const old: Actor = { ...people.owner, claims: { amr: [{ method: 'password', timestamp: 1 }] } };
  for (const [name, args, at] of calls) {
    const tried = (as: Actor) => db.undo({ as, at }, (tx) => rpc(tx, name, args));
    assert.equal(await rejectionOf(tried(old)), 'PT403 sign_in_again', name);
    await tried(people.owner);
  }
  const without = (name: string, args: JsonObject) =>
    db.undo({ as: old, at: mondayMorning }, (tx) => rpc(tx, name, args));
  await without('set_booking_fee', { booking, fee: 150, note: 'Came twice' });
  await without('cancel_booking', { booking, cause: 'shop', reason: 'We are ill' });
});

test('an admin whose row is off reads nothing and may do nothing', async () => {
  await db.sql`
    insert into public.notification_logs (user_id, order_id, type, title, body)
    values (${people.desk.user}, ${booking}, 'new_booking', 'New Booking Received!', 'Booking')`;
  await call(people.owner, 'set_staff_active', { person: people.desk.user, active: false });
  const tables = await db.sql<{ name: string }[]>`
    select c.relname as name from pg_class c
    where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'v')
      and has_any_column_privilege('authenticated', c.oid, 'select') and not has_any_column_privilege('anon', c.oid, 'select')
      and c.relname not in ('booking_transitions', 'profiles', 'user_roles', 'staff')`;
  assert.ok(tables.length > 15);
  for (const { name } of tables) assert.equal(await count(people.desk, name), 0, name);
  assert.deepEqual([await count(people.desk, 'staff'), await count(people.desk, 'profiles')], [1, 1]);
  assert.equal(await rejectionOf(call(people.desk, 'get_booking', { booking })), 'PT404 not_found');
  assert.equal(await rejectionOf(step(people.desk, 'assigned')), 'PT403 forbidden');
  await call(people.owner, 'set_staff_active', { person: people.desk.user, active: true });
  assert.equal(await count(people.desk, 'staff_bookings'), 1);
});

test('the last owner stays one, whatever an owner asks for', async () => {
  const ends: [string, JsonObject][] = [
    ['set_duty', { person: people.owner.user, duty: 'desk' }],
    ['set_staff_active', { person: people.owner.user, active: false }],
  ];
  for (const [name, args] of ends) assert.equal(await rejectionOf(call(people.owner, name, args)), 'PT409 last_owner');
});
