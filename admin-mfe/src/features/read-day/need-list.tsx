import { ButtonLink } from '@twostroke/shared/ui/button-link';
import type { BoardJob } from '../../model/board-job.ts';
import { JobLine } from '../../parts/job-line.tsx';
import { JobTicket } from '../../parts/job-ticket.tsx';
import { needNames, type Need } from './needs.ts';
import styles from './other-days.module.css';
import { SomeJobs } from './some-jobs.tsx';

export interface NeedListProps {
  need: Need;
  jobs: readonly BoardJob[];
  /** The address of the whole board. */
  boardTo: string;
}

/** The jobs of one need, of every day, instead of the board. */
export function NeedList({ need, jobs, boardTo }: NeedListProps) {
  return (
    <section className={styles.list} aria-labelledby="need">
      <div className={styles.head}>
        <h2 id="need">
          {needNames[need]} <span>{jobs.length}</span>
        </h2>
        <ButtonLink variant="line" small to={boardTo}>
          Whole board
        </ButtonLink>
      </div>
      {jobs.length === 0 && <p>Nothing here.</p>}
      <div className={styles.cards}>
        <SomeJobs jobs={jobs} first={40}>
          {(job) =>
            need === 'billed' ? <JobLine key={job.id} job={job} /> : <JobTicket key={job.id} job={job} withDay />
          }
        </SomeJobs>
      </div>
    </section>
  );
}
