import { OfficeKey } from '../../parts/office-key.tsx';
import styles from './caller.module.css';

export interface CallQuestionProps {
  /** 1 to 6: its key. */
  number: number;
  title: string;
  children: React.ReactNode;
}

/** Id of the heading of a question. */
export const questionId = (number: number): string => `question-${number}`;

/** One numbered question of a call. Its number as a key moves the focus into it. */
export function Question({ number, title, children }: CallQuestionProps) {
  return (
    <section aria-labelledby={questionId(number)} className={styles.question} data-question={number}>
      <div className={styles.head}>
        <h2 id={questionId(number)}>
          {number} {title}
        </h2>
        <OfficeKey>{String(number)}</OfficeKey>
      </div>
      {children}
    </section>
  );
}

/** Moves the focus to the control of a question: the chosen one, or else the first. */
export function focusQuestion(number: number): void {
  const section = document.querySelector(`[data-question="${number}"]`);
  const control =
    section?.querySelector<HTMLElement>('input:checked, [aria-pressed=true], [tabindex="0"]:not(summary)') ??
    section?.querySelector<HTMLElement>('input, select, button, textarea, [tabindex="-1"]');
  control?.focus();
}
