import assert from 'node:assert/strict';
import { checkSums } from './invoiced-bookings.ts';
import type { TestDatabase } from './open-database.ts';

/* What must hold of jobs and their money at any moment, computed from the rows and not by the functions that write them. */

interface Bill {
  serial: number;
  year: string;
  booking: string;
  total: number;
  credited: number;
  replaced: boolean;
  data: Parameters<typeof checkSums>[0];
}
interface Job {
  id: string;
  status: string;
  /** Rupees of the lines of the quote, and of what was agreed. */
  items: number;
  discount: number;
  estimate: number;
  approved: number;
  batteries: number;
  agreed: number;
  due: number;
  captured: number;
  refunded: number;
  paid: number;
  /** Its version, and those that its history tells. */
  edits: number;
  told: number[];
  /** Points that nobody looked at, and the reason that was given when the bike was ready. */
  unchecked: number;
  reason: string | null;
  /** Whether other work was agreed since the bike was made ready: its points are checked before it is handed back. */
  changed: boolean;
  /** Parts billed above what their work costs, and out of work that was not approved. */
  over: number;
  unbilled: number;
  /** Lines of the job card, and other lines of the same item, that no answer stands behind. */
  ghosts: number;
  doubled: number;
  running: number;
  /** Rupees of the limit, of extra work within it, and of changes of the booked work without a yes, in their order. */
  limit: number;
  within: number;
  unasked: number[];
}

/** Asserts that sums, series, versions, timers and declined work of all bookings agree. */
export async function checkJobs(db: TestDatabase): Promise<void> {
  const [shop] = await db.sql<
    {
      jobs: Job[];
      bills: Bill[];
      notes: { serial: number; year: string; data: { lines: Bill['data']['lines']; total: number }; total: number }[];
      counters: { kind: string; year: string; last: number }[];
      overlapping: number;
      declined: { item: string; booked: number; name: string; live: boolean }[];
      booked: { booking: string; works: number; lines: number }[];
    }[]
  >`
    select
      (select coalesce(jsonb_agg(jsonb_build_object('id', b.id, 'status', b.status,
        'items', (select coalesce(sum(i.price), 0) from public.booking_items i where i.booking_id = b.id),
        'discount', b.discount, 'estimate', b.estimated_price, 'agreed', private.agreed_price(b),
        'approved', (select coalesce(sum(e.price), 0) from public.extra_work e where e.booking_id = b.id and e.status = 'approved'),
        'batteries', (select coalesce(sum(p.price), 0) from public.used_parts p where p.booking_id = b.id and p.kind = 'battery_back'),
        'due', private.amount_due(b), 'paid', private.paid_paise(b.id),
        'captured', (select coalesce(sum(p.captured_paise), 0) from public.payments p where p.booking_id = b.id),
        'refunded', (select coalesce(sum(r.amount_paise), 0) from public.refunds r where r.booking_id = b.id),
        'edits', b.edits,
        'told', (select coalesce(jsonb_agg((e.data ->> 'edit')::int order by e.id), '[]') from public.booking_events e
          where e.booking_id = b.id and (e.kind = 'items_changed' or e.kind = 'corrected' and not e.data -> 'before' ? 'mechanic')),
        'unchecked', private.count_unchecked(b.id),
        'reason', (private.made_ready(b.id)).note,
        'changed', exists (select from public.booking_events e where e.booking_id = b.id and e.kind = 'items_changed'
          and e.id > (private.made_ready(b.id)).id),
        'over', (select count(*) from public.extra_work e where e.booking_id = b.id and e.status = 'approved'
          and e.price < private.billed_parts(b.id, e.id)),
        'unbilled', (select count(*) from public.used_parts p join public.extra_work e on e.id = p.extra_work_id
          where p.booking_id = b.id and p.price > 0 and e.status in ('declined', 'later')),
        'ghosts', (select count(*) from public.booking_checklist c join public.extra_work e on e.id = c.extra_work_id
          where c.booking_id = b.id and e.status <> 'approved'),
        'doubled', (select count(*) from public.extra_work e join public.extra_work o using (booking_id, item_id)
          where e.booking_id = b.id and e.id < o.id and not private.is_per_place(e.item_id)
            and e.status in ('proposed', 'approved') and o.status in ('proposed', 'approved')),
        'running', (select count(*) from private.work_timers t where t.booking_id = b.id and t.stopped_at is null),
        'limit', b.approval_limit,
        'within', (select coalesce(sum(e.price), 0) from public.extra_work e where e.booking_id = b.id and e.decided_by = 'limit'),
        'unasked', (select coalesce(jsonb_agg((e.data ->> 'to')::int - (e.data ->> 'from')::int order by e.id), '[]')
          from public.booking_events e
          where e.booking_id = b.id and e.kind = 'items_changed' and e.actor = 'admin' and e.note is null)
        )), '[]') from public.service_bookings b) as jobs,
      (select coalesce(jsonb_agg(jsonb_build_object('serial', i.serial, 'year', i.financial_year, 'booking', i.booking_id,
        'total', i.total, 'data', i.data, 'replaced', exists (select from public.invoices n where n.replaces = i.id),
        'credited', (select coalesce(sum(c.total), 0) from public.credit_notes c where c.invoice_id = i.id)
        ) order by i.serial), '[]') from public.invoices i) as bills,
      (select coalesce(jsonb_agg(jsonb_build_object('serial', n.serial, 'year', n.financial_year, 'total', n.total,
        'data', n.data) order by n.serial), '[]') from public.credit_notes n) as notes,
      (select coalesce(jsonb_agg(to_jsonb(c)), '[]') from (
        select 'invoice' as kind, financial_year as year, last_serial as last from private.invoice_counters
        union all select 'credit note', financial_year, last_serial from private.credit_note_counters) c) as counters,
      (select count(*)::int from private.work_timers a join private.work_timers b on a.user_id = b.user_id and a.id < b.id
        and tstzrange(a.started_at, coalesce(a.stopped_at, 'infinity')) && tstzrange(b.started_at, coalesce(b.stopped_at, 'infinity'))
      ) as overlapping,
      (select coalesce(jsonb_agg(jsonb_build_object('booking', b.id,
        'works', (select count(*) from public.declined_work d where d.booked_with = b.id),
        'lines', (select count(*) from public.booking_items i where i.booking_id = b.id and i.package_type = 'addon'
          and (i.item_id = 'declined-work' or not exists (select from public.addons a where a.slug = i.item_id)))
        )), '[]') from public.service_bookings b where not private.is_void(b)) as booked`;
  assert.ok(shop);
  const { jobs, bills, notes, counters, overlapping, booked } = shop;

  for (const job of jobs) {
    const about = `${job.status} ${job.id}`;
    assert.equal(job.items - job.discount, job.estimate, `${about}: the quote is the sum of its lines`);
    assert.equal(job.agreed, job.estimate + job.approved - job.batteries, `${about}: what was agreed`);
    assert.equal(job.paid, job.captured - job.refunded, `${about}: payments less refunds`);
    assert.deepEqual(job.told, job.told.map((_, index) => index + 1), `${about}: versions rise by one`); // oxfmt-ignore
    assert.equal(job.edits, job.told.length, `${about}: the version is the last one`);
    assert.equal(job.over, 0, `${about}: parts are billed above their work`);
    assert.equal(job.unbilled, 0, `${about}: parts of work that was declined are billed`);
    assert.equal(job.ghosts, 0, `${about}: work without a yes is on the job card`);
    assert.equal(job.doubled, 0, `${about}: one item is done twice`);
    const rises = job.unasked.reduce((used, rise) => Math.max(0, used + rise), 0);
    assert.ok(job.within + rises <= job.limit, `${about}: ${job.within} + ${rises} without a yes, limit ${job.limit}`);
    if (job.status === 'completed' || (job.status === 'ready' && !job.changed))
      assert.ok(job.unchecked === 0 || job.reason !== null, `${about} with unchecked points and no reason`);
    if (['completed', 'cancelled'].includes(job.status)) assert.equal(job.running, 0, `${about}: a timer runs`);
  }
  assert.equal(overlapping, 0, 'two timers of one person run at the same time');
  // What was declined is done by one booking at most, and each such line of a booking by one work.
  for (const { booking, works, lines } of booked) assert.equal(works, lines, `${booking} does declined work`);

  for (const { data, total, credited, replaced, booking } of bills) {
    checkSums(data);
    for (const line of data.lines) {
      assert.ok(line.gross_paise >= 0 && line.total_paise >= 0, `${line.description} is below zero`);
      if (line.description.endsWith('(declined)')) assert.equal(line.total_paise, 0, line.description);
    }
    assert.ok(credited <= total && (!replaced || credited === total), `${credited} of ${total} credited`);
    const due = jobs.find(({ id }) => id === booking)?.due;
    if (!replaced) assert.equal(due, total - credited, 'what is due is on the invoice');
  }
  for (const { data, total } of notes) {
    for (const line of data.lines) assert.equal(line.cgst_paise, line.sgst_paise, line.description);
    assert.equal(data.lines.reduce((sum, line) => sum + line.total_paise, 0), total * 100); // oxfmt-ignore
  }
  for (const [kind, series] of [
    ['invoice', bills],
    ['credit note', notes],
  ] as const) {
    // oxfmt-ignore
    const years = [...new Set(series.map(({ year }) => year))];
    assert.equal(counters.filter((each) => each.kind === kind).length, years.length);
    for (const year of years) {
      const serials = series.filter((each) => each.year === year).map(({ serial }) => serial);
      assert.deepEqual(serials, serials.map((_, index) => index + 1), `${kind}s are numbered without a gap`); // oxfmt-ignore
      assert.equal(counters.find((each) => each.kind === kind && each.year === year)?.last, serials.length);
    }
  }
}

