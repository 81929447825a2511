import type { HTMLAttributes } from 'react';
import { classList } from './class-list.ts';
import styles from './card.module.css';

export interface CardProps extends HTMLAttributes<HTMLElement> {
  as?: 'div' | 'section' | 'article' | 'aside';
}

/** Plain paper for something that is not agreed work; that is a JobCard. Never one card inside another. */
export function Card({ as: Tag = 'div', className, ...rest }: CardProps) {
  return <Tag className={classList(styles.card, className)} {...rest} />;
}
