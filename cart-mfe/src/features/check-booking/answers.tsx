import type { ReactNode } from 'react';
import { Anchor } from '@twostroke/shared/ui/anchor';
import { classList } from '@twostroke/shared/ui/class-list';
import styles from './answers.module.css';
import { VisuallyHidden } from '@twostroke/shared/ui/visually-hidden';

export interface Answer {
  label: string;
  value: ReactNode;
  /** Where to change it, and the screen reader's text after "Change": "day and time". */
  change?: { to: string; what: string };
}

/** What was entered, to be checked before it is sent. */
export function Answers({ answers, className }: { answers: readonly Answer[]; className?: string }) {
  return (
    <dl className={classList(styles.answers, className)}>
      {answers.map((answer) => (
        <div className={styles.row} key={answer.label}>
          <dt className={styles.label}>{answer.label}</dt>
          <dd className={styles.value}>{answer.value}</dd>
          {answer.change && (
            <dd className={styles.change}>
              <Anchor to={answer.change.to}>
                Change<VisuallyHidden> {answer.change.what}</VisuallyHidden>
              </Anchor>
            </dd>
          )}
        </div>
      ))}
    </dl>
  );
}
