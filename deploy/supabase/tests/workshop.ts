import type postgres from 'postgres';
import type { JsonObject } from './open-database.ts';

/**
 * Arguments of set_booking_status for a step: at a handover, with a note why there is no code; when the bike is ready, with
 * the reason why not every point was looked at.
 */
export function stepTo(to_status: string): JsonObject {
  const changesHands = to_status === 'picked_up' || to_status === 'completed';
  return {
    to_status,
    ...(to_status === 'ready' && { note: 'Only what was asked for' }),
    ...(changesHands && { without_code: 'The phone was left at home' }),
  };
}

/** Checks every bike in when the step is the inspection, which needs it. */
export async function checkInFor(to_status: string, sql: postgres.Sql): Promise<void> {
  if (to_status !== 'inspecting') return;
  await sql`
    insert into public.booking_checkins (booking_id, odometer_km, checked_in_at)
    select id, 12450, now() from public.service_bookings on conflict do nothing`;
}

/** Marks every line of every job card as done and writes the oil down, so that the work may be finished. */
export async function tickAll(sql: postgres.Sql): Promise<void> {
  await sql`
    update public.booking_checklist
    set done_at = now(), answer = case when is_concern then 'found_and_fixed'::public.concern_answer end
    where done_at is null`;
  await sql`
    insert into public.used_parts (booking_id, position, kind, name, make, grade, hsn, quantity, unit, used_at)
    select b.id, 1, 'oil', 'Engine oil', 'Motul', '15W-50', '27101972', 2.3, 'litre', now()
    from public.service_bookings b where private.missing_oil(b) is not null on conflict do nothing`;
}
