import type { ReactNode } from 'react';
import { Anchor } from './anchor.tsx';
import { classList } from './class-list.ts';
import { Icon } from './icon.tsx';
import styles from './choices.module.css';

export interface ChoiceLink {
  to: string;
  /** One of the consts of `icons`. */
  icon?: string;
  title: ReactNode;
  note?: ReactNode;
  end?: ReactNode;
}

/** The printed list, with rows that lead somewhere instead of being chosen. */
export function ChoiceLinks({ rows, className }: { rows: readonly ChoiceLink[]; className?: string }) {
  return (
    <div className={classList(styles.list, className)}>
      {rows.map((row) => (
        <Anchor key={row.to} to={row.to} className={classList(styles.choice, styles.link)}>
          {row.icon ? <Icon path={row.icon} /> : <span />}
          <span className={styles.words}>
            <span className={styles.title}>{row.title}</span>{' '}
            {row.note && <span className={styles.note}>{row.note}</span>}
          </span>
          <span className={styles.end}>{row.end}</span>
        </Anchor>
      ))}
    </div>
  );
}
