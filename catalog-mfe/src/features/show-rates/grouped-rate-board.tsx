import { Anchor } from '@twostroke/shared/ui/anchor';
import type { ServiceLine } from '../../model/service-line.ts';
import { BelowFirstScreen } from '../../parts/below-first-screen.tsx';
import { Board, RateRows } from './rate-board.tsx';
import styles from './rate-board.module.css';

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
      <BelowFirstScreen>
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
      </BelowFirstScreen>
    </Board>
  );
}
