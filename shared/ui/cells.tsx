import type { ReactNode } from 'react';
import { classList } from './class-list.ts';
import styles from './cells.module.css';
import { useFlash } from './use-flash.tsx';

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
}

const words = { 2: undefined, 3: styles.three, 4: styles.four, 6: styles.six };

/** Facts worth reading from a metre away: small label, big figure. Not for sentences. */
export function Cells({ cells, columns = 2, flush, className }: CellsProps) {
  return (
    <dl className={classList(styles.cells, words[columns], flush && styles.flush, className)}>
      {cells.map((cell) => (
        <OneCell key={cell.label} {...cell} />
      ))}
    </dl>
  );
}

function OneCell({ label, value, note }: Cell) {
  const changed = useFlash<HTMLDivElement>();
  return (
    <div className={styles.cell} ref={changed}>
      <dt className={styles.label}>{label}</dt>
      <dd className={styles.value}>
        {value}
        {note && <span className={styles.note}>{note}</span>}
      </dd>
    </div>
  );
}
