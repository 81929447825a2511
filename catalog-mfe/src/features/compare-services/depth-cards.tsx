import { formatRupees } from '@twostroke/shared/domain/money';
import { Anchor } from '@twostroke/shared/ui/anchor';
import { VisuallyHidden } from '@twostroke/shared/ui/visually-hidden';
import { CheckDots } from './check-dots.tsx';
import styles from './depth-cards.module.css';

export interface Depth {
  slug: string;
  /** "General Service". */
  name: string;
  /** The service's page; null for the page the customer is on. */
  to: string | null;
  checks: number;
  /** Whole rupees; null when it depends on a bike that is not chosen yet. */
  rupees: number | null;
  from: boolean;
  /** "1 h 45 min", "2.2 L of oil". */
  facts: readonly string[];
}

/** The same service in several depths, as job cards side by side whose ticks grow. */
export function DepthCards({ depths }: { depths: readonly Depth[] }) {
  const most = Math.max(...depths.map(({ checks }) => checks));
  return (
    <ul className={styles.cards}>
      {depths.map((depth) => (
        <li key={depth.slug} className={styles.place}>
          {depth.to === null ? (
            <div className={styles.card} aria-current="page">
              <Face depth={depth} most={most} />
            </div>
          ) : (
            <Anchor to={depth.to} className={styles.card}>
              <Face depth={depth} most={most} />
            </Anchor>
          )}
        </li>
      ))}
    </ul>
  );
}

function Face({ depth: { name, checks, rupees, from, facts }, most }: { depth: Depth; most: number }) {
  const short = name.replace(/ Service$/, '');
  return (
    <>
      <span className={styles.name}>
        {short}
        {short !== name && <VisuallyHidden> Service</VisuallyHidden>}{' '}
      </span>
      <CheckDots count={checks} of={most} />
      <span className={styles.words}>
        <span className={styles.checks}>{checks} checks </span>
        {rupees !== null && (
          <span className={styles.rupees}>
            {from && <span className={styles.from}>from </span>}
            {formatRupees(rupees)}{' '}
          </span>
        )}
        {facts.map((fact) => (
          <span key={fact} className={styles.fact}>
            {fact}{' '}
          </span>
        ))}
      </span>
    </>
  );
}
