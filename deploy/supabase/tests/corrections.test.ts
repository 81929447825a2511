import assert from 'node:assert/strict';
import { after, before, beforeEach, test } from 'node:test';
import { addStaff } from './add-staff.ts';
import { bookingRequest, cart, mondayMorning } from './booking-request.ts';
import { openDatabase, rejected, rejectionOf, rpc } from './open-database.ts';
import type { Actor, JsonObject, TestDatabase } from './open-database.ts';
import { clearPayments } from './payment-events.ts';
import { checkInFor, stepTo } from './workshop.ts';

let db: TestDatabase;
let desk: { user: string };
let owner: { user: string };
let booking: JsonObject;
let others: Record<'foreman' | 'accountant' | 'mechanic', { user: string }>;

before(async () => {
  db = await openDatabase();
  others = {
    foreman: await addStaff(db, 'foreman'),
    accountant: await addStaff(db, 'accountant'),
    mechanic: await addStaff(db, 'mechanic'),
  };
  desk = await addStaff(db, 'desk');
  owner = await addStaff(db, 'owner');
  await db.sql`update public.staff set name = 'Meera' where user_id = ${desk.user}`;
});
beforeEach(async () => {
  await clearPayments(db.sql);
  booking = await call('anon', 'create_booking', { request: bookingRequest() });
});
after(() => db.close());

function call(as: Actor, name: string, args: JsonObject): Promise<JsonObject> {
  return db.keep({ as, at: mondayMorning }, (tx) => rpc(tx, name, args));
}
function correct(changes: JsonObject, expected_version = 0, as: Actor = desk): Promise<JsonObject> {
  return call(as, 'update_booking', { booking: booking['id'], changes, expected_version });
}
function change(slugs: string[], more: JsonObject = {}, as: Actor = desk): Promise<JsonObject> {
  return call(as, 'change_items', { booking: booking['id'], items: cart(...slugs), expected_version: 0, ...more });
}
async function row(): Promise<JsonObject> {
  const [found = {}] = await db.sql<
    JsonObject[]
  >`select * from public.service_bookings where id = ${String(booking['id'])}`;
  return found;
}

test('the odometer of a bike that is checked in is corrected at its check-in too, and the invoice has it', async () => {
  const id = String(booking['id']);
  await checkInFor('inspecting', db.sql);
  await correct({ odometer_km: '21,540' });
  await db.sql`update public.service_bookings set status = 'ready' where id = ${id}`;
  const step = { booking: id, ...stepTo('completed') };
  await db.keep({ as: desk, at: '2026-11-24T13:00:00+05:30' }, (tx) => rpc(tx, 'set_booking_status', step));
  assert.equal((await call(desk, 'get_invoice', { booking: id }))['odometer_km'], 21_540);
});

test('staff correct what is wrong, and the history says what it was', async () => {
  await correct({ name: 'Asha Rao', vehicle_number: 'MH 12 ZZ 0043', odometer_km: '12,450', notes: 'Gate 2' });
  const now = await row();
  assert.deepEqual(
    [now['customer_name'], now['vehicle_number'], now['odometer_km'], now['notes'], now['edits']],
    ['Asha Rao', 'MH12ZZ0043', 12450, 'Gate 2', 1],
  );
  const { events } = await call(desk, 'get_booking', { booking: booking['id'] });
  const last = (events as { kind: string; data: JsonObject }[]).at(-1);
  assert.equal(last?.kind, 'corrected');
  assert.deepEqual(last?.data['before'], {
    customer_name: 'Asha Kulkarni',
    vehicle_number: 'MH12ZZ0042',
    odometer_km: null,
    notes: null,
  });
});

test('the address is corrected as a whole, an empty text takes a field off', async () => {
  await correct({ email: 'asha@example.in', notes: 'x' });
  await correct(
    { address: { line: 'C-3, Kausar Baugh', landmark: '', area: 'undri', pin: '411060' }, email: '', notes: '' },
    1,
  );
  const { address_line, landmark, area_slug, pin, email, notes } = await row();
  assert.deepEqual(
    [address_line, landmark, area_slug, pin, email, notes],
    ['C-3, Kausar Baugh', null, 'undri', '411060', null, null],
  );
});

