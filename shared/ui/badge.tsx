import type { ReactNode } from 'react';
import { classList } from './class-list.ts';
import styles from './badge.module.css';

/** plain: square. work: dot. ok: green square. warn: diamond. stop: dash. new: yellow plate without a shape. */
export type BadgeTone = 'plain' | 'work' | 'ok' | 'warn' | 'stop' | 'new';

/** A state as a word and a shape, never by colour alone. */
export function Badge({ tone = 'plain', children }: { tone?: BadgeTone; children: ReactNode }) {
  return <span className={classList(styles.badge, tone !== 'plain' && styles[tone])}>{children}</span>;
}

/** A small framed word beside a name: "season", "from". */
export function Mini({ children }: { children: ReactNode }) {
  return <span className={styles.mini}>{children}</span>;
}
