import { statusBadge } from '@twostroke/shared/domain/booking-status';
import { formatDay, formatWindow } from '@twostroke/shared/domain/calendar';
import type { BookingStatus } from '@twostroke/shared/domain/database-enum';
import { formatRupees } from '@twostroke/shared/domain/money';
import { Anchor } from '@twostroke/shared/ui/anchor';
import { Badge } from '@twostroke/shared/ui/badge';
import { PlateNumber } from '@twostroke/shared/ui/plate-number';
import { memo, type DragEvent } from 'react';
import { bikeOf, isDone, promiseOf, type BoardJob } from '../model/board-job.ts';
import { modeName } from '../model/booking-row.ts';
import { stateTime } from '../model/state-time.ts';
import { useBoardDesk } from './board-desk.ts';
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
  const isLate = time?.isOver || promise.late;
  const place = [
    withDay && `${formatDay(job.booking_date)}, ${formatWindow(job.booking_time, job.window_end)}`,
    withMode && modeName(job.mode),
    job.area_name ?? job.customer_name,
    job.due !== null && job.due > 0 && `${formatRupees(job.due)} due`,
  ];
  return (
    <div
      className={[styles.ticket, isLate ? styles.late : strokes[job.status]].filter(Boolean).join(' ')}
      data-job={job.id}
      draggable={onMore !== undefined}
      onDragStart={(event) => carry(event, job)}
    >
      <Anchor to={hrefOf(job.id)} className={styles.open} draggable={false}>
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
        {time && <TimeLine time={time} />}
        <span className={styles.foot}>
          <span className={time?.isOver ? styles.over : undefined}>{time?.words}</span>
          <span className={styles.who}>{job.mechanic ?? '–'}</span>
        </span>
      </Anchor>
      {onMore && (
        <button
          type="button"
          className={styles.more}
          aria-label={`More for ${bikeOf(job)}`}
          onClick={() => onMore(job)}
        >
          ⋯
        </button>
      )}
    </div>
  );
});

/** Drag carries the id of the booking. It is an extra: the menu of the card does the same. */
const dragged = 'text/x-booking';

function carry(event: DragEvent, job: BoardJob): void {
  event.dataTransfer.setData(dragged, job.id);
  event.dataTransfer.effectAllowed = 'move';
}

/** What makes an element take a card. @param take gets the id of the booking; undefined: it takes none */
export function dropOf(take: ((booking: string) => void) | undefined) {
  if (!take) return {};
  return {
    onDragOver: (event: DragEvent) => {
      if (event.dataTransfer.types.includes(dragged)) event.preventDefault();
    },
    onDrop: (event: DragEvent) => {
      event.preventDefault();
      take(event.dataTransfer.getData(dragged));
    },
  };
}
