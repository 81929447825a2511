import type { ReactNode } from 'react';
import { formatRupees } from '@twostroke/shared/domain/money';
import { Anchor } from '@twostroke/shared/ui/anchor';
import { classList } from '@twostroke/shared/ui/class-list';
import { Heading, type HeadingLevel } from '@twostroke/shared/ui/heading';
import styles from './rate-board.module.css';

export interface Rate {
  to: string;
  name: string;
  what: ReactNode;
  /** Whole rupees; null when the price depends on a bike that is not chosen yet. */
  rupees: number | null;
  from?: boolean;
}

export interface RateBoardProps {
  title: ReactNode;
  intro?: ReactNode;
  rates: readonly Rate[];
  level?: HeadingLevel;
  /** Under the rows: a ButtonLink with variant `onEnamel`. */
  action?: ReactNode;
  id?: string;
  className?: string;
}

/** The enamel board with the shop's rates; each row is a link. */
export function RateBoard({ title, intro, rates, level = 2, action, id, className }: RateBoardProps) {
  return (
    <div className={classList(styles.board, className)}>
      <div className={styles.head}>
        <Heading level={level} size="l" id={id}>
          {title}
        </Heading>
        {intro && <p className={styles.intro}>{intro}</p>}
      </div>
      <div className={styles.rates}>
        {rates.map((rate) => (
          <Anchor key={rate.to} to={rate.to} className={styles.rate}>
            <span className={styles.name}>{rate.name}</span> <span className={styles.what}>{rate.what}</span>{' '}
            {rate.rupees !== null && (
              <span className={styles.rupees}>
                {rate.from && <span className={styles.from}>from </span>}
                {formatRupees(rate.rupees)}
              </span>
            )}
          </Anchor>
        ))}
      </div>
      {action && <div className={styles.foot}>{action}</div>}
    </div>
  );
}
