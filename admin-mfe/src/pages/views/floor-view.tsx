import { formatDay } from '@twostroke/shared/domain/calendar';
import { Head } from '@twostroke/shared/ui/head';
import { Stack } from '@twostroke/shared/ui/stack';
import { JobList } from '../../features/work-on-jobs/job-list.tsx';
import { JobPage } from '../../features/work-on-jobs/job-page.tsx';
import { NetMark } from '../../features/work-on-jobs/net-mark.tsx';
import type { FloorData } from './load-floor.ts';

/** With its data, so that both are one download. */
export { loadFloor } from './load-floor.ts';

/** /admin?view=floor: the jobs of a mechanic's day, and each of them for a phone. */
export function FloorView({ jobs, job, today }: FloorData) {
  if (job)
    return (
      <>
        <Head title={`${job.vehicle_number ?? job.number} | Twostroke`} noIndex />
        <JobPage key={job.id} read={job} />
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
      <NetMark />
      <JobList jobs={jobs} today={today} />
    </Stack>
  );
}
