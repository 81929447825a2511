import { Anchor } from '@twostroke/shared/ui/anchor';
import { classList } from '@twostroke/shared/ui/class-list';
import type { DragEvent, ReactNode } from 'react';
import { bikeOf, type PlannedJob } from '../model/board-job.ts';
import styles from './carried-job.module.css';

export interface CarriedJobProps {
  job: PlannedJob;
  /** The address that opens its booking. */
  to: string;
  /** Asks what to do with it; undefined where the duty moves and assigns nothing. */
  onMore: ((job: PlannedJob) => void) | undefined;
  /** Of the whole, and of the link in it. */
  className: string | undefined;
  linkClassName: string | undefined;
  children: ReactNode;
}

/** A job that is opened by a press, carried to another place by dragging, and moved or assigned from its menu. */
export function CarriedJob({ job, to, onMore, className, linkClassName, children }: CarriedJobProps) {
  return (
    <div
      className={classList(styles.job, className)}
      data-job={job.id}
      draggable={onMore !== undefined}
      onDragStart={(event) => carry(event, job)}
    >
      <Anchor to={to} className={linkClassName} draggable={false}>
        {children}
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
}

/** Drag carries the id of the booking. It is an extra: the menu of the job does the same. */
const dragged = 'text/x-booking';

function carry(event: DragEvent, job: PlannedJob): void {
  event.dataTransfer.setData(dragged, job.id);
  event.dataTransfer.effectAllowed = 'move';
}

/** What makes an element take a job. @param take gets the id of the booking; undefined: it takes none */
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
