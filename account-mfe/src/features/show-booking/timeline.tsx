import type { ReactNode } from 'react';
import { classList } from '@twostroke/shared/ui/class-list';
import styles from './timeline.module.css';
import { VisuallyHidden } from '@twostroke/shared/ui/visually-hidden';

export interface TimelineItem {
  key: string;
  state: 'done' | 'now' | 'ahead';
  label: ReactNode;
  /** "8:31 am", "about 1:45 pm". */
  time?: string | null;
  /** For machines: an ISO instant. */
  dateTime?: string;
  detail?: ReactNode;
}

const words = { done: 'Done: ', now: 'Now: ', ahead: 'To come: ' };

/**
 * A booking's progress: thick line for the past, thin line for the future, yellow box for now. Announce changes with a
 * LiveRegion.
 */
export function Timeline({ items, className }: { items: readonly TimelineItem[]; className?: string }) {
  return (
    <ol className={classList(styles.timeline, className)}>
      {items.map((item) => (
        <li
          key={item.key}
          className={classList(styles.item, item.state !== 'ahead' && styles[item.state])}
          aria-current={item.state === 'now' ? 'step' : undefined}
        >
          <span>
            <VisuallyHidden>{words[item.state]}</VisuallyHidden>
            {item.label}
          </span>
          {item.time && (
            <time className={styles.time} dateTime={item.dateTime}>
              {item.time}
            </time>
          )}
          {item.detail && <span className={styles.detail}>{item.detail}</span>}
        </li>
      ))}
    </ol>
  );
}
