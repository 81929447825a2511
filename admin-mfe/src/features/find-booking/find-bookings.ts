import { read } from '@twostroke/shared/client';
import { bookingColumns, type AdminBookingRow } from '../../model/booking-row.ts';

/** The normalised search: letters and digits only, as numbers, plates and phones are stored; null when it is empty. */
export function searchText(typed: string | null): string | null {
  const bare = (typed ?? '').replace(/[^\p{L}\p{N}]/gu, '');
  return bare.length >= 2 ? bare.slice(0, 20) : null;
}

/** Bookings whose number, plate or phone contains a text, the latest first; 50 at most. @throws AppError */
export async function findBookings(text: string): Promise<AdminBookingRow[]> {
  const wanted = `*${text}*`;
  // A phone typed with its zero or its country code is stored without the zero.
  const phone = `*${text.replace(/^0+(?=\d{4})/, '')}*`;
  return read((db) =>
    db
      .from('staff_bookings')
      .select(bookingColumns)
      .or(`number.ilike.${wanted},vehicle_number.ilike.${wanted},phone.ilike.${phone}`)
      .order('starts_at', { ascending: false })
      .limit(50)
      .overrideTypes<AdminBookingRow[], { merge: false }>(),
  );
}
