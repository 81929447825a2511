import type { TestDatabase } from './open-database.ts';

/** A booking that can be moved, and a full window of its mode. */
interface FullWindow {
  booking: string;
  mode: string;
  to: { date: string; start: string };
}

/** A window without a place, if there is one. */
export async function findFullWindow(db: TestDatabase, at: string): Promise<FullWindow | undefined> {
  const [full] = await db.sql<FullWindow[]>`
    select b.id as booking, b.mode,
      jsonb_build_object('date', p.booking_date, 'start', to_char(p.window_start, 'HH24:MI')) as to
    from public.service_bookings b join public.booking_places p on p.mode = b.mode and p.booking_id is distinct from b.id
    where b.status = 'confirmed' and (p.booking_date + p.window_start) at time zone 'Asia/Kolkata' > ${at}
    group by b.id, p.booking_date, p.window_start, p.mode
    having count(*) >= private.capacity(p.mode, extract(dow from p.booking_date)::int, p.window_start)
    order by b.created_at, p.booking_date, p.window_start limit 1`;
  return full;
}

/** The first of some bookings that was not paid in time. */
export async function findExpired<Booking extends { id: string }>(
  db: TestDatabase,
  bookings: Booking[],
): Promise<Booking | undefined> {
  const expired = await db.sql<{ id: string }[]>`select id from public.service_bookings where status = 'expired'`;
  return bookings.find((each) => expired.some(({ id }) => id === each.id));
}
