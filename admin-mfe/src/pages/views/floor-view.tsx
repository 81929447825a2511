import { formatDay } from '@twostroke/shared/domain/calendar';
import { Head } from '@twostroke/shared/ui/head';
import { LiveMark } from '@twostroke/shared/ui/live-mark';
import { Stack } from '@twostroke/shared/ui/stack';
import { useOnline } from '@twostroke/shared/ui/use-online';
import { useState } from 'react';
import { useLiveDay, type ChangedIds } from '../../features/follow-day/use-live-day.ts';
import { JobList } from '../../features/work-on-jobs/job-list.tsx';
import { JobPage } from '../../features/work-on-jobs/job-page.tsx';
import { NetMark } from '../../features/work-on-jobs/net-mark.tsx';
import { refreshJob } from '../../features/work-on-jobs/refresh-job.ts';
import { useLatestJobs } from '../../features/work-on-jobs/use-latest-jobs.ts';
import type { FloorData } from './load-floor.ts';

/** With its data, so that both are one download. */
export { loadFloor } from './load-floor.ts';

/** /admin?view=floor: the jobs of a mechanic's day, and each of them for a phone. Both follow what others change. */
export function FloorView({ jobs: read, job, today, isKept = false }: FloorData) {
  const { jobs, refresh } = useLatestJobs(read);
  /** The job that was given to somebody else while its page is open. */
  const [lost, setLost] = useState<string | null>(null);
  const follow = async (changed: ChangedIds): Promise<void> => {
    if (!job) await refresh(changed ?? []);
    else if (changed === null || changed.includes(job.id)) setLost((await refreshJob(job.id)) ? null : job.id);
  };
  const live = useLiveDay(follow, { catchUp: true });
  const isCutOff = !useOnline() || (isKept && !live);
  if (job)
    return (
      <>
        <Head title={`${job.vehicle_number ?? job.number} | Twostroke`} noIndex />
        <JobPage key={job.id} read={job} live={live} isCutOff={isCutOff} isLost={lost === job.id} />
      </>
    );
  const done = jobs.filter(({ status }) => status === 'completed').length;
  return (
    <Stack>
      <Head title="My jobs | Twostroke" noIndex />
      <h1>My jobs</h1>
      <p>
        {formatDay(today)}: {jobs.length === 1 ? '1 job' : `${jobs.length} jobs`}, {done} done.
      </p>
      <LiveMark live={live}>{live ? 'Live' : 'Not live'}</LiveMark>
      <NetMark />
      <JobList jobs={jobs} today={today} />
    </Stack>
  );
}
