import type { BookingDetails } from '@twostroke/shared/api/bookings';
import type { BookingStatus } from '@twostroke/shared/domain/database-enum';

/**
 * A booking in a member's list: a part of what its link shows (`BookingDetails`), with its history.
 */
export interface ListedBooking extends Pick<
  BookingDetails,
  | 'id'
  | 'number'
  | 'status'
  | 'bike_name'
  | 'model_id'
  | 'vehicle_number'
  | 'mode'
  | 'booking_date'
  | 'booking_time'
  | 'window_end'
  | 'ready_date'
  | 'ready_time'
  | 'address_line'
  | 'landmark'
  | 'area_name'
  | 'approval_limit'
  | 'coupon_code'
  | 'discount'
  | 'estimated_price'
  | 'final_price'
  | 'fee'
  | 'mechanic'
  | 'cancelled_by'
  | 'items'
  | 'extra_work'
  | 'events'
> {
  /** When the window begins, ISO 8601. */
  starts_at: string;
}

/** A booking shown in full: what a list has of it, and the rest once it was read by itself. */
export type ShownBooking = Omit<ListedBooking, 'starts_at'> & Partial<BookingDetails>;

const closed: Readonly<Record<BookingStatus, boolean>> = {
  pending_payment: false,
  confirmed: false,
  assigned: false,
  on_the_way: false,
  picked_up: false,
  inspecting: false,
  awaiting_approval: false,
  in_service: false,
  quality_check: false,
  ready: false,
  completed: true,
  cancelled: true,
  no_show: true,
  expired: true,
};

/** A final status. */
export function isClosed(booking: Pick<BookingDetails, 'status'>): boolean {
  return closed[booking.status];
}

/** Whether it was read by itself, not only with a list. */
export function wasRead(booking: ShownBooking): booking is ShownBooking & BookingDetails {
  return booking.shop !== undefined;
}

/** Work that was found and waits for the customer's answer. */
export function proposedLines({ extra_work }: Pick<BookingDetails, 'extra_work'>): BookingDetails['extra_work'] {
  return extra_work.filter(({ status }) => status === 'proposed');
}

/** Whether it waits for the customer's answer: to work that was found, or to other work than was booked. */
export function waitsForAnswer(booking: Pick<ShownBooking, 'status' | 'extra_work' | 'item_question'>): boolean {
  return !isClosed(booking) && (Boolean(booking.item_question) || proposedLines(booking).length > 0);
}

/** Bookings of one view: upcoming ones with the nearest first, or past ones with the latest first. */
export function bookingsOf(bookings: readonly ListedBooking[], view: 'next' | 'past'): ListedBooking[] {
  const chosen = bookings.filter((booking) => isClosed(booking) === (view === 'past'));
  chosen.sort((a, b) => Date.parse(a.starts_at) - Date.parse(b.starts_at));
  return view === 'past' ? chosen.reverse() : chosen;
}

/** Label of the arrival window. */
export function windowLabel({ mode }: Pick<BookingDetails, 'mode'>): string {
  if (mode === 'workshop') return 'Come between';
  return mode === 'pickup' ? 'Pickup between' : 'We reach you between';
}
