import type { ReactNode } from 'react';
import { classList } from './class-list.ts';
import styles from './plate.module.css';

export type PlateSize = 'small' | 'm' | 'big';

export interface PlateProps {
  size?: PlateSize | undefined;
  className?: string | undefined;
  children: ReactNode;
}

/** The white plate of a registration number. */
export function Plate({ size = 'm', className, children }: PlateProps) {
  return <span className={classList(styles.plate, size !== 'm' && styles[size], className)}>{children}</span>;
}
