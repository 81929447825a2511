import type { ExtraWorkItem } from '@twostroke/shared/ui/extra-work';

/** A booking as its owner sees it. Dates are `YYYY-MM-DD`, times `HH:MM:SS` on the shop's clock, prices whole rupees. */
export interface Booking {
  id: string;
  number: string;
  status: string;
  bike_name: string;
  brand_slug: string;
  model_id: string;
  vehicle_number: string | null;
  mode: string;
  booking_date: string;
  booking_time: string;
  window_end: string;
  /** The same as an instant, ISO 8601. */
  starts_at: string;
  ready_date: string;
  address_line: string | null;
  landmark: string | null;
  approval_limit: number;
  /** What a coupon took off; estimated_price is what is left. */
  coupon_code: string | null;
  discount: number;
  estimated_price: number;
  final_price: number | null;
  /** For cancelling or moving late, beside the bill. */
  fee: number;
  mechanic: string | null;
  cancelled_by: string | null;
  areas: { name: string } | null;
  booking_items: BookingItem[];
  booking_events: BookingEvent[];
  extra_work: ExtraWorkItem[];
}

export interface BookingItem {
  item_id: string;
  name: string;
  package_type: string;
  quantity: number;
  price: number;
  position: number;
}

export interface BookingEvent {
  id: number;
  /** ISO 8601 */
  at: string;
  /** The same as to_status when the booking moved, changed its fee or came to this account. */
  from_status: string | null;
  to_status: string;
  /** Rupees that this event added to the fee. */
  fee: number;
  note: string | null;
  /** When it was to start before this event moved it; null for any other. */
  moved_from: string | null;
}

const closed: readonly string[] = ['completed', 'cancelled', 'no_show', 'expired'];

/** Nothing happens to it any more. */
export function isClosed(booking: Pick<Booking, 'status'>): boolean {
  return closed.includes(booking.status);
}

/** Bookings of one view: what is to come with the nearest first, or what is over with the latest first. */
export function bookingsOf(bookings: readonly Booking[], view: 'next' | 'past'): Booking[] {
  const chosen = bookings.filter((booking) => isClosed(booking) === (view === 'past'));
  chosen.sort((a, b) => Date.parse(a.starts_at) - Date.parse(b.starts_at));
  return view === 'past' ? chosen.reverse() : chosen;
}

/** The job in a word: the package, or the first thing booked. */
export function jobName({ booking_items: items }: Pick<Booking, 'booking_items'>): string {
  return (items.find((item) => item.package_type === 'primary') ?? items[0])?.name ?? 'Service';
}
