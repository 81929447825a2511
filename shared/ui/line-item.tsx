import type { ReactNode } from 'react';
import styles from './line-item.module.css';

export interface LineItemProps {
  title: ReactNode;
  /** At the right of the title: a price, a badge. */
  value?: ReactNode;
  note?: ReactNode;
  /** At the right of the note: remove, quantity, a link. */
  action?: ReactNode;
}

/** One line of a cart or a list of bookings. */
export function LineItem({ title, value, note, action }: LineItemProps) {
  return (
    <div className={styles.line}>
      <span className={styles.title}>{title}</span>
      <span className={styles.value}>{value}</span>
      <span className={styles.note}>{note}</span>
      <span className={styles.action}>{action}</span>
    </div>
  );
}
