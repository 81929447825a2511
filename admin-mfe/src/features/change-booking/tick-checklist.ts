import { callRpc } from '@twostroke/shared/data';
import type { JobCardLine } from '@twostroke/shared/data/bookings';

/** Lines that are done, not done after all, or not needed and why. */
export interface Tick {
  lines: number[];
  done: boolean;
  not_needed?: string;
}

/** Ticks lines of a job card. Answers all its lines. @throws AppError `conflict` with hint not_allowed */
export async function tickChecklist(booking: string, tick: Tick): Promise<JobCardLine[]> {
  const { checklist } = (await callRpc('tick_checklist', { booking, ...tick })) as unknown as {
    checklist: JobCardLine[];
  };
  return checklist;
}
