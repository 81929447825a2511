import type { ComponentProps } from 'react';
import { classList } from './class-list.ts';
import { Icon } from './icon.tsx';
import styles from './icon-button.module.css';

export interface IconButtonProps extends ComponentProps<'button'> {
  /** The action: "Remove General Service". */
  label: string;
  /** One of the consts of `icons`. */
  icon: string;
}

/** A 48 px button that is only an icon. Children (a CountBadge) are laid over it. */
export function IconButton({ label, icon, className, children, ...rest }: IconButtonProps) {
  return (
    <button type="button" aria-label={label} {...rest} className={classList(styles.button, className)}>
      <Icon path={icon} />
      {children}
    </button>
  );
}
