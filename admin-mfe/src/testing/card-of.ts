import type { BoardJob } from '../model/board-job.ts';
import type { ShopBooking } from './shop-bookings.ts';

/** A booking of the shop as a card of the board. */
export function cardOf(booking: ShopBooking): BoardJob {
  const { id, number, status, customer_name, phone, mode, booking_date, ready_date, minutes } = booking;
  const { bike_name, vehicle_number, mechanic, areas, booking_items, final_price, estimated_price } = booking;
  return {
    ...{ id, number, customer_name, phone, booking_date, ready_date, minutes, bike_name, vehicle_number, mechanic },
    status: status as BoardJob['status'],
    mode: mode as BoardJob['mode'],
    status_since: booking.booking_events[0]?.at ?? '2026-11-20T04:42:00+00:00',
    booking_time: booking.booking_time.slice(0, 5),
    window_end: booking.window_end.slice(0, 5),
    service: booking_items[0]?.name ?? null,
    area_name: areas.name,
    closed_at: status === 'completed' ? `${booking_date}T12:00:00+05:30` : null,
    ready_time: booking.ready_time,
    windows: 1,
    model: bike_name.replace('Royal Enfield ', ''),
    body: 'roadster',
    amount: final_price ?? estimated_price,
    due: null,
    allowed_minutes: null,
    here_since: null,
    code_alarm: null,
  };
}
