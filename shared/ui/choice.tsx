import type { ComponentProps, ReactNode } from 'react';
import { classList } from './class-list.ts';
import styles from './choices.module.css';

export interface ChoiceProps extends Omit<ComponentProps<'input'>, 'type' | 'title'> {
  /** Radio (default) for one of many, checkbox for any of many. */
  type?: 'radio' | 'checkbox';
  title: ReactNode;
  note?: ReactNode;
  /** At the right: a price, places left, an icon. */
  end?: ReactNode;
  /**
   * Why it is unavailable ("full", "too late"): the row is hatched and struck through, with the reason at the right.
   */
  unavailable?: string | null | undefined;
}

/** One row of Choices. The whole row is clickable. */
export function Choice({ type = 'radio', title, note, end, unavailable, className, ...rest }: ChoiceProps) {
  const off = Boolean(unavailable);
  return (
    <label className={classList(styles.choice, off && styles.off, className)}>
      <input {...rest} type={type} disabled={off || rest.disabled} className={styles.control} />
      <span className={styles.words}>
        <span className={styles.title}>{title}</span> {note && <span className={styles.note}>{note}</span>}
      </span>
      <span className={styles.end}>{off ? unavailable : end}</span>
    </label>
  );
}
