import { classList } from './class-list.ts';
import styles from './icon.module.css';

export interface IconProps {
  /** One of the consts of `icons`. */
  path: string;
  /** 18 px instead of 24. */
  small?: boolean;
  /** Only when the icon stands alone and nothing else names it. */
  label?: string;
  className?: string;
}

/** An icon of the set, drawn in `currentColor`. Hidden from screen readers unless it has a label. */
export function Icon({ path, small, label, className }: IconProps) {
  const naming = label ? { role: 'img', 'aria-label': label } : { 'aria-hidden': true };
  return (
    <svg className={classList(styles.icon, small && styles.small, className)} viewBox="0 0 24 24" {...naming}>
      <path d={path} />
    </svg>
  );
}
