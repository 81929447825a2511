import { classList } from './class-list.ts';
import styles from './wheel.module.css';

export interface WheelProps {
  /** "One moment": shown beside the wheel and announced. Without it the wheel is decoration. */
  label?: string;
  small?: boolean;
}

/** A turning wheel: for the session and busy buttons only. Pages load as skeletons. */
export function Wheel({ label, small }: WheelProps) {
  const wheel = <span className={classList(styles.wheel, small && styles.small)} aria-hidden="true" />;
  if (!label) return wheel;
  return (
    <span className={styles.status} role="status">
      {wheel}
      {label}
    </span>
  );
}
