import type { ReactNode } from 'react';
import styles from './services-head.module.css';

export interface ServicesHeadProps {
  title: ReactNode;
  lead: ReactNode;
  /** More words under the lead. */
  children?: ReactNode;
  /** The bike picker. */
  side: ReactNode;
}

/** Top of a page about services: what it is, and the way to one's own price, which on a phone comes before the rest. */
export function ServicesHead({ title, lead, children, side }: ServicesHeadProps) {
  return (
    <div className={styles.head}>
      <div className={styles.words}>
        <h1>{title}</h1>
        <p className={styles.lead}>{lead}</p>
      </div>
      <div className={styles.side}>{side}</div>
      <div className={styles.words}>{children}</div>
    </div>
  );
}
