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
function RateRows({ lines, className }: { lines: readonly ServiceLine[]; className?: string }) {
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

export interface RateGroup {
  slug: string;
  title: string;
  summary: string;
  /** The page about this group. */
  to: string;
  lines: readonly ServiceLine[];
}

/** All rates on one enamel board, under the names of their groups; a group has its slug as id. */
export function GroupedRateBoard({ groups, busy }: { groups: readonly RateGroup[]; busy: boolean }) {
  return (
    <Board className={styles.groups} aria-busy={busy || undefined}>
      {groups.map(({ slug, title, summary, to, lines }) => (
        <section key={slug} id={slug} className={styles.group}>
          <h2 className={styles.groupTitle}>
            <Anchor to={to} className={styles.groupLink}>
              {title}
            </Anchor>
          </h2>
          <p className={styles.what}>{summary}</p>
          <RateRows lines={lines} />
        </section>
      ))}
    </Board>
  );
}
