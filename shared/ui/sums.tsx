import type { ReactNode } from 'react';
import { classList } from './class-list.ts';
import styles from './sums.module.css';

export interface Sum {
  label: string;
  value: ReactNode;
  muted?: boolean;
  /** Dark rule above and a sign figure. */
  total?: boolean;
}

/** A bill: label left, amount right. */
export function Sums({ rows, className }: { rows: readonly Sum[]; className?: string }) {
  return (
    <dl className={classList(styles.sums, className)}>
      {rows.map((row) => (
        <div key={row.label} className={classList(styles.row, row.muted && styles.muted, row.total && styles.total)}>
          <dt>{row.label}</dt>
          <dd className={styles.value}>{row.value}</dd>
        </div>
      ))}
    </dl>
  );
}
