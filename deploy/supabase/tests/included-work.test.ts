import assert from 'node:assert/strict';
import { after, before, beforeEach, test } from 'node:test';
import { addStaff } from './add-staff.ts';
import { bookingRequest, cart, mondayMorning } from './booking-request.ts';
import { openDatabase, rpc } from './open-database.ts';
import type { Actor, JsonObject, TestDatabase } from './open-database.ts';

/** What the booked work is or includes is not proposed, and so not billed, a second time. */

let db: TestDatabase;
let desk: Actor;
let booking: unknown;

before(async () => {
  db = await openDatabase();
  desk = await addStaff(db, 'desk');
});
beforeEach(() => db.sql`delete from public.service_bookings`);
after(() => db.close());

const call = (as: Actor, name: string, args: JsonObject): Promise<JsonObject> =>
  db.keep({ as, at: mondayMorning }, (tx) => rpc(tx, name, args));

/** A Classic 350 under inspection, which allows ₹5,000 without a question. */
async function inspect(slug: string): Promise<void> {
  const [offer] = await db.sql<{ price: number }[]>`
    select price from public.model_offers where model_id = 'royal-enfield/classic-350' and package_slug = ${slug}`;
  const wish = { items: cart(slug), mode: 'workshop', expected_total: offer?.price };
  ({ id: booking } = await call('anon', 'create_booking', { request: bookingRequest(wish) }));
  await db.sql`update public.service_bookings set approval_limit = 5000`;
  await db.sql`
    insert into public.booking_checkins (booking_id, odometer_km, checked_in_at) values (${String(booking)}, 12450, now())`;
  for (const to_status of ['assigned', 'inspecting'])
    await call(desk, 'set_booking_status', { booking, to_status, mechanic: 'Sagar' });
}
async function propose(item: string, reason = 'Worn'): Promise<unknown> {
  const items = [{ item, reason }] as unknown as JsonObject;
  try {
    const { extra_work } = await call(desk, 'propose_extra_work', { booking, items });
    return (extra_work as { item_id: string; status: string }[]).map(({ item_id, status }) => `${item_id} ${status}`);
  } catch (error) {
    const { code, hint, detail } = error as { code: string; hint: string; detail: string };
    return [code, hint, JSON.parse(detail)];
  }
}
const offers = async (): Promise<Record<string, unknown>> =>
  Object.fromEntries(
    ((await call(desk, 'get_job', { booking }))['offers'] as { item_id: string; included_in: string | null }[]).map(
      ({ item_id, included_in }) => [item_id, included_in],
    ),
  );

test('what the package includes is refused, not approved by the limit, and its points say what includes it', async () => {
  await inspect('comprehensive-service');
  const { 'air-filter': filter, 'spark-plug': plug, 'chain-sprocket-replacement': chain } = await offers();
  assert.deepEqual([filter, plug, chain], ['Comprehensive Service', 'Comprehensive Service', null]);
  assert.deepEqual(await propose('air-filter'), [
    'PT422',
    'already_included',
    { name: 'Air filter replacement', part_of: 'Comprehensive Service' },
  ]);
  assert.deepEqual(await propose('chain-sprocket-replacement'), ['chain-sprocket-replacement approved']);
});

test('a service with new oil is no reason for an oil change beside it; one without is', async () => {
  await inspect('general-service');
  const { 'oil-change': mineral, 'synthetic-oil-change': synthetic } = await offers();
  assert.deepEqual([mineral, synthetic], ['General Service', 'General Service']);
  assert.deepEqual(((await propose('oil-change')) as string[]).slice(0, 2), ['PT422', 'already_included']);
  await inspect('basic-service');
  assert.deepEqual(await propose('oil-change'), ['oil-change approved']);
});

test('the booked work is not proposed again', async () => {
  await inspect('oil-change');
  assert.equal((await offers())['oil-change'], 'Engine Oil Change');
  const [, code] = (await propose('oil-change')) as string[];
  assert.equal(code, 'already_included');
});

test('of an item that is found at two points one line is billed, and after a no it may be proposed again', async () => {
  await inspect('comprehensive-service');
  const kit = 'chain-sprocket-replacement';
  assert.deepEqual(await propose(kit), [`${kit} approved`]);
  assert.deepEqual(((await propose(kit)) as string[]).slice(0, 2), ['PT422', 'already_included']);
  await db.sql`update public.extra_work set status = 'declined', decided_by = 'customer'`;
  assert.deepEqual(await propose(kit), [`${kit} declined`, `${kit} approved`]);
});

test('work at one wheel stays to be proposed for the other', async () => {
  await inspect('brake-pad-replacement');
  assert.equal((await offers())['brake-pad-replacement'], null);
  const pads = 'brake-pad-replacement';
  assert.deepEqual(await propose(pads), [`${pads} approved`]);
  assert.deepEqual(await propose(pads), [`${pads} approved`, `${pads} approved`]);
});

test('any work that fits the bike is in the list, and as an item it asks for the oil and sets the next service', async () => {
  await inspect('foam-wash-polish');
  const { 'oil-change': oil, 'cvt-service': belt, 'foam-wash-polish': wash } = await offers();
  assert.deepEqual([oil, belt, wash], [null, undefined, 'Foam Wash & Polish']);
  const job = (): Promise<JsonObject> => call(desk, 'get_job', { booking });
  assert.deepEqual([(await job())['missing_oil'], (await job())['next_service']], [null, null]);
  assert.deepEqual(await propose('oil-change'), ['oil-change approved']);
  const { missing_oil: missing, next_service: next } = await job();
  assert.ok(missing);
  assert.equal((next as JsonObject)['resets'], 'oil');
});

test('what was declined of the list comes back at the price of the day', async () => {
  await inspect('oil-change');
  await db.sql`update public.service_bookings set approval_limit = 0`;
  await propose('clutch-plate-replacement');
  const [line] = await db.sql<{ id: string; price: number }[]>`select id, price from public.extra_work`;
  await call(desk, 'answer_extra_work', { line: line?.id, answer: 'later', note: 'Said so on the phone' });
  await db.sql`update public.package_prices set price = price + 100 where package_slug = 'clutch-plate-replacement'`;
  const bike = { model: 'royal-enfield/classic-350', vehicle_number: 'MH12ZZ0042' };
  const back = (await call(desk, 'list_declined_work', bike)) as unknown as { item_id: string; price: number }[];
  assert.deepEqual(
    back.map(({ item_id, price }) => [item_id, price]),
    [['clutch-plate-replacement', Number(line?.price) + 100]],
  );
});

test('the longer warranty counts when it was agreed beside the booked work', async () => {
  await inspect('oil-change');
  assert.deepEqual(await propose('extended-warranty'), ['extended-warranty approved']);
  await db.sql`update public.service_bookings set status = 'completed', booking_date = private.today()`;
  const [bill] = await db.sql<{ days: number }[]>`
    select (data ->> 'warranty_until')::date - issued_at::date as days from public.invoices`;
  assert.ok(Number(bill?.days) >= 89);
});

test('each work of the list can be proposed, also the longest', async () => {
  const [longest] = await db.sql<{ minutes: number }[]>`select max(minutes) as minutes from private.priced_items`;
  assert.ok(Number(longest?.minutes) > 960);
  await inspect('engine-repair');
  await db.sql`update public.service_bookings set approval_limit = 20000`;
  assert.deepEqual(await propose('engine-top-end'), ['engine-top-end approved']);
});
