import { eventWords, type BookingEvent } from '@twostroke/shared/api/event-messages';
import type postgres from 'postgres';

type EventRow = BookingEvent & { actor_id: string | null };

/** The history of a booking, the oldest first, with its sentences as customers and staff read them. */
export async function readEvents(sql: postgres.Sql, booking: unknown): Promise<(EventRow & { words: string })[]> {
  const rows = await sql<EventRow[]>`
    select actor, actor_id, from_status, to_status, note, moved_from::text, fee, kind, data from public.booking_events
    where booking_id = ${String(booking)} order by id`;
  return rows.map((row) => ({ ...row, words: eventWords(row) }));
}
