import { paths } from '@twostroke/shared/contracts/paths';

/** What an alert needs of a new booking. */
export interface NewBooking {
  id: string;
  /** ISO 8601 */
  created_at: string;
  booking_date: string;
  booking_time: string;
  vehicle_number: string | null;
  /** Whole rupees. */
  estimated_price: number | null;
  final_price: number | null;
}

export const alertTitle = 'New Booking Received!';

/** How long an alert stays, in milliseconds. */
export const alertDurationMs = 5000;

function amountOf(booking: NewBooking): number | null {
  return booking.estimated_price ?? booking.final_price;
}

/** The alert's text, literally as specified: a plain number, without grouping. */
export function alertBody(booking: NewBooking): string {
  return `Booking #${booking.id.slice(0, 8)} - Total: ₹${amountOf(booking) ?? 0}`;
}

/** The row that records that an admin was alerted of a booking. */
export function alertLogRow(adminId: string, booking: NewBooking) {
  return {
    user_id: adminId,
    order_id: booking.id,
    type: 'new_booking',
    title: alertTitle,
    body: alertBody(booking),
    data: {
      booking_id: booking.id,
      booking_date: booking.booking_date,
      booking_time: booking.booking_time,
      vehicle_number: booking.vehicle_number,
      amount: amountOf(booking),
      url: paths.adminBooking(booking.id),
    },
  };
}
