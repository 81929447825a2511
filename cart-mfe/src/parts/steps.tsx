import { classList } from '@twostroke/shared/ui/class-list';
import styles from './steps.module.css';

export interface StepsProps {
  total: number;
  /** The current step, from 1. `total + 1` when all are done. */
  current: number;
  /** "place and time" */
  label: string;
}

/**
 * Progress through a form: done steps are thick, the current one yellow, the others thin. The text carries the meaning.
 */
export function Steps({ total, current, label }: StepsProps) {
  return (
    <div className={styles.steps}>
      <ol className={styles.bar} aria-hidden="true">
        {Array.from({ length: total }, (_, index) => (
          <li
            key={index}
            className={classList(styles.step, index + 1 < current && styles.done, index + 1 === current && styles.now)}
          />
        ))}
      </ol>
      <p className={styles.label}>{current > total ? label : `Step ${current} of ${total}: ${label}`}</p>
    </div>
  );
}
