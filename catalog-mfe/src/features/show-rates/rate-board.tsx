import type { HTMLAttributes, ReactNode } from 'react';
import { formatRupees } from '@twostroke/shared/domain/money';
import { Anchor } from '@twostroke/shared/ui/anchor';
import { classList } from '@twostroke/shared/ui/class-list';
import { Heading } from '@twostroke/shared/ui/heading';
import type { ServiceLine } from '../../model/service-line.ts';
import styles from './rate-board.module.css';

/** The enamel board itself: what stands on it is painted in its colours. */
export function Board({ className, ...rest }: HTMLAttributes<HTMLDivElement>) {
  return <div className={classList(styles.board, className)} {...rest} />;
}

/** Services with their price, each row a link. A price that depends on a bike that is not chosen yet is left out. */
export function RateRows({ lines, className }: { lines: readonly ServiceLine[]; className?: string }) {
  return (
    <div className={classList(styles.rates, className)}>
      {lines.map(({ slug, to, name, summary, time, rupees, from }) => (
        <Anchor key={slug} to={to} className={styles.rate}>
          <span className={styles.name}>{name}</span>{' '}
          <span className={styles.what}>
            {summary}, {time}
          </span>{' '}
          {rupees !== null && (
            <span className={styles.rupees}>
              {from && <span className={styles.from}>from </span>}
              {formatRupees(rupees)}
            </span>
          )}
        </Anchor>
      ))}
    </div>
  );
}

export interface RateBoardProps {
  title: ReactNode;
  intro: ReactNode;
  lines: readonly ServiceLine[];
  /** What hangs on the board above its rows. */
  children: ReactNode;
  /** Under the rows: a ButtonLink with variant `onEnamel`. */
  action: ReactNode;
}

/** The enamel board with a few of the shop's rates. */
export function RateBoard({ title, intro, lines, children, action }: RateBoardProps) {
  return (
    <Board>
      <div className={styles.head}>
        <Heading level={2} size="l">
          {title}
        </Heading>
        <p className={styles.intro}>{intro}</p>
      </div>
      {children}
      <RateRows lines={lines} className={styles.wide} />
      <div className={styles.foot}>{action}</div>
    </Board>
  );
}
