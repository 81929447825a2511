import { formatWindow } from '@twostroke/shared/domain/calendar';
import { Tally } from '@twostroke/shared/ui/tally';
import { modeName } from '../../model/booking-row.ts';
import { BookingTicket } from '../../parts/booking-ticket.tsx';
import type { BoardCell, BoardRow, Window } from './board.ts';
import styles from './day-board.module.css';
import { WaitingList } from './waiting-list.tsx';

export interface DayBoardProps {
  windows: readonly Window[];
  rows: readonly BoardRow[];
  /** `HH:MM` at the shop when the day shown is today: marks the current window. */
  now: string | null;
}

/** The day's board: modes down, arrival windows across; stacked on a phone. */
export function DayBoard({ windows, rows, now }: DayBoardProps) {
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
      {rows.map((row) => (
        <section key={row.mode} className={styles.row} aria-label={modeName(row.mode)}>
          <h3 className={styles.mode}>{modeName(row.mode)}</h3>
          {row.cells.map((cell) => (
            <Cell key={cell.starts} cell={cell} />
          ))}
        </section>
      ))}
    </div>
  );
}

function Cell({ cell }: { cell: BoardCell }) {
  return (
    <div className={styles.cell}>
      <p className={styles.caption}>
        <span className={styles.window}>{formatWindow(cell.starts, cell.ends)}</span>
        <Tally count={cell.used} of={cell.places} word="used" />
      </p>
      {cell.bookings.map((booking) => (
        <BookingTicket key={booking.id} booking={booking} />
      ))}
      {cell.waiting.length > 0 && <WaitingList waiting={cell.waiting} />}
    </div>
  );
}

function isRunning({ starts, ends }: Window, now: string): boolean {
  return starts.slice(0, 5) <= now && now < ends.slice(0, 5);
}

function phase(window: Window, now: string): string | undefined {
  if (isRunning(window, now)) return styles.now;
  return window.ends.slice(0, 5) <= now ? styles.past : undefined;
}
