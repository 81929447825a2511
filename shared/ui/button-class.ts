import { classList } from './class-list.ts';
import styles from './button.module.css';

/** plate (default): the one main action of a view. line: the second. stop: destructive. quiet: the third, like a link. */
export type ButtonVariant = 'plate' | 'line' | 'stop' | 'quiet' | 'onEnamel';

export interface ButtonLook {
  variant?: ButtonVariant;
  /** 44 px high instead of 52. */
  small?: boolean;
  /** As wide as its column. */
  wide?: boolean;
}

/** Classes of the plate, for a button and for a link that looks like one. */
export function buttonClass({ variant = 'plate', small, wide }: ButtonLook, className?: string): string | undefined {
  return classList(styles.btn, styles[variant], small && styles.small, wide && styles.wide, className);
}
