import type { HTMLAttributes } from 'react';
import { classList } from './class-list.ts';
import styles from './two-columns.module.css';

export interface TwoColumnsProps extends HTMLAttributes<HTMLElement> {
  as?: 'div' | 'section' | 'form';
  /** Left column 1.55 times the right one, as a page with a side card. */
  wide?: boolean;
}

/** Two columns from 1024 px on, one under the other before. Give it two children. */
export function TwoColumns({ as: Tag = 'div', wide, className, ...rest }: TwoColumnsProps) {
  return <Tag className={classList(styles.two, wide && styles.wide, className)} {...rest} />;
}

/** The right column; `sticky` stays in view while the left one scrolls. */
export function SideColumn({ sticky, className, ...rest }: HTMLAttributes<HTMLElement> & { sticky?: boolean }) {
  return <div className={classList(styles.side, sticky && styles.sticky, className)} {...rest} />;
}
