import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { after, beforeEach } from 'node:test';
import { bookingRequest, cart, mondayMorning } from './booking-request.ts';
import { openDatabase, rpc } from './open-database.ts';
import type { Actor, JsonObject } from './open-database.ts';
import { stepTo } from './workshop.ts';

export const tuesday = '2026-11-24T13:00:00+05:30';

export interface FloorPoint {
  point: string;
  label: string;
  state: string;
  value: number | null;
}
export interface FloorJob extends JsonObject {
  status: string;
  inspection: FloorPoint[];
  checklist: { line: number; label: string; is_concern: boolean; answer: string | null }[];
  check_in: JsonObject | null;
}
type Answer = { outcome: string; job: FloorJob };

export const checkIn = {
  kind: 'check_in',
  odometer_km: 12_450,
  fuel: 2,
  accessories: ['Key', 'Toolkit'],
  damage: 'Tank scratched',
};

/** A database with a new booking of the workshop for each test of the file, its customer, an owner and two mechanics. */
export async function openJob() {
  const db = await openDatabase();
  const [customer, chief, one, other] = await Promise.all(
    ['customer', 'chief', 'sagar', 'ravi'].map((name) => db.addUser(`${name}@example.com`)),
  );
  assert.ok(customer !== undefined && chief !== undefined && one !== undefined && other !== undefined);
  const [owner, boss, sagar, ravi] = [{ user: customer }, { user: chief }, { user: one }, { user: other }];
  await db.sql`select public.make_owner(${chief})`;
  await db.sql`insert into public.user_roles values (${one}, 'admin'), (${other}, 'admin')`;
  await db.sql`
    insert into public.staff (user_id, name, duty) values (${one}, 'Sagar', 'mechanic'), (${other}, 'Ravi', 'mechanic')`;
  /** The booking that steps and marks are of: the latest one. */
  const booked = { id: '' };

  beforeEach(async () => {
    await db.sql`delete from public.payments`;
    await db.sql`delete from public.service_bookings`;
    await book({ notes: 'Squeals from behind  when slow' });
  });
  after(() => db.close());

  const call = (as: Actor, name: string, args: JsonObject, at = tuesday): Promise<JsonObject> =>
    db.keep({ as, at }, (tx) => rpc(tx, name, args));
  async function book(changes: JsonObject = {}): Promise<void> {
    const wish = { items: cart('general-service'), mode: 'workshop', expected_total: 1699, ...changes };
    const { id } = await call(owner, 'create_booking', { request: bookingRequest(wish) }, mondayMorning);
    booked.id = String(id);
  }
  const step = (to: string, more: JsonObject = {}, at = tuesday): Promise<JsonObject> =>
    call(boss, 'set_booking_status', { booking: booked.id, ...stepTo(to), mechanic: 'Sagar', ...more }, at);
  const mark = (what: JsonObject, as: Actor = sagar, made_at = tuesday, at = tuesday): Promise<Answer> =>
    call(
      as,
      'mark_job',
      { booking: booked.id, mark: { id: randomUUID(), made_at, ...what } },
      at,
    ) as unknown as Promise<Answer>;

  return { db, owner, boss, sagar, ravi, booked, call, book, step, mark };
}
