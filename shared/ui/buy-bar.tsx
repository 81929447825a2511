import type { ReactNode } from 'react';
import { Price } from './price.tsx';
import styles from './buy-bar.module.css';

export interface BuyBarProps {
  rupees: number;
  from?: boolean;
  /** "1 h 45 min, GST included". */
  note: ReactNode;
  /** The one plate button of the view. */
  children: ReactNode;
}

/**
 * Price and main action at the bottom of a phone's screen; the last thing in a page, outside of Wrap. Marked with
 * `data-buy-bar`, so that what else floats at the bottom can make room.
 */
export function BuyBar({ rupees, from, note, children }: BuyBarProps) {
  return (
    <div className={styles.bar} data-buy-bar>
      <div>
        <Price rupees={rupees} from={from} size="l" />
        <span className={styles.note}>{note}</span>
      </div>
      {children}
    </div>
  );
}
