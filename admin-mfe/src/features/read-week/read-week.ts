import { read } from '@twostroke/shared/client';
import { listPlaces, type WindowPlaces } from '@twostroke/shared/api/slots';
import { addDays, weekdayOf } from '@twostroke/shared/domain/calendar';
import { daysOf, minutesOf, minutesOpen, type WeekJob } from './week.ts';

export interface WeekDay {
  /** YYYY-MM-DD */
  date: string;
  /** Why it is closed; empty for a weekday without hours; null when it is open. */
  closed: string | null;
  /** Length of its arrival windows together. */
  minutes: number;
  /** What customers read in weather mode; null in fair weather. */
  rain: string | null;
  /** Of each window and mode; empty unless they were asked for. */
  places: WindowPlaces[];
}

/** A day on which a person of the shop is not here. */
export interface Absence {
  user_id: string;
  /** YYYY-MM-DD */
  day: string;
}

export interface Week {
  /** YYYY-MM-DD, a Monday. */
  monday: string;
  days: WeekDay[];
  jobs: WeekJob[];
  /** Who is not here on which day. */
  away: Absence[];
  /** The earliest opening and the latest closing of the week, in minutes after midnight. */
  hours: { opens: number; closes: number };
  /** There are more jobs than were read. */
  isCut: boolean;
}

/** A job as the database has it: the package first. */
type StoredJob = Omit<WeekJob, 'service'> & { booking_items: { name: string }[] };

/** Jobs that a week draws. */
const limit = 1000;
const off = '(cancelled,no_show,expired,pending_payment)';

/** Who has what in a week. @param withPlaces also the places of each window @throws AppError */
export async function readWeek(monday: string, withPlaces: boolean): Promise<Week> {
  const dates = daysOf(monday);
  const sunday = addDays(monday, 6);
  const [jobs, hours, windows, closures, rain, away, places] = await Promise.all([
    read((db) =>
      db
        .from('staff_bookings')
        .select(
          'id,number,status,booking_date,booking_time,window_end,minutes,mode,mechanic,vehicle_number,bike_name,phone,customer_name,areas,booking_items,estimated_price,final_price',
        )
        .gte('booking_date', monday)
        .lte('booking_date', sunday)
        .not('status', 'in', off)
        .order('starts_at')
        .limit(limit)
        .overrideTypes<StoredJob[], { merge: false }>(),
    ),
    read((db) => db.from('business_hours').select('weekday,opens,closes')),
    read((db) => db.from('arrival_windows').select('weekday,starts,ends')),
    read((db) => db.from('closures').select('date,closes_at,reason').gte('date', monday).lte('date', sunday)),
    read((db) => db.from('weather_days').select('date,note').gte('date', monday).lte('date', sunday)),
    read((db) => db.from('staff_absences').select('user_id,day').gte('day', monday).lte('day', sunday)),
    withPlaces ? Promise.all(dates.map((date) => listPlaces(date))) : [],
  ]);
  const days = dates.map((date, index) => {
    const weekday = weekdayOf(date);
    const closure = closures.find((one) => one.date === date);
    const reason = closure?.closes_at === null ? closure.reason : undefined;
    return {
      date,
      closed: reason ?? (hours.some((day) => day.weekday === weekday) ? null : ''),
      minutes: minutesOpen(
        windows.filter((window) => window.weekday === weekday),
        closure?.closes_at ?? null,
      ),
      rain: rain.find((day) => day.date === date)?.note ?? null,
      places: places[index] ?? [],
    };
  });
  return {
    monday,
    days,
    jobs: jobs.map(({ booking_items: [work], ...job }) => ({ ...job, service: work?.name ?? null })),
    away,
    hours: {
      opens: Math.min(9 * 60, ...hours.map((day) => minutesOf(day.opens))),
      closes: Math.max(10 * 60, ...hours.map((day) => minutesOf(day.closes))),
    },
    isCut: jobs.length === limit,
  };
}
