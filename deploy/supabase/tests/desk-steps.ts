import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { bookingRequest, cart } from './booking-request.ts';
import type { JsonObject } from './open-database.ts';
import { person } from './random-people.ts';
import type { JobStep, RandomShop } from './random-shop.ts';

/* The steps of the desk in a random sequence, and what customers answer it. */

interface Row {
  edits: number;
  mechanic: string | null;
  date: string;
}
async function read({ db }: RandomShop, booking: string): Promise<Row> {
  const [row] = await db.sql<Row[]>`
    select edits, mechanic, booking_date::text as date from public.service_bookings where id = ${booking}`;
  return row ?? { edits: 0, mechanic: null, date: '2026-11-24' };
}

/** Books at the price that is quoted to whoever books. */
async function book(shop: RandomShop, who: number, as: string, request: JsonObject): Promise<void> {
  const { items, model, coupon, group_id, mode } = request;
  const asked = {
    items,
    model,
    mode,
    ...(coupon !== undefined && { coupon }),
    ...(group_id !== undefined && { group_id }),
  };
  const quoted = await shop.call(who, 'quote', asked as JsonObject);
  const wish = bookingRequest({ ...request, expected_total: quoted?.['total'] });
  const made = await shop.call(who, 'create_booking', { request: wish }, { as });
  if (made) await shop.add(made, request['on_behalf'] === undefined ? who : person.guest);
}

/** A change of a version leads to the next one, or changes nothing; one of a stale version never succeeds. */
function checkVersion(done: JsonObject | undefined, possible: number[]): void {
  if (done)
    assert.ok(
      possible.includes(Number(done['edits'])),
      `version ${String(done['edits'])}, not ${possible.join(' or ')}`,
    );
}

/** The customer answers the last question about other work. */
async function answerItems(shop: RandomShop, pick: number): Promise<void> {
  const [asked] = await shop.db.sql<{ booking: string; total: number }[]>`
      select booking_id as booking, (again ->> 'total')::int as total from private.item_questions order by asked_at desc limit 1`;
  const booking = asked?.booking ?? randomUUID();
  const { who, manage_token } = shop.customerOf(booking);
  const answer = pick % 3 === 0 ? 'no' : 'yes';
  await shop.call(who, 'answer_items', {
    booking,
    manage_token,
    answer,
    total: (asked?.total ?? 0) + (pick % 7 === 0 ? 1 : 0),
  });
}

