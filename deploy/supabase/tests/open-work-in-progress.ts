import { after, beforeEach } from 'node:test';
import { bookingRequest, cart, mondayMorning } from './booking-request.ts';
import { openDatabase, rpc } from './open-database.ts';
import type { Actor, JsonObject } from './open-database.ts';
import { stepTo } from './workshop.ts';

interface Line {
  id: string;
  name: string;
  price: number;
  status: string;
  price_version: number;
  decided_by: string | null;
}
type Answer = JsonObject & { status: string; extra_work: Line[] };

export const tuesday = '2026-11-24T13:00:00+05:30';
export const shoes = { item: 'brake-pad-replacement', reason: 'Worn to 1.2 mm', urgency: 'due_now' };
export const mirror = { name: 'Left mirror', reason: 'Glass is loose', price: 450 };

/** The CVT service of an Activa, which is ridden in. */
export const activa = (changes: JsonObject = {}): JsonObject =>
  bookingRequest({
    model: 'honda/activa-6g',
    items: cart('cvt-service'),
    mode: 'workshop',
    expected_total: 899,
    approval_limit: 300,
    ...changes,
  });

/** A database with an Activa in service for each test of the file. */
export async function openWorkInProgress() {
  const db = await openDatabase();
  const owner = { user: await db.addUser('owner@example.com') };
  const stranger = { user: await db.addUser('stranger@example.com') };
  const admin = { user: await db.addUser('admin@example.com') };
  await db.sql`select public.make_owner(${admin.user})`;
  const booked = { id: '', link: '' };

  beforeEach(async () => {
    await db.sql`delete from public.service_bookings`;
    const { id, manage_token } = await call(owner, 'create_booking', { request: activa() });
    [booked.id, booked.link] = [String(id), String(manage_token)];
    await set('inspecting');
    await step('in_service');
  });
  after(() => db.close());

  const call = (as: Actor, name: string, args: JsonObject, at = mondayMorning): Promise<JsonObject> =>
    db.keep({ as, at }, (tx) => rpc(tx, name, args));
  const set = (status: string): Promise<unknown> =>
    db.sql`update public.service_bookings set status = ${status} where id = ${booked.id}`;
  const step = (to: string, more: JsonObject = {}, at = mondayMorning): Promise<JsonObject> =>
    call(admin, 'set_booking_status', { booking: booked.id, ...stepTo(to), ...more }, at);
  const propose = (...items: JsonObject[]): Promise<Answer> =>
    call(admin, 'propose_extra_work', {
      booking: booked.id,
      items: items as unknown as JsonObject,
    }) as Promise<Answer>;
  const answer = (line: Line | undefined, said: string, more: JsonObject = {}, as: Actor = owner): Promise<Answer> =>
    call(as, 'answer_extra_work', { line: line?.id, answer: said, ...more }) as Promise<Answer>;
  const reprice = (line: Line | undefined, price: number): Promise<Answer> =>
    call(admin, 'reprice_extra_work', { line: line?.id, price }) as Promise<Answer>;

  return { db, owner, stranger, admin, booked, call, set, step, propose, answer, reprice };
}
