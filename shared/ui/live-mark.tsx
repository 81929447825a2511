import type { ReactNode } from 'react';
import { classList } from './class-list.ts';
import styles from './live-mark.module.css';

/** "Live, updated 12:06 pm", with a green dot while changes arrive live and a dash while they do not. */
export function LiveMark({ live = true, children }: { live?: boolean; children: ReactNode }) {
  return <p className={classList(styles.live, !live && styles.off)}>{children}</p>;
}
