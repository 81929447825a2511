import type { ReactNode } from 'react';
import { Dado } from '../../parts/dado.tsx';
import styles from './services-head.module.css';

export interface ServicesHeadProps {
  title: ReactNode;
  /** What stands under the title: paths of icons. */
  objects: readonly string[];
  lead: ReactNode;
  /** Further text under the lead. */
  children?: ReactNode;
  /** The bike picker. */
  side: ReactNode;
}

/** Top of a page about services: what it is, and the bike picker, which comes before the rest on a phone. */
export function ServicesHead({ title, objects, lead, children, side }: ServicesHeadProps) {
  return (
    <div className={styles.head}>
      <div className={styles.words}>
        <h1>{title}</h1>
        <Dado objects={objects} />
        <p className={styles.lead}>{lead}</p>
      </div>
      <div className={styles.side}>{side}</div>
      {children && <div className={styles.words}>{children}</div>}
    </div>
  );
}
