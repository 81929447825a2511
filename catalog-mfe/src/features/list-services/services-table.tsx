import { Anchor } from '@twostroke/shared/ui/anchor';
import { Price } from '@twostroke/shared/ui/price';
import { Skeleton } from '@twostroke/shared/ui/skeleton';
import { Table } from '../../parts/table.tsx';
import type { ReactNode } from 'react';
import type { ServiceLine } from '../../model/service-line.ts';
import styles from './services-table.module.css';

export interface ServicesTableProps {
  caption: ReactNode;
  captionHidden?: boolean;
  lines: readonly ServiceLine[];
}

/** Services with time and price, each a link. */
export function ServicesTable({ caption, captionHidden, lines }: ServicesTableProps) {
  return (
    <Table
      caption={caption}
      captionHidden={captionHidden}
      className={styles.table}
      columns={[{ label: 'Service' }, { label: 'Time' }, { label: 'Price', numeric: true }]}
      rows={lines.map((line) => ({
        key: line.slug,
        cells: [
          <>
            <Anchor to={line.to}>{line.name}</Anchor>
            <span className={styles.summary}>{line.summary}</span>
          </>,
          <span className={styles.time}>{line.time}</span>,
          line.rupees === null ? (
            <Skeleton shape="short" className={styles.waiting} />
          ) : (
            <Price rupees={line.rupees} from={line.from} size="s" className={styles.price} />
          ),
        ],
      }))}
    />
  );
}
