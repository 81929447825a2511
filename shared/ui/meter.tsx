import styles from './meter.module.css';

export interface MeterProps {
  /** "399 of 500 rupees used". */
  label: string;
  value: number;
  max: number;
}

/** How much of a limit is used. */
export function Meter({ label, value, max }: MeterProps) {
  const part = max > 0 ? Math.min(Math.max(value / max, 0), 1) * 100 : 0;
  return (
    <svg className={styles.meter} viewBox="0 0 100 10" preserveAspectRatio="none" role="img" aria-label={label}>
      <rect className={styles.used} width={part} height="10" />
      {part > 0 && part < 100 && <rect className={styles.end} x={part} width="0.8" height="10" />}
    </svg>
  );
}
