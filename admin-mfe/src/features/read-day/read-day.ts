import { read } from '@twostroke/shared/data';
import { addDays, weekdayOf } from '@twostroke/shared/domain/calendar';
import { bookingColumns, type BookingRow } from '../../bookings/booking-row.ts';
import type { Capacity, TakenPlace, Waiting, Window } from './board.ts';

export interface Day {
  /** `YYYY-MM-DD` */
  date: string;
  bookings: BookingRow[];
  /** Arrival windows of that weekday, the earliest first. */
  windows: Window[];
  capacities: Capacity[];
  taken: TakenPlace[];
  waiting: Waiting[];
  closure: { closes_at: string | null; reason: string } | null;
  /** What customers read while nobody works at the gate; null in fair weather. */
  weather: string | null;
}

/** Everything the board of one day shows. @throws AppError */
export async function readDay(date: string): Promise<Day> {
  const weekday = weekdayOf(date);
  const [bookings, windows, capacities, taken, closures, rain, waiting] = await Promise.all([
    read((db) =>
      db
        .from('service_bookings')
        .select(bookingColumns)
        .eq('booking_date', date)
        .order('booking_time')
        .order('created_at')
        .limit(500),
    ),
    read((db) => db.from('arrival_windows').select('starts,ends').eq('weekday', weekday).order('starts')),
    read((db) => db.from('capacities').select('mode,weekday,window_start,places')),
    // A place that is only held may be free again in a minute.
    read((db) => db.from('booking_places').select('mode,window_start').eq('booking_date', date).is('hold_id', null)),
    read((db) => db.from('closures').select('closes_at,reason').eq('date', date)),
    read((db) => db.from('weather_days').select('note').eq('date', date)),
    read((db) =>
      db
        .from('waitlist')
        .select('id,mode,booking_time,customer_name,phone,bike_name,offer_ends_at')
        .eq('booking_date', date)
        .in('state', ['waiting', 'offered'])
        .order('created_at'),
    ),
  ]);
  const [closure = null] = closures;
  return { date, bookings, windows, capacities, taken, waiting, closure, weather: rain[0]?.note ?? null };
}

/** Open bookings: all that nobody is assigned to, and those of the next 30 days, the nearest first. @throws AppError */
export async function readOpenBookings(today: string): Promise<BookingRow[]> {
  return read((db) =>
    db
      .from('service_bookings')
      .select(bookingColumns)
      .or(
        `status.eq.confirmed,and(status.in.(assigned,on_the_way,picked_up,inspecting,awaiting_approval,in_service,quality_check,ready),booking_date.gte.${today})`,
      )
      .lte('booking_date', addDays(today, 31))
      .order('starts_at')
      .limit(300),
  );
}