export const deskSteps = {
  /** A correction of the version that was read, or of one that is stale. */
  async correct(shop, pick) {
    const booking = await shop.inWork(pick);
    const { edits } = await read(shop, booking);
    const stale = pick % 5 === 0;
    const changes =
      [
        { notes: `Squeals at ${pick} km/h` },
        { odometer_km: 12_000 + pick },
        { vehicle_number: `MH 12 ZZ 00${10 + pick}` },
      ][pick % 3] ?? {};
    const done = await shop.call(
      pick % 2 === 0 ? person.desk : person.owner,
      'update_booking',
      { booking, changes, expected_version: stale ? edits - 1 : edits, note: 'Said at the counter' },
      { as: stale ? 'update_booking stale' : 'update_booking' },
    );
    checkVersion(done, stale ? [] : [edits, edits + 1]);
  },
  /** Other work: with the customer's word, asked at the link, or without. */
  async items(shop, pick) {
    const booking = await shop.inWork(pick);
    const { edits } = await read(shop, booking);
    const items = cart(['oil-change', 'general-service', 'long-ride-prep'][pick % 3] ?? 'oil-change');
    const said = pick % 2 === 0 ? { ask: true } : pick % 5 === 1 ? {} : { customer_yes: 'Agreed on the phone' };
    const args = { booking, items, expected_version: edits, preview: pick % 10 === 9, ...said };
    const done = await shop.call(person.desk, 'change_items', args);
    checkVersion(done, [edits, edits + 1]);
    if (pick % 2 === 0) await answerItems(shop, pick);
  },
  'answer items': answerItems,
  async assign(shop, pick) {
    const booking = await shop.inWork(pick);
    const { mechanic } = await read(shop, booking);
    const known = pick % 3 === 0 ? 'Somebody who left' : mechanic;
    const who = [person.desk, person.foreman, person.owner][pick % 4] ?? person.desk;
    const to = pick % 2 === 0 ? 'Nita' : 'Sagar';
    await shop.call(who, 'assign_job', { booking, mechanic: to, expected_mechanic: known });
  },
  async promise(shop, pick) {
    const booking = await shop.inWork(pick);
    const day = pick % 4 === 0 ? '2026-11-23' : '2026-11-28';
    await shop.call(person.foreman, 'promise_ready', { booking, day, clock: pick % 2 === 0 ? '18:30' : null });
  },
  /** A bike of a group, booked while its owner is on the phone. */
  async caller(shop, pick) {
    const request_id = randomUUID();
    const job = { model: 'honda/activa-6g', items: cart('general-service'), mode: 'doorstep' };
    const slot = { date: '2026-11-25', start: ['09:00', '11:00', '14:00'][pick % 3] ?? '09:00' };
    const held = await shop.call(person.desk, 'hold_for_caller', { ...job, ...slot, request_id });
    if (!held) return;
    const group = { on_behalf: 'phone', group_id: shop.group, coupon: 'SOCIETY5', phone: '90000 00055' };
    const bike = { vehicle_number: `MH 12 ZZ 01${10 + pick}`, date: slot.date, time: slot.start };
    await book(shop, person.desk, 'create_booking for a caller', { ...job, ...group, ...bike, request_id });
  },
  /** What was declined at an earlier visit, booked by its customer. */
  async 'book declined'(shop, pick) {
    const works = await shop.db.sql<{ id: string; item: string | null; plate: string; booking: string }[]>`
      select d.id, d.item_id as item, d.vehicle_number as plate, e.booking_id as booking
      from public.declined_work d join public.extra_work e on e.id = d.extra_work_id
      order by d.booked_with is not null, d.ended_at is not null, e.position`;
    const work = works[pick % Math.min(Math.max(works.length, 1), 2)];
    if (!work) return;
    const { who, manage_token } = shop.customerOf(work.booking);
    const line = { id: work.item ?? 'declined-work', quantity: 1, declined: work.id, link: manage_token };
    await book(shop, who, 'create_booking with declined work', {
      model: 'royal-enfield/classic-350',
      items: [...cart('oil-change'), line],
      mode: 'workshop',
      vehicle_number: work.plate,
      date: '2026-11-26',
      time: ['09:00', '11:00', '14:00'][pick % 3],
    });
  },
  /** The desk books a free re-check of work that is done; now and then a customer tries, or it is not done yet. */
  async 're-check'(shop, pick) {
    const [done] = await shop.db.sql<{ booking: string; model: string; phone: string }[]>`
      select id as booking, model_id as model, phone from public.service_bookings
      order by status = 'completed' desc, starts_at limit 1 offset ${pick % 7 === 0 ? 1 : 0}`;
    if (!done) return;
    const { booking, ...bike } = done;
    const isDesk = pick % 5 !== 0;
    const items = [{ id: 're-check', quantity: 1, recheck: booking }] as unknown as JsonObject;
    const job = { ...bike, items, mode: 'workshop', date: '2026-11-26', time: ['09:00', '11:00', '14:00'][pick % 3] };
    const request = isDesk ? { ...job, on_behalf: 'phone' } : job;
    await book(shop, isDesk ? person.desk : shop.customerOf(booking).who, 'create_booking of a re-check', request);
  },
  async 'ask no more'(shop, pick) {
    const works = await shop.db.sql<{ id: string; booking: string }[]>`
      select d.id, e.booking_id as booking from public.declined_work d join public.extra_work e on e.id = d.extra_work_id
      order by e.position`;
    const work = works[pick % Math.max(works.length, 1)];
    if (!work) return;
    const { who, manage_token } = shop.customerOf(work.booking);
    await shop.call(pick % 3 === 0 ? person.desk : who, 'end_declined_work', { work: work.id, manage_token });
  },
  /** A step that was pressed by mistake is taken back, mostly right after it. */
  async undo(shop, pick) {
    const booking = await shop.inWork(pick, ['on_the_way', 'in_service', 'quality_check', 'ready']);
    const [last] = await shop.db.sql<{ back: string }[]>`
      select from_status as back from public.booking_events
      where booking_id = ${booking} and from_status <> to_status order by id desc limit 1`;
    const to_status = pick % 5 === 0 ? 'inspecting' : (last?.back ?? 'assigned');
    const args = { booking, to_status, note: 'Undone: it was pressed by mistake', undo: true };
    await shop.call(person.foreman, 'set_booking_status', args, { as: 'undo' });
  },
  /** The bike goes back into the work: what was found is put right and checked again. */
  async 'failed check'(shop, pick) {
    const booking = await shop.inWork(pick, ['quality_check', 'ready']);
    const args = { booking, to_status: 'in_service', note: 'Rear brake still squeals' };
    await shop.call(person.foreman, 'set_booking_status', args, { as: 'failed check' });
  },
} satisfies Record<string, JobStep>;
