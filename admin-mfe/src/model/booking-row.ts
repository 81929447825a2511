import type { ServiceMode } from '@twostroke/shared/domain/booking-form';
import type { BookingStatus, DatabaseEnum } from '@twostroke/shared/domain/database-enum';

/**
 * A booking as the shop's lists show it. Dates are `YYYY-MM-DD`, times `HH:MM:SS` in the shop's time, prices whole
 * rupees.
 */
export interface AdminBookingRow {
  id: string;
  number: string;
  status: BookingStatus;
  customer_name: string;
  /** Null while the duty of the reader does not show it. */
  phone: string | null;
  bike_name: string;
  vehicle_number: string | null;
  mode: ServiceMode;
  booking_date: string;
  booking_time: string;
  window_end: string;
  estimated_price: number;
  final_price: number | null;
  mechanic: string | null;
  areas: { name: string } | null;
  booking_items: { name: string; package_type: DatabaseEnum<'item_type'> }[];
}

const modeNames: Readonly<Record<string, string>> = {
  doorstep: 'At the gate',
  pickup: 'Pickup',
  workshop: 'Walk-in',
} satisfies Record<ServiceMode, string>;

/** Names of the modes, as the shop says them. */
export function modeName(mode: ServiceMode): string {
  return modeNames[mode] ?? mode;
}

/** Whole rupees: the bill, or the estimate while there is none. */
export function amountOf({
  final_price,
  estimated_price,
}: Pick<AdminBookingRow, 'final_price' | 'estimated_price'>): number {
  return final_price ?? estimated_price;
}
