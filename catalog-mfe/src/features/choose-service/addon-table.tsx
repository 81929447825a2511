import { formatDuration } from '@twostroke/shared/domain/duration';
import { Price } from '@twostroke/shared/ui/price';
import { Table } from '../../parts/table.tsx';
import styles from './addon-table.module.css';
import type { Addon } from './read-addons.ts';

/** All add-ons for a service of this bike. */
export function AddonTable({ addons, bikeName }: { addons: readonly Addon[]; bikeName: string }) {
  return (
    <Table
      caption={`Add-ons for ${bikeName}`}
      captionHidden
      columns={[{ label: 'Add-on' }, { label: 'Time' }, { label: 'Price', numeric: true }]}
      rows={addons.map(({ addon_slug, name, summary, minutes, price }) => ({
        key: addon_slug,
        cells: [
          <>
            {name}
            <span className={styles.summary}>{summary}</span>
          </>,
          <span className={styles.time}>{minutes > 0 ? formatDuration(minutes) : 'none'}</span>,
          <Price rupees={price} size="s" />,
        ],
      }))}
    />
  );
}
