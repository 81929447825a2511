import { modeName } from '../../model/booking-row.ts';
import styles from './week.module.css';

/** What the shapes of the strokes mean. */
export function WeekLegend() {
  const shapes = {
    doorstep: 'M0 1H26V13H0Z',
    pickup: 'M0 1H26V8H0ZM0 11H26V13.5H0Z',
    workshop: 'M1 2H25V12H1Z',
  } as const;
  return (
    <p className={styles.legend}>
      {(['doorstep', 'pickup', 'workshop'] as const).map((mode) => (
        <span key={mode}>
          <svg viewBox="0 0 26 14" aria-hidden="true">
            <path className={styles[mode]} d={shapes[mode]} />
          </svg>
          {modeName(mode)}
        </span>
      ))}
    </p>
  );
}
