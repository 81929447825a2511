import type { ReactNode, Ref } from 'react';
import { classList } from './class-list.ts';
import styles from './cells.module.css';

export interface Cell {
  label: string;
  value: ReactNode;
  note?: ReactNode;
}

export interface CellsProps {
  cells: readonly Cell[];
  /** Cells side by side on a wide screen: 2 (default), 3, 4 or 6. A phone shows two. */
  columns?: 2 | 3 | 4 | 6;
  /** Directly inside a JobCard: the card's edge is the outer rule. */
  flush?: boolean;
  className?: string;
  /** For useFlash, where they change while they are shown. */
  ref?: Ref<HTMLDListElement>;
}

const words = { 2: undefined, 3: styles.three, 4: styles.four, 6: styles.six };

/** Facts worth reading from a metre away: small label, big figure. Not for sentences. */
export function Cells({ cells, columns = 2, flush, className, ref }: CellsProps) {
  return (
    <dl ref={ref} className={classList(styles.cells, words[columns], flush && styles.flush, className)}>
      {cells.map((cell) => (
        <div className={styles.cell} key={cell.label}>
          <dt className={styles.label}>{cell.label}</dt>
          <dd className={styles.value}>
            {cell.value}
            {cell.note && <span className={styles.note}>{cell.note}</span>}
          </dd>
        </div>
      ))}
    </dl>
  );
}
