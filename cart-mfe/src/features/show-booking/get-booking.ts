import { AppError, callRpc } from '@twostroke/shared/data';
import type { ServiceMode } from '@twostroke/shared/domain/booking-form';

export interface BookingItem {
  item_id: string;
  name: string;
  package_type: 'primary' | 'addon' | 'pickup';
  quantity: number;
  /** Whole rupees, GST included. */
  price: number;
}

/** A booking as its link shows it. */
export interface ShownBooking {
  id: string;
  number: string;
  status: string;
  customer_name: string;
  phone: string;
  /** `brand/model` */
  model_id: string;
  bike_name: string;
  vehicle_number: string | null;
  mode: ServiceMode;
  /** YYYY-MM-DD and HH:MM, clock times of the shop. */
  booking_date: string;
  booking_time: string;
  window_end: string;
  ready_date: string;
  minutes: number;
  address_line: string | null;
  landmark: string | null;
  area_name: string | null;
  pin: string | null;
  notes: string | null;
  approval_limit: number;
  /** What a coupon took off; estimated_price is what is left. */
  coupon_code: string | null;
  discount: number;
  estimated_price: number;
  final_price: number | null;
  mechanic: string | null;
  cancelled_by: 'customer' | 'shop' | null;
  /** ISO instants. */
  created_at: string;
  /** When it was completed or cancelled. */
  closed_at: string | null;
  cancel_until: string;
  can_cancel: boolean;
  items: BookingItem[];
  shop: { name: string; phone: string; whatsapp: string; address: string };
}

const TOKEN = /^[0-9a-f]{64}$/;

/**
 * The booking a link opens. The token travels in the body, never in an address.
 * @throws AppError `not_found` for a token that opens nothing
 */
export async function getBooking(token: string): Promise<ShownBooking> {
  if (!TOKEN.test(token)) throw new AppError('not_found', 'We could not find this booking.');
  return (await callRpc('get_booking', { manage_token: token })) as unknown as ShownBooking;
}
