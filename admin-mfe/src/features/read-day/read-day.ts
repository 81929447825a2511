import { callRpc, read } from '@twostroke/shared/client';
import { listPlaces, type WindowPlaces } from '@twostroke/shared/api/slots';
import type { BoardJob } from '../../model/board-job.ts';
import type { WaitlistedCustomer } from './board.ts';
import type { WaitingDay } from './other-waiting.tsx';

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
  /** Other days with people on the waitlist, the earliest first. */
  waiting_elsewhere: WaitingDay[];
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
    readWaiting(date),
  ]);
  const [closure = null] = closures;
  return { date, ...board, places, waiting, closure, weather: rain[0]?.note ?? null };
}

/** The day after a change of some bookings. @throws AppError */
export async function readChanged(before: Day, ids: readonly string[]): Promise<Day> {
  const { date } = before;
  const [board, places, waiting] = await Promise.all([
    callRpc('list_board', { day: date, changed: [...ids] }),
    listPlaces(date),
    readWaiting(date),
  ]);
  return {
    ...before,
    bookings: mergeJobs(before.bookings, board.bookings, ids),
    elsewhere: mergeJobs(before.elsewhere, board.elsewhere, ids),
    away: board.away,
    waiting_elsewhere: board.waiting_elsewhere,
    places,
    waiting,
  };
}

/** By day and time; of one time those that were there keep their order, and new ones follow. */
function mergeJobs(before: readonly BoardJob[], changed: readonly BoardJob[], ids: readonly string[]): BoardJob[] {
  const place = new Map(before.map(({ id }, index) => [id, index]));
  const at = ({ id }: BoardJob): number => place.get(id) ?? before.length;
  const time = ({ booking_date, booking_time }: BoardJob): string => `${booking_date} ${booking_time}`;
  return [...before.filter(({ id }) => !ids.includes(id)), ...changed].sort(
    (a, b) => time(a).localeCompare(time(b)) || at(a) - at(b),
  );
}

function readWaiting(date: string): Promise<WaitlistedCustomer[]> {
  return read((db) =>
    db
      .from('staff_waitlist')
      .select(
        'id,mode,booking_date,booking_time,window_end,customer_name,phone,bike_name,model_id,items,tries,tried_at,offer_ends_at',
      )
      .eq('booking_date', date)
      .in('state', ['waiting', 'offered'])
      .order('created_at')
      .overrideTypes<WaitlistedCustomer[], { merge: false }>(),
  );
}
