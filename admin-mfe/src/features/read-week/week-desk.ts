import type { PlannedJob } from '../../model/board-job.ts';

/** What can be done with the jobs of a week; both are missing where the duty moves and assigns nothing. */
export interface WeekDesk {
  onMore?: ((job: PlannedJob) => void) | undefined;
  /** @param place a day, and the person in whose row it is; null: the row of unassigned jobs */
  onDrop?: ((booking: string, place: { date: string; mechanic?: string | null }) => void) | undefined;
}
