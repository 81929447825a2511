import { callRpc, read } from '@twostroke/shared/client';
import { listPlaces, type WindowPlaces } from '@twostroke/shared/api/slots';
import type { BoardJob } from '../../model/board-job.ts';
import type { WaitlistedCustomer } from './board.ts';

export interface Day {
  /** `YYYY-MM-DD` */
  date: string;
  /** Of the day, the earliest first. */
  bookings: BoardJob[];
  /** Of other days: what is here, waits for an action, or was billed on the day. */
  elsewhere: BoardJob[];
  /** How many more bookings there are than the database listed. */
  unlisted: number;
  /** Of each window and mode, the earliest first. */
  places: WindowPlaces[];
  waiting: WaitlistedCustomer[];
  /** The names of the people who are not here. */
  away: string[];
  closure: { closes_at: string | null; reason: string } | null;
  /** What customers read in weather mode; null in fair weather. */
  weather: string | null;
}

/** Everything the board of one day shows. @throws AppError */
export async function readDay(date: string): Promise<Day> {
  const [board, places, closures, rain, waiting] = await Promise.all([
    callRpc('list_board', { day: date }),
    listPlaces(date),
    read((db) => db.from('closures').select('closes_at,reason').eq('date', date)),
    read((db) => db.from('weather_days').select('note').eq('date', date)),
    read((db) =>
      db
        .from('staff_waitlist')
        .select(
          'id,mode,booking_date,booking_time,window_end,customer_name,phone,bike_name,model_id,items,tries,tried_at,offer_ends_at',
        )
        .eq('booking_date', date)
        .in('state', ['waiting', 'offered'])
        .order('created_at')
        .overrideTypes<WaitlistedCustomer[], { merge: false }>(),
    ),
  ]);
  const [closure = null] = closures;
  return { date, ...board, places, waiting, closure, weather: rain[0]?.note ?? null };
}
