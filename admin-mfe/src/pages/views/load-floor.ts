import { atShop } from '@twostroke/shared/domain/calendar';
import { keepDetails } from '../../features/work-on-jobs/keep-details.ts';
import { readJob, readJobs, type WorkshopJob, type JobHead } from '../../features/work-on-jobs/job.ts';
import { keepJob, keepList, keptJobs } from '../../features/work-on-jobs/kept-jobs.ts';
import { isUnreached } from '../../model/is-unreached.ts';

export interface FloorData {
  jobs: JobHead[];
  /** The job in the address; null for the list. */
  job: WorkshopJob | null;
  /** Today at the shop, YYYY-MM-DD. */
  today: string;
  /** It could not be read: this is from before. */
  isKept?: boolean;
}

/** Reads the list, or the job in the address. Without a network: what was read before. @throws AppError */
export async function loadFloor(searchParams: URLSearchParams): Promise<FloorData> {
  const id = searchParams.get('job');
  const today = atShop(new Date()).date;
  try {
    if (id !== null) {
      const job = await readJob(id);
      keepJob(job);
      return { jobs: [], job, today };
    }
    const jobs = await readJobs();
    keepList(jobs);
    void keepDetails(jobs);
    return { jobs, job: null, today };
  } catch (thrown) {
    const kept = isUnreached(thrown) ? keptJobs() : null;
    const job = id === null ? null : kept?.details[id];
    if (!kept || job === undefined) throw thrown;
    return { jobs: kept.jobs, job, today, isKept: true };
  }
}
