import { workshopPaths } from '@twostroke/shared/contracts/paths';
import { statusBadge, statusWord } from '@twostroke/shared/domain/booking-status';
import { formatInstant } from '@twostroke/shared/domain/calendar';
import { readyWords } from '@twostroke/shared/domain/ready-words';
import { formatRupees } from '@twostroke/shared/domain/money';
import { Anchor } from '@twostroke/shared/ui/anchor';
import { Badge } from '@twostroke/shared/ui/badge';
import { ButtonLink } from '@twostroke/shared/ui/button-link';
import { Icon } from '@twostroke/shared/ui/icon';
import { back, phone } from '@twostroke/shared/ui/icons';
import { LiveMark } from '@twostroke/shared/ui/live-mark';
import { LiveRegion } from '@twostroke/shared/ui/live-region';
import { Note } from '@twostroke/shared/ui/note';
import { PlateNumber } from '@twostroke/shared/ui/plate-number';
import { Row } from '@twostroke/shared/ui/row';
import { Disclosure } from '@twostroke/shared/ui/disclosure';
import { CheckIn } from './check-in.tsx';
import { checkedWords } from '../../model/findings.ts';
import floor from './floor.module.css';
import { HandOver } from './hand-over.tsx';
import { Inspection } from './inspection.tsx';
import { JobCardTicks } from './job-card-ticks.tsx';
import styles from './job-page.module.css';
import { JobParts } from './job-parts.tsx';
import { jobPlace } from './job-place.ts';
import { JobTimer } from './job-timer.tsx';
import { JobSteps } from './job-steps.tsx';
import { keptAt } from './kept-jobs.ts';
import { NetMark } from './net-mark.tsx';
import { OwnWork } from './own-work.tsx';
import type { WorkshopJob } from './job.ts';
import { TestRide } from './test-ride.tsx';
import { useLiveJob, type LiveJob } from './use-marks.ts';

/** What the page is about, by status. */
const titles: Partial<Record<WorkshopJob['status'], string>> = {
  confirmed: 'Not assigned',
  in_service: 'Job card',
  quality_check: 'Quality check',
  ready: 'Finish',
  completed: 'Handed over',
  inspecting: 'Inspection',
  awaiting_approval: 'Inspection',
};

export interface JobPageProps {
  read: WorkshopJob;
  /** Whether changes by others arrive now. */
  live: boolean;
  /** Nothing new can be read: its prices are those of the last reading. */
  isCutOff: boolean;
  /** It was given to somebody else. What waits on this phone is still sent, and shown here when it is rejected. */
  isLost: boolean;
}

/** One job on a phone: what it is, and what has to be done with it now. */
export function JobPage({ read, live: isLive, isCutOff, isLost }: JobPageProps) {
  const live = useLiveJob(read);
  const { job } = live;
  return (
    <div className={styles.page}>
      <div className={styles.head}>
        <Anchor className={styles.back} to={workshopPaths.floor()}>
          <Icon small path={back} />
          My jobs
        </Anchor>
        <Row>
          {job.vehicle_number ? <PlateNumber number={job.vehicle_number} /> : <span>No plate yet</span>}
          <Badge {...statusBadge(job.status)} />
        </Row>
        <h1>{titles[job.status] ?? 'Check-in'}</h1>
        <p className={floor.small}>
          {job.bike_name}, {job.service}, {job.customer_name}, limit {formatRupees(job.approval_limit)}
          {job.ready_time && `, promised ${readyWords(job.ready_date, job.ready_time)}`}
        </p>
        {job.mode !== 'workshop' && <p className={floor.small}>{jobPlace(job)}</p>}
        <LiveMark live={isLive}>{isLive ? 'Live' : 'Not live'}</LiveMark>
        <LiveRegion message={job.status === read.status ? '' : statusWord(job.status)} />
        <NetMark />
        {isCutOff && <PriceDate job={job} />}
        {isLost && (
          <Note tone="warn" role="alert">
            <p>Somebody else has this job now.</p>
          </Note>
        )}
        {job.phone && (
          <ButtonLink variant="line" to={`tel:${job.phone}`}>
            <Icon path={phone} />
            Call
          </ButtonLink>
        )}
      </div>
      {job.notes && isBeforeWork(job.status) && (
        <p className={floor.words}>
          <b>The customer wrote</b>
          {job.notes}
        </p>
      )}
      {/* Hidden, not removed: it may come back, with what was typed. */}
      <div className={styles.stage} hidden={isLost}>
        <JobStage key={stageOf(job)} {...live} />
      </div>
    </div>
  );
}

/** From when the prices are that are shown without a network. */
function PriceDate({ job: { id } }: { job: WorkshopJob }) {
  const readAt = keptAt(id);
  return readAt && <p className={floor.small}>Prices as of {formatInstant(readAt)}.</p>;
}

/** Until the job card asks for the answer to what the customer wrote. */
const isBeforeWork = (status: WorkshopJob['status']): boolean =>
  ['confirmed', 'assigned', 'on_the_way', 'picked_up', 'inspecting', 'awaiting_approval'].includes(status);

type Stage = 'fetch' | 'go' | 'check-in' | 'work' | 'finish' | 'done' | 'none';

/** The statuses of a stage share its fields: what is typed stays when somebody else changes the status. */
function stageOf({ status, mode }: WorkshopJob): Stage {
  switch (status) {
    case 'assigned':
      return mode === 'pickup' ? 'fetch' : mode === 'doorstep' ? 'go' : 'check-in';
    case 'on_the_way':
    case 'picked_up':
      return 'check-in';
    case 'inspecting':
    case 'awaiting_approval':
    case 'in_service':
    case 'quality_check':
      return 'work';
    case 'ready':
      return 'finish';
    case 'completed':
      return 'done';
    default:
      return 'none';
  }
}

/** The part of the work that the status asks for. */
function JobStage(live: LiveJob) {
  const { job } = live;
  switch (stageOf(job)) {
    case 'fetch':
      return <HandOver {...live} to="picked_up" />;
    case 'go':
      return <JobSteps {...live} />;
    case 'check-in':
      return <CheckIn {...live} />;
    case 'work':
      return <Work {...live} />;
    case 'finish':
      return (
        <>
          <JobParts {...live} />
          <TestRide {...live} />
          <HandOver {...live} to="completed" />
          <JobSteps {...live} />
        </>
      );
    case 'done':
      return live.isUnconfirmed ? (
        <Note tone="warn">
          <p>Handed over, not confirmed. The code is checked when the network is back.</p>
        </Note>
      ) : (
        <Note tone="ok">
          <p>The bike is handed over. {job.due > 0 && `${formatRupees(job.due)} is left to pay.`}</p>
        </Note>
      );
    default:
      return (
        <Note>
          <p>Assign it on the board first.</p>
        </Note>
      );
  }
}

/** Looking and repairing: the customer's answer may come between, and the bike may go back. */
function Work(live: LiveJob) {
  const { job } = live;
  const isLooking = job.status === 'inspecting' || job.status === 'awaiting_approval';
  const inspection = (
    <div className={styles.page}>
      <Inspection {...live} />
    </div>
  );
  return (
    <>
      <JobTimer {...live} />
      {!isLooking && <JobCardTicks {...live} />}
      {job.status === 'quality_check' && <TestRide {...live} />}
      {isLooking
        ? inspection
        : job.inspection.length > 0 && (
            <Disclosure summary={`Inspection: ${checkedWords(job.inspection)}`}>{inspection}</Disclosure>
          )}
      <OwnWork {...live} />
      <JobParts {...live} />
      <JobSteps key={job.status} {...live} />
    </>
  );
}
