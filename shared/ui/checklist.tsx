import type { ReactNode } from 'react';
import { classList } from './class-list.ts';
import styles from './checklist.module.css';
import { VisuallyHidden } from './visually-hidden.tsx';

/** done: ticked box. doing: yellow box. todo: empty box. not: red slash, not included or declined. */
export type CheckState = 'done' | 'doing' | 'todo' | 'not';

export interface ChecklistItem {
  /** Defaults to the label when that is a string. */
  key?: string;
  state: CheckState;
  label: ReactNode;
  hint?: ReactNode;
  /** What a screen reader hears before this line, in place of the word of its state. */
  word?: string;
  /** At the right: a price. */
  end?: ReactNode;
}

export interface ChecklistProps {
  items: readonly ChecklistItem[];
  /** Two columns where there is room. */
  twoColumns?: boolean;
  /** What a screen reader hears before each line, by state. */
  words?: Partial<Record<CheckState, string>>;
  /** Ticks are drawn stroke by stroke as they appear: only for a list that changes live. */
  live?: boolean;
  className?: string;
}

const usualWords: Record<CheckState, string> = {
  done: 'Done',
  doing: 'Being done',
  todo: 'To do',
  not: 'Not included',
};

/** The lines of a job card, each with its box. */
export function Checklist({ items, twoColumns, words, live, className }: ChecklistProps) {
  return (
    <ul className={classList(styles.list, twoColumns && styles.two, live && styles.live, className)}>
      {items.map((item, index) => (
        <li
          key={item.key ?? (typeof item.label === 'string' ? item.label : index)}
          className={classList(styles.item, item.state !== 'todo' && styles[item.state])}
        >
          <span className={styles.box}>
            <VisuallyHidden>{item.word ?? words?.[item.state] ?? usualWords[item.state]}: </VisuallyHidden>
          </span>
          <span>
            {item.label}
            {item.hint && <span className={styles.hint}>{item.hint}</span>}
          </span>
          {item.end && <span className={styles.end}>{item.end}</span>}
        </li>
      ))}
    </ul>
  );
}
