import { Heading } from '@twostroke/shared/ui/heading';
import { JobCardBody } from '@twostroke/shared/ui/job-card';
import { formatRupees } from '@twostroke/shared/domain/money';
import type { ReactNode } from 'react';
import styles from './question.module.css';

export interface AskedWorkProps {
  name: string;
  /** Rupees that come on top. */
  price: number;
  /** Why, and what it is in all. */
  about: ReactNode;
  /** The answers. */
  children: ReactNode;
}

/** One thing that is asked: the work, the sum, why, and the answers. */
export function AskedWork({ name, price, about, children }: AskedWorkProps) {
  return (
    <JobCardBody className={styles.line}>
      <div>
        <Heading level={2} size="m" className={styles.work}>
          <span>{name}</span>
          <span>+ {formatRupees(price)}</span>
        </Heading>
        {about}
      </div>
      {children}
    </JobCardBody>
  );
}
