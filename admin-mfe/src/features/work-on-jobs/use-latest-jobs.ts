import { useState } from 'react';
import { keepDetails } from './keep-details.ts';
import { keepList } from './kept-jobs.ts';
import { readJobs, type JobHead } from './job.ts';

interface LatestJobs {
  jobs: readonly JobHead[];
  /** Reads the list again. @param changed the jobs that have changed, as far as known @throws AppError */
  refresh: (changed: readonly string[]) => Promise<void>;
}

/** The list as it was read with the page, then as it is after each change. */
export function useLatestJobs(read: readonly JobHead[]): LatestJobs {
  const [latest, setLatest] = useState({ read, jobs: read });
  if (latest.read !== read) setLatest({ read, jobs: read });
  const isAsBefore = (job: JobHead): boolean =>
    latest.jobs.some((before) => JSON.stringify(before) === JSON.stringify(job));
  return {
    jobs: latest.jobs,
    async refresh(changed) {
      const jobs = await readJobs();
      keepList(jobs);
      setLatest((before) => ({ ...before, jobs }));
      void keepDetails(jobs.filter((job) => changed.includes(job.id) || !isAsBefore(job)));
    },
  };
}
