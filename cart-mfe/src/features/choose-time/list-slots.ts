import { callRpc } from '@twostroke/shared/data';
import type { Job } from '../../booking/job.ts';

export type WindowWhy = 'full' | 'past' | 'too_soon' | 'too_long' | 'closed';

export interface ArrivalWindow {
  /** HH:MM */
  start: string;
  end: string;
  free: number;
  places: number;
  /** Why it can't be booked; null when it can. */
  why: WindowWhy | null;
}

export interface SlotDay {
  /** YYYY-MM-DD */
  date: string;
  /** The reason, when the shop is closed all day. */
  closed: string | null;
  /** A remark, e.g. of a half day. */
  note: string | null;
  windows: ArrivalWindow[];
}

export interface SlotCalendar {
  today: string;
  minutes: number;
  /** Consecutive windows the job needs. */
  windows: number;
  first_free: { date: string; start: string; end: string; free: number } | null;
  days: SlotDay[];
}

/**
 * Free times of a job, seven days at a time.
 * @param fromDate YYYY-MM-DD; today when null
 * @throws AppError
 */
export async function listSlots(job: Job, fromDate: string | null): Promise<SlotCalendar> {
  const { mode, items, model } = job;
  const args = { mode, items, model, days: 7, ...(fromDate ? { from_date: fromDate } : {}) };
  return (await callRpc('list_slots', args)) as unknown as SlotCalendar;
}
