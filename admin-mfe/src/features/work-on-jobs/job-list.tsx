import { workshopPaths } from '@twostroke/shared/contracts/paths';
import { statusBadge } from '@twostroke/shared/domain/booking-status';
import { formatDay, formatWindow } from '@twostroke/shared/domain/calendar';
import { readyWords } from '@twostroke/shared/domain/ready-words';
import { Anchor } from '@twostroke/shared/ui/anchor';
import { Badge } from '@twostroke/shared/ui/badge';
import { EmptyState } from '@twostroke/shared/ui/empty-state';
import { PlateNumber } from '@twostroke/shared/ui/plate-number';
import floor from './floor.module.css';
import styles from './job-list.module.css';
import { jobPlace } from './job-place.ts';
import type { JobHead } from './job.ts';

/** The jobs of a day: what is here first, then what comes, then what is done. */
export function JobList({ jobs, today }: { jobs: readonly JobHead[]; today: string }) {
  if (jobs.length === 0)
    return <EmptyState title="No jobs now" body="Jobs of today and bikes of earlier days stand here." />;
  return (
    <ul className={styles.list}>
      {[...jobs].sort(byProgress).map((job) => (
        <li key={job.id}>
          <Anchor className={styles.job} to={workshopPaths.floor(job.id)} data-tone={toneOf(job)}>
            <span className={styles.jobHead}>
              {job.vehicle_number ? <PlateNumber number={job.vehicle_number} /> : <span>No plate yet</span>}
              <Badge {...statusBadge(job.status)} />
            </span>
            <b className={styles.wide}>
              {job.service}, {job.bike_name}
            </b>
            <span className={floor.small}>
              {job.booking_date < today
                ? `Since ${formatDay(job.booking_date)}`
                : formatWindow(job.booking_time, job.window_end)}
              {jobPlace(job) && `, ${jobPlace(job)}`}
              {job.ready_time && `, promised ${readyWords(job.ready_date, job.ready_time)}`}
            </span>
            <span className={floor.small}>{job.mechanic ?? 'Not assigned'}</span>
          </Anchor>
        </li>
      ))}
    </ul>
  );
}

const order = (job: JobHead): number =>
  job.status === 'completed' ? 2 : job.status === 'confirmed' || job.status === 'assigned' ? 1 : 0;

const byProgress = (one: JobHead, other: JobHead): number =>
  order(one) - order(other) ||
  `${one.booking_date} ${one.booking_time}`.localeCompare(`${other.booking_date} ${other.booking_time}`);

function toneOf({ status, mechanic }: JobHead): string | undefined {
  if (status === 'awaiting_approval') return 'warn';
  if (mechanic === null) return 'new';
  return status === 'completed' || status === 'confirmed' || status === 'assigned' ? undefined : 'work';
}
