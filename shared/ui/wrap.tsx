import type { HTMLAttributes } from 'react';
import { classList } from './class-list.ts';
import styles from './wrap.module.css';

export interface WrapProps extends HTMLAttributes<HTMLDivElement> {
  /** page 1160 px (default), booking 992 px, form 432 px, admin 1600 px. */
  width?: 'page' | 'booking' | 'form' | 'admin';
}

/** The page's column with its gutters. */
export function Wrap({ width = 'page', className, ...rest }: WrapProps) {
  return <div className={classList(styles.wrap, width !== 'page' && styles[width], className)} {...rest} />;
}
