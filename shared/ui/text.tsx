import type { HTMLAttributes } from 'react';
import { classList } from './class-list.ts';
import styles from './text.module.css';

export interface TextProps extends HTMLAttributes<HTMLElement> {
  as?: 'p' | 'span' | 'div';
  /** `lead` opens a page, `small` supports. */
  size?: 'lead' | 'small';
  /** Lightest ink that still passes 4.5 to 1. */
  muted?: boolean;
  /** Tabular figures, for numbers in columns. */
  figures?: boolean;
}

/** Body text in one of the fixed sizes. */
export function Text({ as: Tag = 'p', size, muted, figures, className, ...rest }: TextProps) {
  return (
    <Tag
      className={classList(size && styles[size], muted && styles.muted, figures && styles.num, className)}
      {...rest}
    />
  );
}
