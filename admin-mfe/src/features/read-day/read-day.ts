import { read } from '@twostroke/shared/client';
import { listPlaces, type WindowPlaces } from '@twostroke/shared/api/slots';
import { addDays } from '@twostroke/shared/domain/calendar';
import { bookingColumns, type AdminBookingRow } from '../../model/booking-row.ts';
import type { WaitlistedCustomer } from './board.ts';

export interface Day {
  /** `YYYY-MM-DD` */
  date: string;
  bookings: AdminBookingRow[];
  /** Of each window and mode, the earliest first. */
  places: WindowPlaces[];
  waiting: WaitlistedCustomer[];
  closure: { closes_at: string | null; reason: string } | null;
  /** What customers read in weather mode; null in fair weather. */
  weather: string | null;
}

/** Everything the board of one day shows. @throws AppError */
export async function readDay(date: string): Promise<Day> {
  const [bookings, places, closures, rain, waiting] = await Promise.all([
    read((db) =>
      db
        .from('staff_bookings')
        .select(bookingColumns)
        .eq('booking_date', date)
        .order('booking_time')
        .order('created_at')
        .limit(500)
        .overrideTypes<AdminBookingRow[], { merge: false }>(),
    ),
    listPlaces(date),
    read((db) => db.from('closures').select('closes_at,reason').eq('date', date)),
    read((db) => db.from('weather_days').select('note').eq('date', date)),
    read((db) =>
      db
        .from('staff_waitlist')
        .select('id,mode,booking_time,customer_name,phone,bike_name,model_id,items,tries,tried_at,offer_ends_at')
        .eq('booking_date', date)
        .in('state', ['waiting', 'offered'])
        .order('created_at')
        .overrideTypes<WaitlistedCustomer[], { merge: false }>(),
    ),
  ]);
  const [closure = null] = closures;
  return { date, bookings, places, waiting, closure, weather: rain[0]?.note ?? null };
}

/** Open bookings: all unassigned ones, and those of the next 30 days, the nearest first. @throws AppError */
export async function readOpenBookings(today: string): Promise<AdminBookingRow[]> {
  return read((db) =>
    db
      .from('staff_bookings')
      .select(bookingColumns)
      .or(
        `status.eq.confirmed,and(status.in.(assigned,on_the_way,picked_up,inspecting,awaiting_approval,in_service,quality_check,ready),booking_date.gte.${today})`,
      )
      .lte('booking_date', addDays(today, 31))
      .order('starts_at')
      .limit(300)
      .overrideTypes<AdminBookingRow[], { merge: false }>(),
  );
}