test('what a correction replaced is shown as the booking is: contacts only to those who read them there', async () => {
  const { foreman, accountant, mechanic } = others;
  const id = String(booking['id']);
  const gstin = '27AAPFU0939F1ZV';
  await db.sql`update public.service_bookings set gstin = ${gstin} where id = ${id}`;
  await correct({ phone: '9000000099', email: 'asha@example.in', vehicle_number: 'MH 12 ZZ 0043', gstin: '' });
  await correct({ address: { line: 'C-3, Kausar Baugh', landmark: '', area: 'undri', pin: '411060' }, email: '' }, 1);
  const old = [
    '+919000000012',
    'asha@example.in',
    'B-1204, Sample Heights',
    'opposite the water tank',
    '411048',
    gstin,
  ];
  const paths: [string, (as: Actor) => Promise<unknown>][] = [
    ['get_booking', async (as) => (await call(as, 'get_booking', { booking: id }))['events']],
    ...['booking_events', 'staff_events'].map((name): [string, (as: Actor) => Promise<unknown>] => [
      name,
      (as) => db.undo({ as }, (tx) => tx.unsafe(`select * from public.${name} where booking_id = '${id}'`)),
    ]),
  ];
  const read = async (as: Actor): Promise<number[]> =>
    Promise.all(
      paths.map(async ([, path]) => {
        const text = JSON.stringify(await path(as));
        assert.match(text, /confirmed/);
        return old.filter((contact) => text.includes(contact)).length;
      }),
    );
  const whole = [old.length, old.length, old.length];
  // E-mail and GSTIN are for owners and the desk; the table has no column to cut, so it leaves such events out.
  const some = [old.length - 2, 0, old.length - 2];
  for (const as of [desk, owner]) assert.deepEqual(await read(as), whole);
  assert.deepEqual(await read(foreman), some);
  for (const as of [accountant, mechanic]) assert.deepEqual(await read(as), [0, 0, 0]);
  const told = await db.undo({ as: mechanic }, (tx) => tx<{ data: JsonObject }[]>`
    select data from public.staff_events where booking_id = ${id} and kind = 'corrected' order by id`); // oxfmt-ignore
  assert.deepEqual(told[0]?.data['before'], { phone: null, email: null, gstin: null, vehicle_number: 'MH12ZZ0042' });
  await db.sql`update public.service_bookings set status = 'assigned', mechanic = 'mechanic' where id = ${id}`;
  assert.deepEqual(await read(mechanic), some);
  await db.sql`update public.service_bookings set status = 'completed' where id = ${id}`;
  for (const as of [foreman, mechanic]) assert.deepEqual(await read(as), [0, 0, 0]);
  assert.deepEqual(await read(desk), whole);
  const { events } = await call('anon', 'get_booking', { manage_token: booking['manage_token'] });
  assert.equal(old.filter((contact) => JSON.stringify(events).includes(contact)).length, old.length);
});

test('a corrected plate goes to the work that was declined with the booking', async () => {
  await db.sql`
    insert into public.extra_work (booking_id, name, reason, price, minutes, status, decided_by, decided_at, proposed_at, position)
    values (${String(booking['id'])}, 'New mirror', 'Cracked', 450, 30, 'later', 'customer', now(), now(), 1)`;
  const offered = async (vehicle_number: string): Promise<number> => {
    const found = await call(desk, 'list_declined_work', { model: 'royal-enfield/classic-350', vehicle_number });
    return (found as unknown as unknown[]).length;
  };
  assert.equal(await offered('MH 12 ZZ 0042'), 1);
  await correct({ vehicle_number: 'MH 12 ZZ 0043' });
  assert.deepEqual([await offered('MH 12 ZZ 0042'), await offered('MH 12 ZZ 0043')], [0, 1]);
});

test('a stale correction is refused with what was changed and by whom, and changes nothing', async () => {
  await correct({ name: 'Asha Rao' });
  const error = await rejected(correct({ name: 'Asha K', phone: '9000000099' }, 0, owner));
  assert.equal(`${error.code} ${error.hint}`, 'PT409 stale');
  const { version, changes } = JSON.parse(error.detail ?? '{}') as { version: number; changes: JsonObject[] };
  assert.equal(version, 1);
  assert.deepEqual(
    changes.map(({ by, kind, fields }) => [by, kind, fields]),
    [['Meera', 'corrected', ['customer_name']]],
  );
  assert.equal((await row())['customer_name'], 'Asha Rao');
  await correct({ phone: '9000000099' }, 1, owner);
});

test('a correction that changes nothing leaves no trace', async () => {
  assert.equal((await correct({ name: ' Asha  Kulkarni ' }))['edits'], 0);
});

test('a new number gets the messages that wait', async () => {
  await correct({ phone: '9000000099' });
  const waiting = await db.sql<{ recipient: string }[]>`
    select distinct recipient from public.message_outbox where booking_id = ${String(booking['id'])} and channel = 'sms'`;
  assert.deepEqual(
    waiting.map(({ recipient }) => recipient),
    ['+919000000099'],
  );
});

test('wrong fields and fields that are not corrected here are refused', async () => {
  for (const [changes, hint] of [
    [{ phone: '12' }, 'phone'],
    [{ vehicle_number: 'nonsense' }, 'vehicle_number'],
    [{ model_year: 1950 }, 'model_year'],
    [{ gstin: '27AAPFU0939F1ZX' }, 'gstin'],
    [{ estimated_price: 1 }, 'changes'],
    [{}, 'changes'],
  ] as [JsonObject, string][])
    assert.equal(await rejectionOf(correct(changes)), `PT422 ${hint}`);
});

