import { formatDay, nearDay } from '@twostroke/shared/domain/calendar';
import { Anchor } from '@twostroke/shared/ui/anchor';
import styles from './other-days.module.css';

export interface WaitingDay {
  /** `YYYY-MM-DD` */
  date: string;
  /** People on its waitlist. */
  count: number;
}

export interface OtherWaitingProps {
  days: readonly WaitingDay[];
  /** `YYYY-MM-DD` */
  today: string;
  /** The board of a day, whose windows list them. */
  hrefOf: (date: string) => string;
}

/** Who waits for a place on other days than the one of the board: a count each, which leads to that day. */
export function OtherWaiting({ days, today, hrefOf }: OtherWaitingProps) {
  if (days.length === 0) return null;
  return (
    <section className={styles.lane} aria-labelledby="other-waiting">
      <h2 id="other-waiting" className={styles.title}>
        <span>Waitlist, other days</span> <span>{days.reduce((sum, { count }) => sum + count, 0)}</span>
      </h2>
      <ul className={styles.waiting}>
        {days.map(({ date, count }) => (
          <li key={date}>
            <Anchor to={hrefOf(date)}>{[formatDay(date), nearDay(date, today)].filter(Boolean).join(', ')}</Anchor>{' '}
            <span>{count === 1 ? '1 waits' : `${count} wait`}</span>
          </li>
        ))}
      </ul>
    </section>
  );
}
