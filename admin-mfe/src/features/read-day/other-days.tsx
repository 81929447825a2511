import { formatDay, nearDay } from '@twostroke/shared/domain/calendar';
import { Disclosure } from '@twostroke/shared/ui/disclosure';
import type { BoardJob } from '../../model/board-job.ts';
import { JobTicket } from '../../parts/job-ticket.tsx';
import styles from './other-days.module.css';
import { SomeJobs } from './some-jobs.tsx';

export interface OtherDaysLaneProps {
  unassigned: readonly BoardJob[];
  /** Of an earlier day, neither here nor over. */
  leftOver: readonly BoardJob[];
  /** `YYYY-MM-DD` */
  today: string;
}

/** Unassigned jobs of other days than the one of the board, and what was left on earlier ones. */
export function OtherDaysLane({ unassigned, leftOver, today }: OtherDaysLaneProps) {
  const days = [...new Set(unassigned.map(({ booking_date }) => booking_date))];
  const first = days[0];
  const later = unassigned.filter(({ booking_date }) => booking_date !== first);
  return (
    <section className={styles.lane} aria-labelledby="other-days">
      <h2 id="other-days" className={styles.title}>
        <span>Not assigned, other days</span> <span>{unassigned.length}</span>
      </h2>
      <div className={styles.body}>
        {unassigned.length === 0 && <p className={styles.none}>No booking of another day waits for a mechanic.</p>}
        {first !== undefined && (
          <Jobs name={dayWords(first, today)} jobs={unassigned.filter(({ booking_date }) => booking_date === first)} />
        )}
        {later.length > 0 && (
          <Disclosure summary={`Later: ${later.length}`}>
            <div className={styles.body}>
              <SomeJobs jobs={later} first={10}>
                {(job) => <JobTicket key={job.id} job={job} withDay />}
              </SomeJobs>
            </div>
          </Disclosure>
        )}
        {leftOver.length > 0 && <Jobs name="Left from earlier days" jobs={leftOver} />}
      </div>
    </section>
  );
}

function Jobs({ name, jobs }: { name: string; jobs: readonly BoardJob[] }) {
  return (
    <section className={styles.body} aria-label={name}>
      <h3 className={styles.day}>
        <span>{name}</span> <span>{jobs.length}</span>
      </h3>
      <SomeJobs jobs={jobs} first={10}>
        {(job) => <JobTicket key={job.id} job={job} withDay />}
      </SomeJobs>
    </section>
  );
}

function dayWords(date: string, today: string): string {
  return [formatDay(date), nearDay(date, today)].filter(Boolean).join(', ');
}
