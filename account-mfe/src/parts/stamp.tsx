import { classList } from '@twostroke/shared/ui/class-list';
import styles from './stamp.module.css';

export interface StampProps {
  /** "Confirmed" and the date; shown in capitals. */
  lines: readonly string[];
  /** Red, for an end that is not a success: "Cancelled". */
  stop?: boolean;
}

/** Marks something as ended. At most one on a page. */
export function Stamp({ lines, stop }: StampProps) {
  return (
    <span className={classList(styles.stamp, stop && styles.stop)}>
      {lines.map((line) => (
        <span key={line} className={styles.line}>
          {line}{' '}
        </span>
      ))}
    </span>
  );
}
