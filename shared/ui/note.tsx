import type { HTMLAttributes } from 'react';
import { classList } from './class-list.ts';
import { Icon } from './icon.tsx';
import { alert, check, info } from './icons.ts';
import styles from './note.module.css';

const icons = { plain: info, warn: alert, stop: alert, ok: check };

export interface NoteProps extends HTMLAttributes<HTMLDivElement> {
  tone?: 'plain' | 'warn' | 'stop' | 'ok';
  /** One of the consts of `icons`; each tone has its own. */
  icon?: string;
}

/** A tinted remark with an icon. Give it `role="status"` (or `alert`) when it appears after an action. */
export function Note({ tone = 'plain', icon, className, children, ...rest }: NoteProps) {
  return (
    <div className={classList(styles.note, tone !== 'plain' && styles[tone], className)} {...rest}>
      <Icon path={icon ?? icons[tone]} />
      <div className={styles.body}>{children}</div>
    </div>
  );
}
