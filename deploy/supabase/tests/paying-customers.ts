import type { BookingEvent } from '@twostroke/shared/api/event-messages';
import { bookingRequest, mondayMorning } from './booking-request.ts';
import { rpc } from './open-database.ts';
import type { Actor, JsonObject, TestDatabase } from './open-database.ts';
import { orderOf, providerEvent } from './payment-events.ts';

export interface PayableBooking {
  id: string;
  manage_token: string;
  status: string;
  pay_until: string | null;
}

export interface BookingMoney {
  status: string;
  paid: number;
  due: number;
  seconds_left: number | null;
  payments: { status: string; method: string; captured_paise: number }[];
  refunds: { id: string; amount_paise: number; reason: string; status: string }[];
}

/** Minutes after the booking was made. */
export const later = (minutes: number): string => new Date(Date.parse(mondayMorning) + minutes * 60_000).toISOString();

/** Telephone numbers of different customers. */
export const phoneOf = (index: number): string => String(9_000_000_100 + index);

/**
 * Actions of customers and the gateway at a time; by default on the morning on which bookings are made.
 * @param database called for each action: tests open theirs before they run
 */
export function payingCustomers(database: () => TestDatabase) {
  const call = (name: string, args: JsonObject, as: Actor = 'anon', at = mondayMorning): Promise<JsonObject> =>
    database().keep({ as, at }, (tx) => rpc(tx, name, args));
  const book = async (changes: JsonObject = {}, at = mondayMorning, as: Actor = 'anon'): Promise<PayableBooking> =>
    (await call('create_booking', { request: bookingRequest(changes) }, as, at)) as JsonObject & PayableBooking;
  return {
    call,
    book,
    online: (at = mondayMorning): Promise<PayableBooking> => book({ payment: 'online' }, at),
    /** The status of a booking and of its money, as the customer reads both. */
    async read(
      booking: PayableBooking,
      at = mondayMorning,
    ): Promise<{ status: string; payment: BookingMoney; events: BookingEvent[] }> {
      const found = await call('get_booking', { manage_token: booking.manage_token }, 'anon', at);
      return found as JsonObject & { status: string; payment: BookingMoney; events: BookingEvent[] };
    },
    places: async ({ id }: PayableBooking): Promise<{ held_until: Date | null }[]> =>
      database().sql`select held_until from public.booking_places where booking_id = ${id}`,
    order: (booking: PayableBooking, at = mondayMorning): Promise<string> => orderOf(database(), booking, at),
    event: (kind: string, orderId: string, more: JsonObject = {}, at = mondayMorning): Promise<JsonObject> =>
      providerEvent(database(), { kind, order: orderId, ...more }, at),
  };
}
