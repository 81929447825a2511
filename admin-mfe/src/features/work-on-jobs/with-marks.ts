import { asWaitingPart } from '../../model/used-parts.ts';
import type { WorkshopJob, JobMark } from './job.ts';
import { withTimer } from './worked-minutes.ts';

/** A job as it will be when the marks that wait on this phone have arrived. */
export function withMarks(job: WorkshopJob, marks: readonly JobMark[]): WorkshopJob {
  return marks.reduce(withMark, job);
}

function withMark(job: WorkshopJob, mark: JobMark): WorkshopJob {
  switch (mark.kind) {
    case 'check_in':
      return {
        ...job,
        status: ['assigned', 'on_the_way', 'picked_up'].includes(job.status) ? 'inspecting' : job.status,
        check_in: {
          odometer_km: mark.odometer_km ?? null,
          fuel: mark.fuel ?? null,
          accessories: mark.accessories ?? [],
          other_items: mark.other_items ?? null,
          damage: mark.damage ?? null,
          checked_in_at: mark.made_at,
        },
      };
    case 'point':
      return {
        ...job,
        inspection: job.inspection.map((point) =>
          point.point === mark.point
            ? {
                ...point,
                state: mark.state,
                value: mark.value ?? null,
                note: mark.note ?? null,
                marked_at: mark.made_at,
              }
            : point,
        ),
      };
    case 'tick':
      return withLine(job, mark.line, {
        done_at: mark.done ? mark.made_at : null,
        not_needed: mark.not_needed ?? null,
      });
    case 'concern':
      return withLine(job, mark.line, {
        done_at: mark.made_at,
        answer: mark.answer,
        answer_note: mark.note ?? null,
      });
    case 'step':
      return { ...job, status: mark.to_status };
    case 'part': {
      const used_parts =
        'part' in mark
          ? [...job.used_parts, asWaitingPart(mark.part)]
          : job.used_parts.filter(({ position, name }) => position !== mark.off || name !== mark.name);
      return { ...job, used_parts, due: Math.max(job.due + batteries(job.used_parts) - batteries(used_parts), 0) };
    }
    case 'timer':
      return { ...job, timers: withTimer(job.timers, mark.running, mark.made_at) };
    case 'test_ride':
      return { ...job, test_ride: withRide(job.test_ride, mark) };
    case 'propose':
      return mark.items.reduce(
        (before, { item, name = '', reason, price = 0, minutes = 0, urgency = null }, index) =>
          withWork(before, {
            ...{ id: `${mark.id} ${index}`, name, reason, price, minutes, urgency, item_id: item ?? null },
            price_version: 1,
          }),
        job,
      );
  }
}

type Work = WorkshopJob['extra_work'][number];

/**
 * With a line of extra work. What the limit allows is approved, and stands on the job card to be ticked; with a line
 * beyond it the job waits for the customer.
 */
function withWork(job: WorkshopJob, line: Omit<Work, 'status' | 'decided_by'>): WorkshopJob {
  const { price, name } = line;
  if (job.limit_used + price > job.approval_limit)
    return {
      ...job,
      status: 'awaiting_approval',
      extra_work: [...job.extra_work, { ...line, status: 'proposed', decided_by: null }],
    };
  const toDo = { done_at: null, not_needed: null, is_concern: false, answer: null, answer_note: null };
  const last = Math.max(0, ...job.checklist.map((each) => each.line));
  return {
    ...job,
    extra_work: [...job.extra_work, { ...line, status: 'approved', decided_by: 'limit' }],
    limit_used: job.limit_used + price,
    agreed: job.agreed + price,
    due: job.due + price,
    checklist: [...job.checklist, { ...toDo, line: last + 1, group_name: 'Extra work', label: name }],
  };
}

function withLine(job: WorkshopJob, line: number, changes: Partial<WorkshopJob['checklist'][number]>): WorkshopJob {
  return { ...job, checklist: job.checklist.map((each) => (each.line === line ? { ...each, ...changes } : each)) };
}

/** What batteries taken back take off the bill. */
const batteries = (parts: WorkshopJob['used_parts']): number =>
  parts.reduce((sum, { kind, price }) => (kind === 'battery_back' ? sum + price : sum), 0);

type Ride = WorkshopJob['test_ride'];

function withRide(before: Ride, mark: JobMark & { kind: 'test_ride' }): Ride {
  if (mark.running) return { by: 'You', started_at: mark.made_at, ended_at: null, odometer_km: null, checks: [] };
  return {
    by: 'You',
    started_at: before?.started_at ?? null,
    ended_at: before?.ended_at ?? mark.made_at,
    odometer_km: mark.odometer_km ?? null,
    checks: mark.checks,
  };
}
