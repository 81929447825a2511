import { statusBadge } from '@twostroke/shared/domain/booking-status';
import { formatDay, formatWindow } from '@twostroke/shared/domain/calendar';
import type { BookingStatus } from '@twostroke/shared/domain/database-enum';
import { formatRupees } from '@twostroke/shared/domain/money';
import { Badge } from '@twostroke/shared/ui/badge';
import { classList } from '@twostroke/shared/ui/class-list';
import { PlateNumber } from '@twostroke/shared/ui/plate-number';
import { memo } from 'react';
import { isDone, promiseOf, questionWords, type BoardJob } from '../model/board-job.ts';
import { modeName } from '../model/booking-row.ts';
import { stateTime } from '../model/state-time.ts';
import { useBoardDesk } from './board-desk.ts';
import { CarriedJob } from './carried-job.tsx';
import styles from './job-ticket.module.css';
import { TimeLine } from './time-line.tsx';

const strokes: Readonly<Record<BookingStatus, string | undefined>> = {
  pending_payment: undefined,
  confirmed: styles.fresh,
  assigned: undefined,
  on_the_way: styles.working,
  picked_up: styles.working,
  inspecting: styles.working,
  awaiting_approval: styles.waiting,
  in_service: styles.working,
  quality_check: styles.working,
  ready: styles.done,
  completed: styles.done,
  cancelled: styles.off,
  no_show: styles.off,
  expired: styles.off,
};

/** What most cards are; the others say their status. */
const usual: readonly BookingStatus[] = ['confirmed', 'assigned'];

export interface JobTicketProps {
  job: BoardJob;
  /** With day and window: in a list other than the day's board. */
  withDay?: boolean;
  /** With its mode: where the lane does not say it. */
  withMode?: boolean;
}

/**
 * One job on the board: the plate first, then the work, the place, the time in its status and who has it. It is drawn
 * again only when its job or the desk changes: a board has hundreds.
 */
export const JobTicket = memo(function JobTicket({ job, withDay = false, withMode = withDay }: JobTicketProps) {
  const { now, hrefOf, onMore } = useBoardDesk();
  const time = stateTime(job, now);
  const promise = promiseOf(job, now);
  const question = questionWords(job, now);
  const isLate = time?.isOver || promise.late;
  const place = [
    withDay && `${formatDay(job.booking_date)}, ${formatWindow(job.booking_time, job.window_end)}`,
    withMode && modeName(job.mode),
    job.area_name ?? job.customer_name,
    job.due !== null && job.due > 0 && `${formatRupees(job.due)} due`,
  ];
  return (
    <CarriedJob
      job={job}
      to={hrefOf(job.id)}
      onMore={onMore}
      className={classList(styles.ticket, isLate ? styles.late : strokes[job.status])}
      linkClassName={styles.open}
    >
      <span className={styles.head}>
        {job.vehicle_number ? (
          <PlateNumber number={job.vehicle_number} size="small" />
        ) : (
          <span className={styles.small}>Plate not issued</span>
        )}
        {!usual.includes(job.status) && <Badge {...statusBadge(job.status)} />}
      </span>
      <span>
        <b>{job.service ?? 'Service'}</b>, {job.model}
      </span>
      <span className={styles.small}>{place.filter(Boolean).join(', ')}</span>
      {(job.ready_time !== null || promise.late) && job.status !== 'ready' && !isDone(job) && (
        <span className={promise.late ? styles.over : styles.small}>
          {promise.words}
          {promise.late && ', late'}
        </span>
      )}
      {question && <span className={styles.small}>{question}</span>}
      {time && <TimeLine time={time} />}
      <span className={styles.foot}>
        <span className={time?.isOver ? styles.over : undefined}>{time?.words}</span>
        <span className={styles.who}>{job.mechanic ?? '–'}</span>
      </span>
    </CarriedJob>
  );
});
