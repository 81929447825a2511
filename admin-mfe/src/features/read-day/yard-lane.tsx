import { statusWord } from '@twostroke/shared/domain/booking-status';
import { formatRupees } from '@twostroke/shared/domain/money';
import { Anchor } from '@twostroke/shared/ui/anchor';
import { Bike } from '@twostroke/shared/ui/bike';
import { PlateNumber } from '@twostroke/shared/ui/plate-number';
import { TallyStrokes } from '@twostroke/shared/ui/tally';
import { promiseOf, questionWords, type BoardJob } from '../../model/board-job.ts';
import { dayInHouse, stateTime } from '../../model/state-time.ts';
import { useBoardDesk } from '../../parts/board-desk.ts';
import { SomeJobs } from './some-jobs.tsx';
import styles from './yard-lane.module.css';

export interface YardLaneProps {
  jobs: readonly BoardJob[];
  /** Whether the board shows today: then these are bikes of earlier days. */
  isToday: boolean;
}

/** The bikes in the workshop that are not on the board of the day, with their days here and what was promised. */
export function YardLane({ jobs, isToday }: YardLaneProps) {
  if (jobs.length === 0) return null;
  return (
    <section aria-labelledby="yard">
      <div className={styles.head}>
        <h2 id="yard">{isToday ? 'In the workshop from earlier days' : 'In the workshop now'}</h2>
        <span>{jobs.length === 1 ? '1 bike' : `${jobs.length} bikes`}</span>
      </div>
      <div className={styles.yard}>
        <SomeJobs jobs={jobs} first={12}>
          {(job) => <StandingBike key={job.id} job={job} />}
        </SomeJobs>
      </div>
    </section>
  );
}

function StandingBike({ job }: { job: BoardJob }) {
  const { now, today, hrefOf } = useBoardDesk();
  const days = dayInHouse(job, today) ?? 1;
  const time = stateTime(job, now);
  const promise = promiseOf(job, now);
  const question = questionWords(job, now);
  const isReady = job.status === 'ready';
  return (
    <Anchor to={hrefOf(job.id)} className={styles.bike} data-job={job.id}>
      <Bike standing body={job.body} className={styles.picture} />
      <span className={styles.facts}>
        {job.vehicle_number ? <PlateNumber number={job.vehicle_number} size="small" /> : <span>{job.number}</span>}
        <b>
          {job.service}, {job.model}
        </b>
        <span>
          {days <= 4 && <TallyStrokes count={days} />} Day {days},{' '}
          {isReady ? (
            <>ready{job.due ? `, ${formatRupees(job.due)} due` : ''}</>
          ) : (
            <>
              {statusWord(job.status).toLowerCase()},{' '}
              <span className={promise.late ? styles.late : undefined}>
                {promise.words}
                {promise.late && ', late'}
              </span>
            </>
          )}
        </span>
        {question && <span>{question}</span>}
        {time && <span className={time.isOver ? styles.late : undefined}>{time.words}</span>}
        <span className={styles.who}>{job.mechanic ?? '–'}</span>
      </span>
    </Anchor>
  );
}
