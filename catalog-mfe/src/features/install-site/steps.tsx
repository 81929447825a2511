import { TallyStrokes } from '@twostroke/shared/ui/tally';
import type { ReactNode } from 'react';
import styles from './steps.module.css';

interface StepsProps {
  steps: readonly { key: string; text: ReactNode }[];
}

/** Up to four steps, each numbered in strokes. */
export function Steps({ steps }: StepsProps) {
  return (
    <ol className={styles.steps}>
      {steps.map(({ key, text }, index) => (
        <li key={key} className={styles.step}>
          <span className={styles.strokes}>
            <TallyStrokes count={index + 1} />
          </span>
          <span>{text}</span>
        </li>
      ))}
    </ol>
  );
}
