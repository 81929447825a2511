import { formatDuration } from '@twostroke/shared/domain/duration';
import { Price } from '@twostroke/shared/ui/price';
import styles from './addon-list.module.css';
import type { Addon } from './read-addons.ts';

/** All add-ons for a service of this bike, with what each adds to price and time. */
export function AddonList({ addons }: { addons: readonly Addon[] }) {
  return (
    <ul className={styles.list}>
      {addons.map(({ addon_slug, name, summary, minutes, price }) => (
        <li key={addon_slug} className={styles.addon}>
          <b>{name}</b> <Price rupees={price} size="s" />{' '}
          <span className={styles.summary}>
            {summary} {minutes > 0 && `Adds ${formatDuration(minutes)}.`}
          </span>
        </li>
      ))}
    </ul>
  );
}
