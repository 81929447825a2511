import { Anchor } from '@twostroke/shared/ui/anchor';
import styles from './breadcrumbs.module.css';

export interface Crumb {
  label: string;
  /** Left out on the last one: the page itself. */
  to?: string;
}

/** The way to this page, at its top. */
export function Breadcrumbs({ crumbs }: { crumbs: readonly Crumb[] }) {
  return (
    <nav aria-label="Breadcrumb">
      <ol className={styles.list}>
        {crumbs.map((crumb) => (
          <li key={crumb.label} className={styles.item} aria-current={crumb.to ? undefined : 'page'}>
            {crumb.to ? <Anchor to={crumb.to}>{crumb.label}</Anchor> : crumb.label}
          </li>
        ))}
      </ol>
    </nav>
  );
}
