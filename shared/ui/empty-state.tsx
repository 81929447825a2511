import type { ReactNode } from 'react';
import { Bike } from './bike.tsx';
import { Heading, type HeadingLevel } from './heading.tsx';
import styles from './state-panel.module.css';

export interface EmptyStateProps {
  /** "Nothing in the cart yet". */
  title: string;
  /** What to do about it. */
  children?: ReactNode;
  /** Buttons; one plate at most. */
  actions?: ReactNode;
  /** Body type of the bike drawn above; null for none. */
  body?: string | null;
  level?: HeadingLevel;
}

/** There is nothing here yet: dashed frame, a bike, what to do. */
export function EmptyState({ title, children, actions, body = 'scooter', level = 2 }: EmptyStateProps) {
  return (
    <div className={styles.panel}>
      {body && <Bike standing body={body} className={styles.picture} />}
      <Heading level={level} size="m">
        {title}
      </Heading>
      {children && <div className={styles.body}>{children}</div>}
      {actions && <div className={styles.actions}>{actions}</div>}
    </div>
  );
}
