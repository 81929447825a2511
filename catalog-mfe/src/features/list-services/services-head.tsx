import type { ReactNode } from 'react';
import styles from './services-head.module.css';

export interface ServicesHeadProps {
  title: ReactNode;
  lead: ReactNode;
  /** Further text under the lead. */
  children?: ReactNode;
  /** The bike picker. */
  side: ReactNode;
}

/** Top of a page about services: what it is, and the bike picker, which comes before the rest on a phone. */
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
