import { after, beforeEach } from 'node:test';
import { bookingRequest, mondayMorning } from './booking-request.ts';
import { openDatabase, rpc } from './open-database.ts';
import type { Actor, JsonObject } from './open-database.ts';
import { clearPayments } from './payment-events.ts';
import { checkInFor, stepTo, tickAll } from './workshop.ts';

/** What create_booking answers. */
export interface Booked {
  booking_date: string;
  id: string;
  number: string;
  manage_token: string;
}

interface Money {
  status: string;
  paid: number;
  due: number;
  carried: { number: string; amount: number }[];
  carried_to: string | null;
  credit: number;
  credit_given: { amount: number; reason: string; used_by: string | null } | null;
  vouchers: object[];
  refunds: { amount_paise: number; reason: string }[];
}

/** A time of Tuesday, on which `book` books. */
export const tuesday = (time: string): string => `2026-11-24T${time}:00+05:30`;

/** A shop that takes payments, without bookings at the start of each test of the file, and actions in it. */
export async function openShopWithDues() {
  const db = await openDatabase({ connections: 12 });
  const boss: Actor = { user: await db.addUser('boss@example.com') };
  const asha: Actor = { user: await db.addUser('asha@example.com') };
  await db.sql`select public.make_owner(${boss.user})`;
  await db.sql`update public.shop set payment_provider = 'local'`;

  beforeEach(async () => {
    await clearPayments(db.sql);
    await db.sql`delete from public.weather_days`;
  });
  after(() => db.close());

  const call = (name: string, args: JsonObject, as: Actor = 'anon', at = mondayMorning): Promise<JsonObject> =>
    db.keep({ as, at }, (tx) => rpc(tx, name, args));

  /** Tuesday, 11 to 1, at the gate, ₹999. */
  const book = async (changes: JsonObject = {}, at = mondayMorning, as: Actor = 'anon'): Promise<Booked> =>
    (await call('create_booking', { request: bookingRequest(changes) }, as, at)) as JsonObject & Booked;

  /** A booking as an admin reads it. */
  const read = async (booking: Booked, at = mondayMorning): Promise<JsonObject & { payment: Money }> =>
    (await call('get_booking', { booking: booking.id }, boss, at)) as JsonObject & { payment: Money };

  const moneyOf = async (booking: Booked, at = mondayMorning): Promise<Money> => (await read(booking, at)).payment;

  /** An admin takes a booking to its next status. */
  const step = async (booking: Booked, to_status: string, at = mondayMorning, more: JsonObject = {}) => {
    await checkInFor(to_status, db.sql);
    const args = { booking: booking.id, ...stepTo(to_status), mechanic: 'Sagar', ...more };
    return call('set_booking_status', args, boss, at);
  };

  /** The customer cancels. */
  const cancel = ({ id: booking, manage_token }: Booked): Promise<JsonObject> =>
    call('cancel_booking', { booking, manage_token });

  /** An admin cancels, unless another time is given an hour before the window: late. */
  const shopCancels = (
    booking: Booked,
    more: JsonObject = {},
    at = `${booking.booking_date}T10:00+05:30`,
  ): Promise<JsonObject> =>
    call('cancel_booking', { booking: booking.id, reason: 'The mechanic is ill', ...more }, boss, at);

  /** An admin records cash. */
  const cash = (booking: Booked, amount: number): Promise<JsonObject> =>
    call('record_payment', { booking: booking.id, amount, method: 'cash' }, boss);

  /** An admin gives the credit for lateness. */
  const late = (booking: Booked, at: string, as: Actor = boss, note = 'Held up in traffic'): Promise<JsonObject> =>
    call('give_late_credit', { booking: booking.id, note }, as, at);

  /** Records a no-show, which costs ₹200. */
  async function miss(booking: Booked): Promise<void> {
    await step(booking, 'assigned');
    await step(booking, 'no_show', tuesday('11:15'));
  }

  /** Makes a booking that ends as a no-show. */
  async function missed(changes: JsonObject = {}): Promise<Booked> {
    const booking = await book(changes);
    await miss(booking);
    return booking;
  }

  /** Takes a booking through the whole service. */
  async function complete(booking: Booked): Promise<void> {
    for (const status of [
      'assigned',
      'on_the_way',
      'inspecting',
      'in_service',
      'quality_check',
      'ready',
      'completed',
    ]) {
      await (status === 'completed' ? step(booking, status, tuesday('13:00')) : step(booking, status));
      if (status === 'in_service') await tickAll(db.sql);
    }
  }

  /** Proposes extra work of ₹501 during inspection, which the customer approves. */
  async function agreeToMore(booking: Booked): Promise<void> {
    const items = [{ name: 'Brake pads', reason: 'Worn to 1 mm', price: 501 }];
    await db.sql`update public.service_bookings set status = 'inspecting' where id = ${booking.id}`;
    const { extra_work } = await call('propose_extra_work', { booking: booking.id, items }, boss);
    const line = (extra_work as { id: string }[])[0]?.id;
    await call('answer_extra_work', { line, answer: 'yes', manage_token: booking.manage_token });
    await db.sql`update public.service_bookings set status = 'confirmed' where id = ${booking.id}`;
  }

  /** The amount due of each booking, in rupees. */
  const dueOf = async (...bookings: Booked[]): Promise<number[]> =>
    Promise.all(bookings.map(async (booking) => (await moneyOf(booking)).due));

  return {
    db,
    boss,
    asha,
    call,
    book,
    read,
    moneyOf,
    step,
    cancel,
    shopCancels,
    cash,
    late,
    miss,
    missed,
    complete,
    agreeToMore,
    dueOf,
  };
}
