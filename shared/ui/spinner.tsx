import { classList } from './class-list.ts';
import styles from './spinner.module.css';

export interface SpinnerProps {
  /** "One moment": shown beside the spinner and announced. Without it the spinner is decoration. */
  label?: string;
  small?: boolean;
}

/** A spinner: for the session and busy buttons only. Pages load as skeletons. */
export function Spinner({ label, small }: SpinnerProps) {
  const ring = <span className={classList(styles.ring, small && styles.small)} aria-hidden="true" />;
  if (!label) return ring;
  return (
    <span className={styles.status} role="status">
      {ring}
      {label}
    </span>
  );
}
