import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { beforeEach, test } from 'node:test';
import { addStaff } from './add-staff.ts';
import { bookingRequest, cart } from './booking-request.ts';
import { openInvoices, wednesdayNoon } from './invoiced-bookings.ts';
import { rejected } from './open-database.ts';
import type { Actor, JsonObject } from './open-database.ts';
import { tickAll } from './workshop.ts';

/** A free re-check: booked by the desk from work whose warranty runs, at ₹0, with a job card and an invoice of its own. */

const { db, boss, call, book, makeReady, complete, invoiceOf } = await openInvoices();
const desk = await addStaff(db, 'desk');
const others = await Promise.all((['foreman', 'mechanic', 'accountant'] as const).map((duty) => addStaff(db, duty)));
const customer = { user: await db.addUser('asha@example.com') };
let done: JsonObject;

beforeEach(async () => {
  done = await call(
    'create_booking',
    { request: bookingRequest({ items: cart('general-service'), date: '2026-11-25', expected_total: 1699 }) },
    customer,
  );
  await makeReady(done);
  await complete(done);
});

/** The work of a re-check, as the items of a booking. */
const recheck = (more: JsonObject[] = [], of: unknown = done['id']): JsonObject =>
  [{ id: 're-check', quantity: 1, recheck: of }, ...more] as unknown as JsonObject;
const bookRecheck = (changes: JsonObject = {}, as: Actor = desk, at = wednesdayNoon): Promise<JsonObject> => {
  const { expected_total = 0, ...rest } = changes;
  const staff = as === 'anon' || as === customer ? {} : { on_behalf: 'phone' };
  const request = {
    items: recheck(),
    date: '2026-11-27',
    notes: 'Rear brake squeals',
    expected_total,
    ...staff,
    ...rest,
  };
  return call('create_booking', { request: bookingRequest(request) }, as, at);
};
const code = async (work: Promise<unknown>): Promise<string> => (await rejected(work)).hint ?? '';
const offered = async (at = wednesdayNoon): Promise<unknown> => {
  const { bikes } = await call('get_caller', { phone: '9000000012' }, desk, at);
  return (bikes as JsonObject[])[0]?.['recheck'];
};

test('the desk books it for nothing, also at the gate or fetched, and its job card looks at what was done', async () => {
  const { minutes, modes, ...of } = (await offered()) as { minutes: number; modes: string[] };
  assert.deepEqual(of, { id: done['id'], work: 'General Service', until: '2026-12-25' });
  assert.deepEqual(modes, ['doorstep', 'pickup', 'workshop']);
  for (const mode of modes) {
    const quote = await call(
      'quote',
      { items: recheck(), model: 'royal-enfield/classic-350', mode },
      desk,
      wednesdayNoon,
    );
    assert.deepEqual([quote['refusals'], quote['total'], quote['minutes']], [[], 0, minutes]);
  }
  await db.sql`
    insert into public.extra_work (booking_id, name, reason, price, minutes, status, decided_by, decided_at, proposed_at, position)
    values (${String(done['id'])}, 'Rear shoes', 'Worn', 999, 30, 'approved', 'customer', now(), now(), 1)`;
  const hold = {
    ...{ request_id: randomUUID(), mode: 'doorstep', date: '2026-11-27', start: '11:00' },
    items: recheck(),
  };
  await call('hold_for_caller', { ...hold, model: 'royal-enfield/classic-350' }, desk, wednesdayNoon);
  const booked = await bookRecheck({ request_id: hold.request_id, vehicle_number: 'MH 12 ZZ 9999' });
  const [row] = await db.sql`
    select recheck_of, estimated_price, vehicle_number from public.service_bookings where id = ${String(booked['id'])}`;
  assert.deepEqual({ ...row }, { recheck_of: done['id'], estimated_price: 0, vehicle_number: 'MH12ZZ0042' });
  const lines = await db.sql<{ words: string }[]>`
    select concat_ws(': ', group_name, label) as words from private.job_lines
    where booking_id = ${String(booked['id'])} order by line`;
  assert.deepEqual(
    lines.map(({ words }) => words),
    [
      'Told by the customer: Rear brake squeals',
      'Re-check: General Service: looked at again',
      'Re-check: Rear shoes: looked at again',
    ],
  );
});

test('its invoice is ₹0 and keeps the warranty and the next service of the work; nobody is asked to rate it', async () => {
  await db.sql`
    insert into public.booking_checkins (booking_id, odometer_km, checked_in_at) values (${String(done['id'])}, 12450, now())`;
  const booked = await bookRecheck();
  const later = '2026-11-28T12:00:00+05:30';
  await makeReady(booked);
  await tickAll(db.sql);
  await complete(booked, {}, later);
  const first = await invoiceOf(done);
  const invoice = (await call('get_invoice', { booking: booked['id'] }, desk, later)) as typeof first;
  assert.equal(invoice.total, 0);
  assert.deepEqual(
    invoice.lines.map(({ description, total_paise }) => [description, total_paise]),
    [['Free re-check', 0]],
  );
  for (const field of ['warranty_until', 'warranty_km', 'next_service'])
    assert.deepEqual(invoice[field], first[field], field);
  const told = await db.sql<{ kind: string }[]>`
    select distinct kind from public.message_outbox where booking_id = ${String(booked['id'])} order by kind`;
  assert.deepEqual(
    told.map(({ kind }) => kind).filter((kind) => kind === 'review' || kind === 'invoice'),
    ['invoice'],
  );
});

