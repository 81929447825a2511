import type { StateTime } from '../model/state-time.ts';
import styles from './time-line.module.css';

/** Width of the picture; the longer of the time allowed and the time passed fills it. */
const width = 200;

/** The time in a status: thin what is allowed, thick what has passed, red what is over. The words beside it say it. */
export function TimeLine({ time: { minutes, allowed, isOver } }: { time: StateTime }) {
  const scale = (width - 2) / Math.max(minutes, allowed);
  const end = Math.round(allowed * scale);
  return (
    <svg className={styles.line} viewBox={`0 0 ${width} 10`} preserveAspectRatio="none" aria-hidden="true">
      <path className={styles.thin} d={`M0 5H${end}`} />
      <path className={styles.thick} d={`M0 5H${Math.round(Math.min(minutes, allowed) * scale)}`} />
      {isOver && <path className={styles.over} d={`M${end} 5H${Math.round(minutes * scale)}`} />}
      <path className={styles.end} d={`M${end} 0V10`} />
    </svg>
  );
}
