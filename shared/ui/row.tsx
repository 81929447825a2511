import type { HTMLAttributes } from 'react';
import { classList } from './class-list.ts';
import styles from './stack.module.css';

export interface RowProps extends HTMLAttributes<HTMLDivElement> {
  /** Pushes the first to the left and the last to the right. */
  between?: boolean;
}

/** Buttons, badges or plates side by side, wrapping. */
export function Row({ between, className, ...rest }: RowProps) {
  return <div className={classList(styles.row, between && styles.between, className)} {...rest} />;
}
