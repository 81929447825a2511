import type { HTMLAttributes, ReactNode } from 'react';
import { classList } from './class-list.ts';
import { Heading, type HeadingLevel } from './heading.tsx';
import styles from './job-card.module.css';

export interface JobCardProps extends HTMLAttributes<HTMLElement> {
  as?: 'div' | 'section' | 'article' | 'li';
}

/** What is agreed: a service, a booking, a bill. Holds JobCardHead, JobCardBody, flush Cells and JobCardFoot. */
export function JobCard({ as: Tag = 'div', className, ...rest }: JobCardProps) {
  return <Tag className={classList(styles.card, className)} {...rest} />;
}

export interface JobCardHeadProps {
  title: ReactNode;
  /** Level of the title's heading, 2 by default; null for a title that is not a heading, such as a large price. */
  level?: HeadingLevel | null;
  /** Booking number, stamped red: shown as "No. 4f9c21ab". */
  number?: string;
  /** At the right: a badge, a plate, a few words. */
  aside?: ReactNode;
  /** Id of the heading, for aria-labelledby of the card. */
  id?: string;
}

export function JobCardHead({ title, level = 2, number, aside, id }: JobCardHeadProps) {
  return (
    <div className={styles.head}>
      {level === null ? (
        title
      ) : (
        <Heading level={level} size="m" id={id}>
          {title}
        </Heading>
      )}
      {number && <span className={styles.number}>No. {number}</span>}
      {aside && <span className={styles.aside}>{aside}</span>}
    </div>
  );
}

/** Children stand one under the other, 16 px apart. */
export function JobCardBody({ className, ...rest }: HTMLAttributes<HTMLDivElement>) {
  return <div className={classList(styles.body, className)} {...rest} />;
}

export function JobCardFoot({ className, ...rest }: HTMLAttributes<HTMLDivElement>) {
  return <div className={classList(styles.foot, className)} {...rest} />;
}
