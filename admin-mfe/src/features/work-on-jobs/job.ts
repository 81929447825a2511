import { callRpc } from '@twostroke/shared/client';
import type { WorkshopJob, JobHead, MarkAnswer } from '@twostroke/shared/contracts/answers/job';
import type { JobMark } from '@twostroke/shared/contracts/functions';

export type { WorkshopJob, JobHead, JobMark, MarkAnswer };
export type Point = WorkshopJob['inspection'][number];
export type PointState = Point['state'];
export type TickedLine = WorkshopJob['checklist'][number];

/** The jobs of the floor that the caller may work on. @throws AppError */
export async function readJobs(): Promise<JobHead[]> {
  return callRpc('list_jobs', {});
}

/** @throws AppError `not_found`, also for the job of another mechanic */
export async function readJob(booking: string): Promise<WorkshopJob> {
  return callRpc('get_job', { booking });
}

/** Sends a mark; sending it again changes nothing. @throws AppError */
export async function sendMark(booking: string, mark: JobMark): Promise<MarkAnswer> {
  return callRpc('mark_job', { booking, mark });
}
