import { read } from '@twostroke/shared/client';
import type { ServiceMode } from '@twostroke/shared/domain/booking-form';
import type { BookingStatus } from '@twostroke/shared/domain/database-enum';

/** An alert that this admin has had, with what is known of its booking now. */
export interface PastAlert {
  /** The booking. */
  order_id: string;
  /** ISO 8601 */
  created_at: string;
  /** ISO 8601; null until it is opened or marked as read. */
  read_at: string | null;
  /** Null while the duty of the reader does not show the booking. */
  booking: AlertedBooking | null;
}

interface AlertedBooking {
  id: string;
  bike_name: string;
  vehicle_number: string | null;
  status: BookingStatus;
  mode: ServiceMode;
  booking_date: string;
  booking_time: string;
  window_end: string;
  areas: { name: string } | null;
}

/** Alerts that are listed. */
const listed = 50;

/** Ids of the bookings whose alert this admin has not read, the newest first; a hundred at most. @throws AppError */
export async function readUnread(admin: string): Promise<string[]> {
  const rows = await read((db) =>
    db
      .from('notification_logs')
      .select('order_id')
      .eq('user_id', admin)
      .is('read_at', null)
      .order('created_at', { ascending: false })
      .limit(100),
  );
  return rows.map(({ order_id }) => order_id);
}

/** The latest alerts of this admin, the newest first. @throws AppError */
export async function readAlerts(admin: string): Promise<PastAlert[]> {
  const logs = await read((db) =>
    db
      .from('notification_logs')
      .select('order_id,created_at,read_at')
      .eq('user_id', admin)
      .order('created_at', { ascending: false })
      .limit(listed),
  );
  const bookings = await read((db) =>
    db
      .from('staff_bookings')
      .select('id,bike_name,vehicle_number,status,mode,booking_date,booking_time,window_end,areas')
      .in(
        'id',
        logs.map(({ order_id }) => order_id),
      )
      .overrideTypes<AlertedBooking[], { merge: false }>(),
  );
  return logs.map((log) => ({ ...log, booking: bookings.find(({ id }) => id === log.order_id) ?? null }));
}

/** Marks alerts of this admin as read. @param booking only that of this booking @throws AppError */
export async function markRead(admin: string, booking?: string): Promise<void> {
  await read((db) => {
    const change = db.from('notification_logs').update({ read_at: new Date().toISOString() });
    const unread = change.eq('user_id', admin).is('read_at', null);
    return (booking === undefined ? unread : unread.eq('order_id', booking)).select('id');
  });
}
