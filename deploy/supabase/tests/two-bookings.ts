import { after, beforeEach } from 'node:test';
import { bookingRequest, mondayMorning } from './booking-request.ts';
import { openDatabase, rpc } from './open-database.ts';
import type { Actor, JsonObject } from './open-database.ts';
import { checkInFor, stepTo, tickAll } from './workshop.ts';

/** The statuses from confirmed to the end, for a visit to the gate. */
export const path = ['assigned', 'on_the_way', 'inspecting', 'in_service', 'quality_check', 'ready', 'completed'];

/** The window starts on Tuesday at 11; a customer may cancel until 9. */
export const inTime = '2026-11-24T09:00:00+05:30';
/** The first second in which cancelling is no longer free. */
export const tooLate = '2026-11-24T09:00:01+05:30';
/** The time from which a no-show may be recorded. */
export const waited = '2026-11-24T11:15:00+05:30';

/** A database with two new bookings for each test of the file, one of a guest and one of an account. */
export async function openTwoBookings() {
  const db = await openDatabase();
  const owner = { user: await db.addUser('owner@example.com') };
  const stranger = { user: await db.addUser('stranger@example.com') };
  const admin = { user: await db.addUser('admin@example.com') };
  await db.sql`select public.make_owner(${admin.user})`;
  const bookings: Record<'guest' | 'owned', JsonObject> = { guest: {}, owned: {} };

  beforeEach(async () => {
    await db.sql`delete from public.service_bookings`;
    bookings.guest = await call('anon', mondayMorning, 'create_booking', { request: bookingRequest() });
    bookings.owned = await call(owner, mondayMorning, 'create_booking', { request: bookingRequest() });
  });
  after(() => db.close());

  function call(as: Actor, at: string, name: string, args: JsonObject): Promise<JsonObject> {
    return db.keep({ as, at }, (tx) => rpc(tx, name, args));
  }

  async function placesTaken(): Promise<number> {
    const [row] = await db.sql<{ taken: number }[]>`select count(*)::int as taken from public.booking_places`;
    return row?.taken ?? -1;
  }

  /** An admin takes a booking through statuses. */
  async function take(booking: JsonObject, at: string, ...statuses: string[]): Promise<void> {
    for (const status of statuses) {
      await checkInFor(status, db.sql);
      await call(admin, at, 'set_booking_status', { booking: booking['id'], ...stepTo(status) });
      if (status === 'in_service') await tickAll(db.sql);
    }
  }

  /** An admin enters the bill at completion. */
  const bill = (booking: JsonObject, final_price: number, to_status = 'completed'): Promise<JsonObject> =>
    call(admin, inTime, 'set_booking_status', { booking: booking['id'], ...stepTo(to_status), final_price });

  return { db, owner, stranger, admin, bookings, call, placesTaken, take, bill };
}
