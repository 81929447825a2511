import { formatTime, formatWindow } from '@twostroke/shared/domain/calendar';
import { formatDuration } from '@twostroke/shared/domain/duration';
import { formatRupees } from '@twostroke/shared/domain/money';
import { Tally } from '@twostroke/shared/ui/tally';
import { useState } from 'react';
import { bikeOf, type BoardJob } from '../../model/board-job.ts';
import { dropOf } from '../../parts/carried-job.tsx';
import { JobLine } from '../../parts/job-line.tsx';
import { JobTicket } from '../../parts/job-ticket.tsx';
import type { BoardCell, Lane, Window } from './board.ts';
import styles from './day-board.module.css';
import { SomeJobs } from './some-jobs.tsx';
import { WaitingList } from './waiting-list.tsx';

/** Cards that a cell draws at first. */
const cardsAtFirst = 6;

export interface DayBoardProps {
  windows: readonly Window[];
  lanes: readonly Lane[];
  /** `HH:MM` at the shop when the day shown is today: marks the current window. */
  now: string | null;
  /** Called with the cell on which a card was dropped; missing where the duty moves nothing. */
  onDrop?: (booking: string, lane: Lane, window: Window) => void;
}

/** The day's board: modes or mechanics down, arrival windows across; stacked on a phone. */
export function DayBoard({ windows, lanes, now, onDrop }: DayBoardProps) {
  return (
    <div className={styles.board}>
      <div className={styles.head} aria-hidden="true">
        <span />
        {windows.map((window) => (
          <span key={window.starts} className={now === null ? undefined : phase(window, now)}>
            {formatWindow(window.starts, window.ends)}
            {now !== null && isRunning(window, now) && ' now'}
          </span>
        ))}
      </div>
      {lanes.map((lane) => (
        <section key={lane.name} className={styles.row} aria-label={lane.name}>
          <h3 className={styles.name}>
            {lane.name}
            {lane.isAway && <small>not here</small>}
          </h3>
          {lane.cells.map((cell) => (
            <Cell
              key={cell.starts}
              cell={cell}
              withMode={lane.mode === null}
              isNow={now !== null && isRunning(cell, now)}
              isAway={lane.isAway ?? false}
              onDrop={lane.isAway ? undefined : onDrop && ((booking) => onDrop(booking, lane, cell))}
            />
          ))}
        </section>
      ))}
    </div>
  );
}

interface CellProps {
  cell: BoardCell;
  withMode: boolean;
  isNow: boolean;
  /** The mechanic is not here. */
  isAway: boolean;
  onDrop: ((booking: string) => void) | undefined;
}

function Cell({ cell, withMode, isNow, isAway, onDrop }: CellProps) {
  const { jobs, done, goingOn, waiting, places } = cell;
  const isAllDone = jobs.length === 0 && goingOn.length === 0 && done.length > 0;
  return (
    <div
      className={[styles.cell, isNow && styles.running, isAway && styles.away].filter(Boolean).join(' ')}
      data-window={cell.starts.slice(0, 5)}
      {...dropOf(onDrop)}
    >
      <p className={styles.caption}>
        <span className={styles.window}>{formatWindow(cell.starts, cell.ends)}</span>
        {places ? <Tally count={places.used} of={places.of} word="used" /> : workOf(cell)}
      </p>
      <SomeJobs jobs={jobs} first={cardsAtFirst}>
        {(job) => <JobTicket key={job.id} job={job} withMode={withMode} />}
      </SomeJobs>
      {goingOn.map((job) => (
        <p key={job.id} className={styles.goesOn}>
          <b>{bikeOf(job).slice(-4)}</b> goes on since {formatTime(job.booking_time)}
        </p>
      ))}
      <DoneJobs jobs={done} folds={isAllDone} />
      {waiting.length > 0 && <WaitingList waiting={waiting} withMode={withMode} />}
    </div>
  );
}

/** Jobs that are over, a line each; on a phone a window that is all done is one line until it is opened. */
function DoneJobs({ jobs, folds }: { jobs: readonly BoardJob[]; folds: boolean }) {
  const [open, setOpen] = useState(false);
  if (jobs.length === 0) return null;
  const billed = jobs.filter(({ status }) => status === 'completed');
  const off = jobs.length - billed.length;
  const words = [billed.length > 0 && `${billed.length} done`, off > 0 && `${off} off`].filter(Boolean).join(', ');
  return (
    <div className={folds && !open ? styles.folded : undefined}>
      {folds && (
        <button type="button" className={styles.fold} aria-expanded={open} onClick={() => setOpen(!open)}>
          <span>{words}</span> <span>{formatRupees(billed.reduce((sum, { amount }) => sum + amount, 0))}</span>
        </button>
      )}
      <SomeJobs jobs={jobs} first={cardsAtFirst}>
        {(job) => <JobLine key={job.id} job={job} />}
      </SomeJobs>
    </div>
  );
}

/** What a mechanic has in a window: "1 h 45 min". */
function workOf({ jobs }: BoardCell): string {
  const minutes = jobs.reduce((sum, job) => sum + job.minutes, 0);
  return minutes === 0 ? '' : formatDuration(minutes);
}

function isRunning({ starts, ends }: Window, now: string): boolean {
  return starts.slice(0, 5) <= now && now < ends.slice(0, 5);
}

function phase(window: Window, now: string): string | undefined {
  if (isRunning(window, now)) return styles.now;
  return window.ends.slice(0, 5) <= now ? styles.past : undefined;
}
