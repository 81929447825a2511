import { read, toAppError } from '@twostroke/shared/client';
import { alertLogRow, type NewBooking } from './booking-alert.ts';

// booking_signals has what an alert says, for every duty; the booking itself is only for those who may read it.
const columns = 'id,created_at,booking_date,booking_time,vehicle_number,estimated_price,final_price' as const;

/** Bookings made after an instant, the oldest first; a hundred at most. @throws AppError */
export async function readBookingsSince(instant: string): Promise<NewBooking[]> {
  return read((db) =>
    db.from('booking_signals').select(columns).gt('created_at', instant).order('created_at').order('id').limit(100),
  );
}

/** The newest bookings there are, the oldest of them first. @throws AppError */
export async function readNewestBookings(): Promise<NewBooking[]> {
  const rows = await read((db) =>
    db.from('booking_signals').select(columns).order('created_at', { ascending: false }).limit(50),
  );
  return rows.reverse();
}

const listeners = new Set<() => void>();

/** Calls back whenever this page has recorded an alert. @returns a function that ends it */
export function onAlertRecorded(tell: () => void): () => void {
  listeners.add(tell);
  return () => void listeners.delete(tell);
}

/**
 * Records that an admin was alerted. One row per admin and booking: another tab may have written it, which is fine. Any
 * other failure is only logged, because the alert has been shown anyway.
 */
export async function writeAlertLog(adminId: string, booking: NewBooking): Promise<void> {
  try {
    const row = alertLogRow(adminId, booking);
    const once = { onConflict: 'user_id,order_id,type', ignoreDuplicates: true };
    await read((db) => db.from('notification_logs').upsert(row, once).select('id'));
    for (const tell of listeners) tell();
  } catch (thrown) {
    const error = toAppError(thrown);
    if (error.code !== 'conflict') console.error(`The alert of booking ${booking.id} was not recorded:`, error.message);
  }
}
