import type { ReactNode } from 'react';
import { Icon } from './icon.tsx';
import { clock } from './icons.ts';
import styles from './hold.module.css';

export interface HoldProps {
  /** Number before the text: "9:32". */
  figure?: string;
  icon?: string;
  children: ReactNode;
}

/** A line about time: how long a place is held, when the next is free. */
export function Hold({ figure, icon = clock, children }: HoldProps) {
  return (
    <p className={styles.hold}>
      <Icon path={icon} />
      <span>
        {figure && <b className={styles.figure}>{figure} </b>}
        {children}
      </span>
    </p>
  );
}
