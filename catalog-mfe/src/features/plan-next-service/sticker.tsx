import type { ReactNode } from 'react';
import styles from './sticker.module.css';

export interface StickerProps {
  title: string;
  rows: readonly { label: string; value: ReactNode }[];
}

/** The sticker that ends a service: next due. At most one on a page. */
export function Sticker({ title, rows }: StickerProps) {
  return (
    <div className={styles.sticker}>
      <span className={styles.top}>{title}</span>
      {rows.map((row) => (
        <span className={styles.row} key={row.label}>
          <span className={styles.label}>{row.label} </span>
          <span>{row.value}</span>
        </span>
      ))}
    </div>
  );
}
