import type { HTMLAttributes } from 'react';
import { classList } from './class-list.ts';
import styles from './container.module.css';

export interface ContainerProps extends HTMLAttributes<HTMLDivElement> {
  /** page 1160 px (default), booking 992 px, form 432 px, admin 1600 px. */
  width?: 'page' | 'booking' | 'form' | 'admin';
}

/** The page's column with its gutters. */
export function Container({ width = 'page', className, ...rest }: ContainerProps) {
  return <div className={classList(styles.root, width !== 'page' && styles[width], className)} {...rest} />;
}
