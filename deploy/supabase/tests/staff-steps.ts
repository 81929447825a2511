import type { JsonObject, TestDatabase } from './open-database.ts';
import { stepTo } from './workshop.ts';

/*
 * The steps of staff with a booking, for random sequences. What a step needs besides its name (a note, a code, a ticked
 * list) is filled in here only.
 */

/** Every status that staff could request, also impossible ones. */
const statuses = [
  ...['assigned', 'on_the_way', 'picked_up', 'inspecting', 'awaiting_approval', 'in_service', 'quality_check'],
  ...['ready', 'completed', 'cancelled', 'no_show', 'expired', 'confirmed', 'pending_payment'],
];

/**
 * The arguments of set_booking_status for a step of staff: mostly one that booking_transitions allows and that moves
 * the booking forward, sometimes any other.
 * @param at the instant it happens: a no-show needs a late one
 * @param pick chooses, so that a seed repeats the sequence
 */
export async function staffStep(db: TestDatabase, booking: string, pick: number, at: string): Promise<JsonObject> {
  const allowed = await db.sql<{ to: string; onward: boolean; missed: boolean }[]>`
    select t.to_status as to, t.to_status = 'no_show' and b.starts_at + interval '15 minutes' <= ${at} as missed,
      t.to_status not in ('cancelled', 'no_show', 'awaiting_approval') and not t.needs_note
        and (t.from_status, t.to_status) <> ('on_the_way', 'assigned') as onward
    from public.booking_transitions t join public.service_bookings b on b.status = t.from_status
    where b.id = ${booking} and t.actor = 'admin' and t.to_status <> 'awaiting_approval' and (t.modes is null or b.mode = any (t.modes))
    order by t.to_status <> 'no_show', t.to_status desc`;
  const onward = allowed.filter((step) => step.onward).map(({ to }) => to);
  const other = allowed.filter((step) => !step.onward).map(({ to }) => to);
  const missed = pick % 2 === 0 && allowed.some((step) => step.missed);
  if (missed) return { booking, to_status: 'no_show', note: 'Called twice' };
  const from = pick % 10 === 0 ? statuses : pick % 8 === 7 && other.length > 0 ? other.slice(0, 1) : onward;
  const to_status = from[Math.floor(pick / 10) % Math.max(from.length, 1)] ?? 'completed';
  const step = { booking, ...stepTo(to_status), mechanic: 'Sagar', note: 'Seen to, and told the customer' };
  // The bike is ready without a reason only when every point was looked at.
  if (to_status === 'ready' && pick % 2 === 1) return { booking, to_status };
  if (!('without_code' in step) || pick % 3 === 0) return step;
  const [known] = await db.sql<{ code: string }[]>`
    select code from private.handover_codes where booking_id = ${booking}`;
  const wrong = known?.code === '0000' ? '1111' : '0000';
  return { ...step, without_code: null, handover_code: pick % 4 === 1 ? wrong : (known?.code ?? wrong) };
}

/** Lines of extra work: some within the limit that the customer chose at booking, some beyond it. */
export function extraWork(pick: number): JsonObject[] {
  const line = (name: string, price: number): JsonObject => ({ name, reason: 'Worn out', price, urgency: 'due_now' });
  if (pick % 11 === 0) return [{ item: 'chain-sprocket-replacement', reason: 'Hooked teeth' }];
  if (pick % 7 === 0) return [{ item: 'brake-pad-replacement', reason: 'Worn to 1 mm' }];
  return pick % 2 === 0 ? [line('Brake pads', 200)] : [line('Brake pads', 400), line('Clutch plates', 900)];
}

/** The arguments of tick_checklist: mostly all lines of the job card that are open, sometimes only some. */
export async function ticks(db: TestDatabase, booking: string, pick: number): Promise<JsonObject> {
  const open = await db.sql<{ line: number }[]>`
    select line from public.booking_checklist where booking_id = ${booking} and done_at is null order by line`;
  const lines = open.slice(0, pick % 4 === 0 ? 3 : open.length).map(({ line }) => line);
  return { booking, lines: `{${lines.join(',')}}`, done: true };
}
