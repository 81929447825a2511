import type { ComponentProps } from 'react';
import { classList } from './class-list.ts';
import styles from './heading.module.css';

export type HeadingLevel = 1 | 2 | 3 | 4;

export interface HeadingProps extends ComponentProps<'h2'> {
  level: HeadingLevel;
  /** Visual size, independent of the level: 20, 24, 32/40, 42/56, 52/64/100 px. */
  size?: 's' | 'm' | 'l' | 'xl' | 'xxl';
  /** With a dark rule under it: the head of a group inside a card. */
  ruled?: boolean;
}

/** A painted heading whose size does not follow from its level. Plain h1 and h2 need no component. */
export function Heading({ level, size, ruled, className, children, ...rest }: HeadingProps) {
  const Tag = `h${level}` as const;
  return (
    <Tag className={classList(size && styles[size], ruled && styles.ruled, className)} {...rest}>
      {children}
    </Tag>
  );
}
