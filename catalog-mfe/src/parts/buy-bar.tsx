import type { ReactNode } from 'react';
import { Price } from '@twostroke/shared/ui/price';
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
 * Price and main action at the bottom of a phone's screen; the last element of a page, outside of Container. Marked with
 * `data-buy-bar`, so that other floating elements can make room.
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
