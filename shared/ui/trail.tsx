import type { ReactNode } from 'react';
import { classList } from './class-list.ts';
import styles from './trail.module.css';

export interface TrailItem {
  key: string;
  /** "8:30 am", "+2 h", "Fri 10:12 am". */
  time: string;
  text: ReactNode;
}

/** What happens (or happened) when, one line each: the plan of the day, the history of a booking. */
export function Trail({ items, wide }: { items: readonly TrailItem[]; /** Room for day and time. */ wide?: boolean }) {
  return (
    <ol className={classList(styles.trail, wide && styles.wide)}>
      {items.map((item) => (
        <li key={item.key} className={styles.item}>
          <span className={styles.time}>{item.time}</span>
          <div>{item.text}</div>
        </li>
      ))}
    </ol>
  );
}
