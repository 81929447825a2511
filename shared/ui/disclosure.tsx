import type { ReactNode } from 'react';
import { classList } from './class-list.ts';
import styles from './disclosure.module.css';

export interface DisclosureProps {
  summary: ReactNode;
  children: ReactNode;
  /** Open at first. */
  open?: boolean;
  id?: string;
  className?: string;
}

/** Expandable details. Works without script. */
export function Disclosure({ summary, children, open, id, className }: DisclosureProps) {
  return (
    <details className={classList(styles.disclosure, className)} open={open} id={id}>
      <summary className={styles.summary}>{summary}</summary>
      <div className={styles.body}>{children}</div>
    </details>
  );
}
