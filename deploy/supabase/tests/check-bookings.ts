import assert from 'node:assert/strict';
import { rpc } from './open-database.ts';
import type { TestDatabase } from './open-database.ts';

/** The modes of a booking. */
export const modes = ['doorstep', 'pickup', 'workshop'] as const;
const buffers: Record<string, number> = { doorstep: 30, pickup: 15, workshop: 15 };
const windowsOfWeekday = ['09:00', '11:00', '14:00', '16:00'];

/** The windows that a job needs, computed here and not by the database. */
function windowsNeeded(mode: string, start: string, minutes: number): string[] {
  const first = windowsOfWeekday.indexOf(start);
  const count = mode === 'pickup' ? 1 : Math.ceil((minutes + (buffers[mode] ?? 0)) / 120);
  return windowsOfWeekday.slice(first, first + count);
}

interface OfferedDay {
  date: string;
  windows: { start: string; free: number; places: number; why: string | null }[];
}

/**
 * Asserts that places, holds, histories and money of all bookings agree.
 * @param at the instant for which it is checked
 * @param offered the modes whose free places are compared with what list_slots answers
 */
export async function checkBookings(
  db: TestDatabase,
  at: string,
  offered: readonly (typeof modes)[number][] = modes,
): Promise<void> {
  const [story] = await db.sql<
    {
      jobs: {
        id: string;
        mode: string;
        date: string;
        start: string;
        minutes: number;
        windows: number;
        status: string;
        over: boolean;
        kept: number;
        owed: number;
        /** Whole rupees: the bill if there is one, else null, and the agreed amount. */
        bill: number | null;
        agreed: number;
        /** Its invoices that were not replaced. */
        invoices: number;
        /** Whether other work was agreed while the bike was here: its windows are as they were then. */
        kept_windows: boolean;
        /** The number of extra-work lines that wait for an answer, and of job card lines that are not ticked. */
        asked: number;
        unticked: number;
        /** Whether other work was agreed when the bike was ready. */
        added: boolean;
        /** Where it returns after the answer. */
        resume: string | null;
        /** Lines that were declined or put off, and those kept with the bike; approved ones without their line. */
        refused: number;
        kept_with_bike: number;
        forgotten: number;
      }[];
      holds: { id: string; mode: string; date: string; start: string; windows: number }[];
      places: { taker: string; mode: string; date: string; start: string; seat: number; capacity: number }[];
      left: number;
      events: { id: string; actor: string; from: string | null; to: string; legal: boolean }[];
    }[]
  >`
    select
      (select coalesce(jsonb_agg(jsonb_build_object('id', b.id, 'mode', b.mode, 'date', b.booking_date,
        'start', to_char(b.booking_time, 'HH24:MI'), 'minutes', b.minutes, 'windows', b.windows, 'status', b.status,
        'over', b.status in ('cancelled', 'no_show', 'expired')
          or b.status = 'pending_payment' and b.pay_until <= ${at},
        'kept', private.paid_paise(b.id), 'owed', private.amount_due(b) * 100,
        'bill', b.final_price, 'agreed', private.agreed_price(b),
        'invoices', (select count(*) from public.invoices i where i.booking_id = b.id
          and not exists (select from public.invoices n where n.replaces = i.id)),
        'kept_windows', exists (select from public.booking_events e where e.booking_id = b.id and e.kind = 'items_changed'
          and e.from_status not in ('confirmed', 'assigned')),
        'asked', (select count(*) from public.extra_work e where e.booking_id = b.id and e.status = 'proposed'),
        'unticked', (select count(*) from public.booking_checklist c where c.booking_id = b.id and c.done_at is null),
        'added', exists (select from public.booking_events e where e.booking_id = b.id and e.kind = 'items_changed'
          and e.from_status = 'ready'),
        'resume', b.resume_status,
        'refused', (select count(*) from public.extra_work e where e.booking_id = b.id and e.status in ('declined', 'later')),
        'kept_with_bike', (select count(*) from public.declined_work d join public.extra_work e on e.id = d.extra_work_id
          where e.booking_id = b.id),
        'forgotten', (select count(*) from public.extra_work e where e.booking_id = b.id and e.status = 'approved'
          and exists (select from public.booking_checklist c where c.booking_id = b.id)
          and not exists (select from public.booking_checklist c where c.extra_work_id = e.id)))), '[]')
        from public.service_bookings b) as jobs,
      (select coalesce(jsonb_agg(jsonb_build_object('id', h.id, 'mode', h.mode, 'date', h.booking_date,
        'start', to_char(h.booking_time, 'HH24:MI'), 'windows', h.windows)), '[]')
        from private.slot_holds h where h.ended is null and h.expires_at > ${at}) as holds,
      (select coalesce(jsonb_agg(jsonb_build_object('taker', coalesce(p.booking_id, p.hold_id), 'mode', p.mode,
        'date', p.booking_date, 'start', to_char(p.window_start, 'HH24:MI'), 'seat', p.seat,
        'capacity', private.capacity(p.mode, extract(dow from p.booking_date)::int, p.window_start))), '[]')
        from public.booking_places p where p.held_until is null or p.held_until > ${at}) as places,
      (select count(*)::int from public.booking_places p join public.service_bookings b on b.id = p.booking_id
        where b.status in ('cancelled', 'no_show', 'expired')) as left,
      (select coalesce(jsonb_agg(jsonb_build_object('id', e.booking_id, 'actor', e.actor, 'from', e.from_status,
        'to', e.to_status, 'legal', e.from_status = e.to_status or exists (
          select from public.booking_transitions t where t.actor = e.actor and t.from_status = e.from_status
            and t.to_status = e.to_status and (t.modes is null or b.mode = any (t.modes))
            and (t.to_status <> 'expired' or e.at >= b.pay_until))) order by e.id), '[]')
        from public.booking_events e join public.service_bookings b on b.id = e.booking_id) as events`;
  assert.ok(story);
  const { jobs, holds, places, left, events } = story;

  // Each job and each hold has exactly the windows that its minutes with the buffer fill, and no other row exists.
  const standing = jobs.filter(({ over }) => !over);
  const expected = [
    ...standing.flatMap(({ id, mode, date, start, minutes, windows, kept_windows }) =>
      windowsNeeded(mode, start, kept_windows ? windows * 120 - (buffers[mode] ?? 0) : minutes).map(
        (window) => `${date} ${window} ${mode} ${id}`,
      ),
    ),
    ...holds.flatMap(({ id, mode, date, start, windows }) =>
      windowsNeeded(mode, start, windows * 120 - (buffers[mode] ?? 0)).map(
        (window) => `${date} ${window} ${mode} ${id}`,
      ),
    ),
  ];
  assert.deepEqual(places.map((p) => `${p.date} ${p.start} ${p.mode} ${p.taker}`).sort(), expected.sort());

  assert.equal(left, 0, 'places of ended bookings');

  // One job per place, and no more jobs than places: computed from the jobs, not from the numbers of the places.
  const seats = places.map(({ date, start, mode, seat }) => `${date} ${start} ${mode} ${seat}`);
  assert.equal(new Set(seats).size, seats.length);
  for (const { seat, capacity } of places) assert.ok(seat >= 1 && seat <= capacity, `seat ${seat} of ${capacity}`);
  for (const { date, start, mode, capacity } of places) {
    const takers = expected.filter((window) => window.startsWith(`${date} ${start} ${mode} `)).length;
    assert.ok(takers <= capacity, `${takers} of ${capacity}`);
  }

  // The free places that list_slots answers are the capacity less the places taken.
  for (const mode of offered) {
    const slots = await db.undo({ as: 'anon', at }, (tx) =>
      rpc(tx, 'list_slots', { mode, from_date: '2026-11-24', days: 2 }),
    );
    for (const day of slots['days'] as OfferedDay[]) {
      for (const { start, free, places: all, why } of day.windows) {
        const taken = expected.filter((window) => window.startsWith(`${day.date} ${start} ${mode} `)).length;
        const offered = why === null || why === 'full' ? all - taken : 0;
        assert.equal(free, offered, `${day.date} ${start} ${mode}: ${free} free of ${all}, ${taken} taken, ${why}`);
      }
    }
  }

  // The history of each booking is a path through the table of transitions that ends at its current status.
  for (const { id, status, kept, owed, bill, agreed, invoices, asked, unticked, ...work } of jobs) {
    const path = events.filter((event) => event.id === id);
    assert.equal(path[0]?.from, null);
    assert.ok(['confirmed', 'pending_payment'].includes(path[0]?.to ?? ''));
    for (const [index, event] of path.slice(1).entries()) {
      assert.equal(event.from, path[index]?.to);
      assert.ok(event.legal, `${event.actor}: ${event.from} to ${event.to}`);
    }
    assert.equal(path.at(-1)?.to, status);
    // Every captured payment belongs to a booking that takes place, or is refunded.
    assert.ok(kept >= 0 && kept <= (status === 'pending_payment' ? 0 : owed), `${status}: ${kept} of ${owed} paise`);
    // No bill exceeds the agreed price. A completed booking has one invoice, any other has none.
    assert.ok(bill === null || bill <= agreed, `${status}: billed ${bill} of ${agreed}`);
    assert.equal(invoices, status === 'completed' ? 1 : 0, `${status}: ${invoices} invoices`);
    if (status === 'awaiting_approval') assert.ok(asked > 0, 'it waits for an answer without a proposed line');
    if (['in_service', 'quality_check', 'ready', 'completed'].includes(status))
      assert.equal(asked, 0, `${status} before the answer`);
    // Work that was approved in the quality check is open until it is ticked there.
    if (status === 'completed' || (status === 'ready' && !work.added))
      assert.equal(unticked, 0, `${status} before the ticks`);
    assert.equal(work.resume !== null, status === 'awaiting_approval', `${status} returns to ${work.resume}`);
    assert.equal(work.kept_with_bike, work.refused, 'what was declined stays with the bike');
    assert.equal(work.forgotten, 0, 'approved work is on the job card');
  }
}
