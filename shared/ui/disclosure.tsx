import type { ReactNode } from 'react';
import { classList } from './class-list.ts';
import styles from './disclosure.module.css';

export interface DisclosureProps {
  summary: ReactNode;
  children: ReactNode;
  /** Open at first. */
  open?: boolean;
  /** Called when it is opened or closed. */
  onToggle?: (open: boolean) => void;
  id?: string;
  className?: string;
}

/** Expandable details. Works without script. */
export function Disclosure({ summary, children, open, onToggle, id, className }: DisclosureProps) {
  return (
    <details
      className={classList(styles.disclosure, className)}
      open={open}
      onToggle={onToggle && ((event) => onToggle(event.currentTarget.open))}
      id={id}
    >
      <summary className={styles.summary}>{summary}</summary>
      <div className={styles.body}>{children}</div>
    </details>
  );
}