test('paid work that a re-check leads to has a warranty of its own', async () => {
  const booked = await bookRecheck();
  await db.sql`
    insert into public.extra_work (booking_id, name, reason, price, minutes, status, decided_by, decided_at, proposed_at, position)
    values (${String(booked['id'])}, 'Rear shoes', 'Worn', 999, 30, 'approved', 'customer', now(), now(), 1)`;
  await makeReady(booked);
  const later = '2026-11-28T12:00:00+05:30';
  await complete(booked, {}, later);
  const invoice = await call('get_invoice', { booking: booked['id'] }, desk, later);
  assert.deepEqual([invoice['total'], invoice['warranty_until']], [999, '2026-12-28']);
});

test('nobody but the owner and the desk gets it, not even the customer of the work', async () => {
  const { manage_token: link } = done;
  for (const as of ['anon', customer] as const) {
    const items = recheck([], done['id']);
    assert.equal(await code(bookRecheck({ items, link }, as)), 'items_refused');
    const job = { items, model: 'royal-enfield/classic-350', mode: 'doorstep' };
    assert.equal(await code(call('list_slots', job, as, wednesdayNoon)), 'items_refused');
  }
  for (const as of others) {
    assert.equal((await rejected(bookRecheck({}, as))).code, 'PT403');
    const quote = await call('quote', { items: recheck(), model: 'royal-enfield/classic-350' }, as, wednesdayNoon);
    assert.equal(JSON.stringify(quote['refusals']).includes('unknown_item'), true);
  }
  assert.equal((await bookRecheck({}, boss))['estimated_price'], 0);
});

test('it makes no other work free: no package beside it, no other booking, add-ons at their price', async () => {
  for (const items of [recheck(cart('oil-change')), recheck(cart('general-service')), recheck(recheck() as never)])
    assert.equal(await code(bookRecheck({ items })), 'items_refused');
  const oil = [{ id: 'oil-change', quantity: 1, recheck: done['id'] }] as unknown as JsonObject;
  assert.equal(await code(bookRecheck({ items: oil })), 'items_refused');
  const other = await book({ date: '2026-11-26' });
  const change = { booking: other['id'], items: recheck(), expected_version: 0, customer_yes: 'On the phone' };
  assert.equal(await code(call('change_items', change, desk, wednesdayNoon)), 'items_refused');
  const lubed = recheck(cart('chain-lube'));
  const { total } = await call('quote', { items: lubed, model: 'royal-enfield/classic-350' }, desk, wednesdayNoon);
  assert.ok(Number(total) > 0);
  assert.equal(await code(bookRecheck({ items: lubed })), 'price_changed');
});

test('it is for work that is done, of this model and number, while the warranty runs', async () => {
  const open = await book({ date: '2026-11-26' });
  assert.equal(await code(bookRecheck({ items: recheck([], open['id']) })), 'items_refused');
  assert.equal(await code(bookRecheck({ items: recheck([], randomUUID()) })), 'items_refused');
  assert.equal(await code(bookRecheck({ items: recheck([], 'drop table') })), 'items_refused');
  assert.equal(await code(bookRecheck({ model: 'honda/activa-6g' })), 'items_refused');
  assert.equal(await code(bookRecheck({ phone: '90000 00099' })), 'phone');
  const lastDay = '2026-12-25T10:00:00+05:30';
  const dayAfter = '2026-12-26T08:00:00+05:30';
  assert.notEqual(await offered(lastDay), null);
  assert.equal(await offered(dayAfter), null);
  assert.equal(await code(bookRecheck({ date: '2026-12-28' }, desk, dayAfter)), 'items_refused');
  assert.equal((await bookRecheck({ date: '2026-12-28' }, desk, lastDay))['estimated_price'], 0);
});

test('one is open at a time, a cancelled one does not count, and a re-check has none of its own', async () => {
  const booked = await bookRecheck();
  assert.equal(await offered(), null);
  assert.equal(await code(bookRecheck({ date: '2026-11-28' })), 'items_refused');
  await call('cancel_booking', { booking: booked['id'], cause: 'customer' }, desk, wednesdayNoon);
  const again = await bookRecheck();
  await makeReady(again);
  await complete(again, {}, '2026-11-27T13:00:00+05:30');
  const later = '2026-11-28T08:00:00+05:30';
  assert.equal(
    await code(bookRecheck({ items: recheck([], again['id']), date: '2026-11-30' }, desk, later)),
    'items_refused',
  );
  assert.equal(((await offered(later)) as JsonObject)['id'], done['id']);
});

test('of two at once only one is booked', async () => {
  const both = await Promise.allSettled([bookRecheck(), bookRecheck({ time: '14:00' })]);
  assert.deepEqual(both.map(({ status }) => status).sort(), ['fulfilled', 'rejected']);
});

test('the fee of a missed booking waits for the next one that is paid', async () => {
  const missed = await book({ date: '2026-11-26' });
  await db.sql`update public.service_bookings set status = 'no_show', fee = 200 where id = ${String(missed['id'])}`;
  const booked = await bookRecheck();
  const { payment } = await call('get_booking', { booking: booked['id'] }, desk, wednesdayNoon);
  assert.equal((payment as JsonObject)['due'], 0);
});
