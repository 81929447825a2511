import type { ReactNode } from 'react';
import styles from './view-frame.module.css';

export interface ViewFrameProps {
  /** In the bar at the top: the heading of the page, and what is beside it. */
  bar: ReactNode;
  children: ReactNode;
}

/** A view of the workshop that is not the board: a bar with its heading, then its parts. */
export function ViewFrame({ bar, children }: ViewFrameProps) {
  return (
    <div className={styles.view}>
      <div className={styles.bar}>{bar}</div>
      {children}
    </div>
  );
}
