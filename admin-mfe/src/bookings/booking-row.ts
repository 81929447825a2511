/** A booking as the shop's lists show it. Dates are `YYYY-MM-DD`, times `HH:MM:SS` on the shop's clock, prices whole rupees. */
export interface BookingRow {
  id: string;
  number: string;
  status: string;
  customer_name: string;
  phone: string;
  bike_name: string;
  vehicle_number: string | null;
  mode: string;
  booking_date: string;
  booking_time: string;
  window_end: string;
  estimated_price: number;
  final_price: number | null;
  mechanic: string | null;
  areas: { name: string } | null;
  booking_items: { name: string; package_type: string }[];
}

/** The columns of a BookingRow for `select`. */
export const bookingColumns =
  'id,number,status,customer_name,phone,bike_name,vehicle_number,mode,booking_date,booking_time,window_end,estimated_price,final_price,mechanic,areas(name),booking_items(name,package_type)' as const;

const modeNames: Readonly<Record<string, string>> = { doorstep: 'At the gate', pickup: 'Pickup', workshop: 'Walk-in' };

/** How the bike and the mechanic meet, in the shop's words. */
export function modeName(mode: string): string {
  return modeNames[mode] ?? mode;
}

/** The job in a word: the package, or the first thing booked. */
export function jobName(items: readonly { name: string; package_type: string }[]): string {
  return (items.find((item) => item.package_type === 'primary') ?? items[0])?.name ?? 'Service';
}

/** Whole rupees: the bill, or the estimate while there is none. */
export function amountOf({
  final_price,
  estimated_price,
}: Pick<BookingRow, 'final_price' | 'estimated_price'>): number {
  return final_price ?? estimated_price;
}
