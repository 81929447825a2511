import assert from 'node:assert/strict';
import { after, before, beforeEach, test } from 'node:test';
import { addStaff } from './add-staff.ts';
import { bookingRequest, cart, mondayMorning } from './booking-request.ts';
import { openDatabase, rpc } from './open-database.ts';
import type { Actor, JsonObject, TestDatabase } from './open-database.ts';
import { stepTo } from './workshop.ts';

/** Declined work that a later visit does, or finds again, is not offered for ever. */

let db: TestDatabase;
let owner: Actor;
let desk: Actor;
const tuesday = '2026-11-24T13:00:00+05:30';
const pads = 'brake-pad-replacement';

before(async () => {
  db = await openDatabase();
  owner = { user: await db.addUser('owner@example.com') };
  desk = await addStaff(db, 'desk');
});
beforeEach(() => db.sql`delete from public.service_bookings`);
after(() => db.close());

const call = (as: Actor, name: string, args: JsonObject, at = mondayMorning): Promise<JsonObject> =>
  db.keep({ as, at }, (tx) => rpc(tx, name, args));
const model = 'royal-enfield/classic-350';
let windows: string[];
beforeEach(() => {
  windows = ['09:00', '11:00', '14:00', '16:00'];
});

/** A visit of the bike with lines of extra work that were answered. */
async function visit(
  slug: string,
  lines: { name: string; item?: string; status: string }[] = [],
  plate = 'MH 12 ZZ 0042',
) {
  const [offer] = await db.sql<{ price: number }[]>`
    select price from public.model_offers where model_id = ${model} and package_slug = ${slug}`;
  const wish = { items: cart(slug), mode: 'workshop', expected_total: offer?.price, vehicle_number: plate };
  const request = bookingRequest({ ...wish, time: windows.shift() });
  const { id } = await call(owner, 'create_booking', { request });
  for (const [index, { name, item = null, status }] of lines.entries())
    await db.sql`
      insert into public.extra_work (
        booking_id, name, item_id, reason, price, minutes, status, decided_by, decided_at, proposed_at, position
      ) values (
        ${String(id)}, ${name}, ${item}, 'Worn', 999, 30, ${status}, 'customer', now(), now(), ${index + 1}
      )`;
  return String(id);
}
async function complete(booking: string): Promise<void> {
  await db.sql`update public.service_bookings set status = 'ready' where id = ${booking}`;
  await call(desk, 'set_booking_status', { booking, ...stepTo('completed') }, tuesday);
}
const offered = async (): Promise<string[]> => {
  const lines = await call(owner, 'list_declined_work', { model, vehicle_number: 'MH 12 ZZ 0042' });
  return (lines as unknown as { name: string }[]).map(({ name }) => name).sort();
};

test('what is booked at the next visit, or included in it, ends when that visit is completed', async () => {
  await visit('oil-change', [
    { name: 'Rear pads: Brake pads', item: pads, status: 'later' },
    { name: 'Air filter: Air filter replacement', item: 'air-filter', status: 'declined' },
    { name: 'Left mirror', status: 'declined' },
  ]);
  const booked = await visit('comprehensive-service');
  assert.equal((await offered()).length, 3);
  await complete(booked);
  assert.deepEqual(await offered(), ['Left mirror', 'Rear pads: Brake pads']);
  await complete(await visit(pads));
  assert.deepEqual(await offered(), ['Left mirror']);
});

test('what is found again and approved ends, at its own wheel and of this bike alone', async () => {
  await visit('oil-change', [
    { name: 'Front pads: Brake pads', item: pads, status: 'later' },
    { name: 'Rear pads: Brake pads', item: pads, status: 'later' },
    { name: 'Left mirror', status: 'declined' },
  ]);
  const lines = [
    { name: 'Rear pads: Brake pads', item: pads, status: 'approved' },
    { name: 'Left mirror', status: 'approved' },
  ];
  await complete(await visit('oil-change', lines, 'MH 12 ZZ 0099'));
  assert.equal((await offered()).length, 3, 'another bike');
  await complete(await visit('oil-change', lines));
  assert.deepEqual(await offered(), ['Front pads: Brake pads']);
});

test('pads that are booked without a wheel end neither of two findings', async () => {
  const both = ['Front pads: Brake pads', 'Rear pads: Brake pads'];
  await visit('oil-change', both.map((name) => ({ name, item: pads, status: 'later' }))); // prettier-ignore
  await complete(await visit(pads));
  assert.deepEqual(await offered(), both);
});

test('what is declined a second time is offered once', async () => {
  const lines = [
    { name: 'Rear pads: Brake pads', item: pads, status: 'later' },
    { name: 'Left mirror', status: 'declined' },
  ];
  await visit('oil-change', lines);
  await visit('oil-change', [...lines, { name: 'Front pads: Brake pads', item: pads, status: 'later' }]);
  assert.deepEqual(await offered(), ['Front pads: Brake pads', 'Left mirror', 'Rear pads: Brake pads']);
});
