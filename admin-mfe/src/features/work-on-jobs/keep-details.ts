import { readJob, type JobHead } from './job.ts';
import { keepJob } from './kept-jobs.ts';

/** Reads open jobs one after the other, so that each opens in the bay without a network. */
export async function keepDetails(jobs: readonly JobHead[]): Promise<void> {
  for (const { id, status } of jobs.slice(0, 10)) {
    if (status === 'completed') continue;
    const job = await readJob(id).catch(() => null);
    if (job === null) return;
    keepJob(job);
  }
}
