import { formatRupees } from '@twostroke/shared/domain/money';
import { classList } from './class-list.ts';
import styles from './price.module.css';

export interface PriceProps {
  /** Whole rupees, GST included. */
  rupees: number;
  /** 20, 24 (default), 32 or 52 px. */
  size?: 's' | 'm' | 'l' | 'xl';
  /** The final price is known later: "from ₹12,999". */
  from?: boolean;
  muted?: boolean;
  className?: string;
}

/** A price as a painted figure. */
export function Price({ rupees, size = 'm', from, muted, className }: PriceProps) {
  return (
    <span className={classList(styles.price, size !== 'm' && styles[size], muted && styles.muted, className)}>
      {from && <span className={styles.from}>from </span>}
      {formatRupees(rupees)}
    </span>
  );
}
