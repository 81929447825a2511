import type { HTMLAttributes } from 'react';
import { classList } from './class-list.ts';
import styles from './stack.module.css';

export interface StackProps extends HTMLAttributes<HTMLElement> {
  as?: 'div' | 'section' | 'article' | 'nav' | 'ul' | 'ol';
  /** 8, 16 (default), 24 or 48 px. */
  gap?: 's' | 'm' | 'l' | 'xl';
  /** Children keep their own width instead of filling the column. */
  start?: boolean;
}

/** Things one under the other, evenly spaced. */
export function Stack({ as: Tag = 'div', gap = 'm', start, className, ...rest }: StackProps) {
  return (
    <Tag className={classList(styles.stack, gap !== 'm' && styles[gap], start && styles.start, className)} {...rest} />
  );
}