test('only owners and desk correct, and not after the invoice', async () => {
  for (const as of Object.values(others)) {
    assert.equal(await rejectionOf(correct({ name: 'Asha Rao' }, 0, as)), 'PT403 forbidden');
    assert.equal(await rejectionOf(change(['oil-change', 'chain-lube'], {}, as)), 'PT403 forbidden');
  }
  await db.sql`update public.service_bookings set status = 'completed' where id = ${String(booking['id'])}`;
  assert.equal(await rejectionOf(correct({ name: 'Asha Rao' })), 'PT409 invoice_issued');
  assert.equal(await rejectionOf(change(['oil-change'])), 'PT409 invoice_issued');
});

test('lines that stay keep their price, new ones have today’s', async () => {
  await db.sql`update public.service_bookings set approval_limit = 500 where id = ${String(booking['id'])}`;
  await db.sql`update public.booking_items set unit_price = 899, price = 899 where booking_id = ${String(booking['id'])}`;
  await db.sql`update public.service_bookings set estimated_price = 899 where id = ${String(booking['id'])}`;
  const { total, estimated_price } = await change(['oil-change', 'chain-lube']);
  const items = await db.sql<{ item_id: string; price: number }[]>`
    select item_id, price from public.booking_items where booking_id = ${String(booking['id'])} order by position`;
  const lube = items[1]?.price ?? 0;
  assert.deepEqual([items[0]?.item_id, items[0]?.price, items[1]?.item_id], ['oil-change', 899, 'chain-lube']);
  assert.deepEqual([total, estimated_price], [899 + lube, 899 + lube]);
});

test('a rise above the limit waits for the customer’s yes', async () => {
  const preview = await change(['general-service'], { preview: true });
  assert.deepEqual([preview['total'], preview['needs_yes'], (await row())['edits']], [1699, true, 0]);
  const error = await rejected(change(['general-service']));
  assert.deepEqual([error.hint, JSON.parse(error.detail ?? '')], ['needs_yes', { total: 1699, rise: 700, limit: 0 }]);
  await change(['general-service'], { customer_yes: 'Asha said yes on the phone at 9:10' });
  const { estimated_price, windows, minutes } = await row();
  assert.deepEqual([estimated_price, windows, minutes], [1699, 2, 105]);
  const places = await db.sql`select 1 from public.booking_places where booking_id = ${String(booking['id'])}`;
  assert.equal(places.length, 2);
});

test('rises within the limit use it up, for other work and for extra work, and less work gives it back', async () => {
  await db.sql`update public.service_bookings set approval_limit = 500, status = 'inspecting'`;
  const [lube = 0, filter = 0] = (
    await db.sql<{ price: number }[]>`
      select price from public.model_addons
      where model_id = 'royal-enfield/classic-350' and addon_slug in ('chain-lube', 'air-filter') order by addon_slug desc`
  ).map(({ price }) => price);
  assert.ok(lube <= 500 && filter <= 500 && lube + filter > 500);
  const decided = async (): Promise<unknown> => {
    const items = [{ name: 'Bulb', reason: 'Dark', price: 500 - lube + 1 }] as unknown as JsonObject;
    const { extra_work } = await call(desk, 'propose_extra_work', { booking: booking['id'], items });
    return (extra_work as { decided_by: string | null }[]).at(-1)?.decided_by;
  };
  await change(['oil-change', 'chain-lube']);
  assert.equal((await call(desk, 'get_booking', { booking: booking['id'] }))['limit_used'], lube);
  const { detail } = await rejected(change(['oil-change', 'chain-lube', 'air-filter'], { expected_version: 1 }));
  assert.deepEqual(JSON.parse(detail ?? ''), { total: 999 + lube + filter, rise: filter, limit: 500 });
  assert.equal(await decided(), null, 'extra work is asked for as well');
  await db.sql`delete from public.extra_work`;
  await db.sql`update public.service_bookings set status = 'inspecting'`;
  await change(['oil-change'], { expected_version: 1 });
  assert.equal(await decided(), 'limit');
});

test('less work needs no yes, and what was paid beyond is given back', async () => {
  await change(['general-service'], { customer_yes: 'Said yes on the phone' });
  await change(['oil-change'], { expected_version: 1 });
  assert.deepEqual([(await row())['estimated_price'], (await row())['windows']], [999, 1]);
});

test('work that does not fit the bike, or a day without places, is refused', async () => {
  assert.equal(await rejectionOf(change(['cvt-service'])), 'PT422 items_refused');
  assert.equal(await rejectionOf(change(['oil-change'], { expected_version: 7 })), 'PT409 stale');
});