/** Tables that only staff write, not as a result of an answer of a customer, with the columns of their key: the audit log tells every row of them. */
const ofStaff = {
  'public.used_parts': ['booking_id', 'position'],
  'public.booking_checkins': ['booking_id'],
  'private.work_timers': ['booking_id', 'id'],
  'private.test_rides': ['booking_id'],
  'public.credit_notes': ['number'],
};

/**
 * Asserts that the audit log, replayed, leads to the rows that are there.
 * @param after the last line before any of them was written
 */
export async function checkAudit(db: TestDatabase, after: number): Promise<void> {
  for (const [table, key] of Object.entries(ofStaff)) {
    const rows = await db.sql<{ key: string; row: Record<string, unknown> }[]>`
      select concat_ws(' ', ${db.sql.unsafe(key.join(', '))}) as key, to_jsonb(t) - 'request_id' as row from ${db.sql(table)} t`;
    const lines = await db.sql<{ key: string; action: string; after: Record<string, unknown> | null }[]>`
      select row_key as key, action, after from public.audit_log
      where id > ${after} and table_name = ${table.split('.')[1] ?? ''} order by id`;
    const told = new Map<string, Record<string, unknown>>();
    for (const { key: row, action, after: values } of lines)
      if (action === 'row_removed') told.delete(row);
      else told.set(row, { ...told.get(row), ...values });
    assert.deepEqual(Object.fromEntries(rows.map((each) => [each.key, each.row])), Object.fromEntries(told), table);
  }
}
