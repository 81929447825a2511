import { Anchor } from '@twostroke/shared/ui/anchor';
import { Price } from '@twostroke/shared/ui/price';
import { Skeleton } from '@twostroke/shared/ui/skeleton';
import { VisuallyHidden } from '@twostroke/shared/ui/visually-hidden';
import { classList } from '@twostroke/shared/ui/class-list';
import tableStyles from '../../parts/table.module.css';
import type { ServiceLine } from '../../model/service-line.ts';
import styles from './services-table.module.css';

export interface ServiceGroup {
  slug: string;
  /** The row above its services, a link to the page of the group; null for the only group of a table. */
  title: string | null;
  to: string;
  lines: readonly ServiceLine[];
}

export interface ServicesTableProps {
  /** For screen readers. */
  caption: string;
  groups: readonly ServiceGroup[];
}

/** Services with time and price, each a link, in one table. */
export function ServicesTable({ caption, groups }: ServicesTableProps) {
  return (
    <table className={classList(tableStyles.table, styles.table)}>
      <caption>
        <VisuallyHidden>{caption}</VisuallyHidden>
      </caption>
      <thead>
        <tr>
          <th scope="col">Service</th>
          <th scope="col">Time</th>
          <th scope="col" className={tableStyles.right}>
            Price
          </th>
        </tr>
      </thead>
      {groups.map(({ slug, title, to, lines }) => (
        <tbody key={slug}>
          {title !== null && (
            <tr>
              <th scope="rowgroup" colSpan={3} className={styles.group}>
                <Anchor to={to}>{title}</Anchor>
              </th>
            </tr>
          )}
          {lines.map((line) => (
            <tr key={line.slug}>
              <th scope="row" className={styles.service}>
                <Anchor to={line.to}>{line.name}</Anchor>
                <span className={styles.summary}>{line.summary}</span>
              </th>
              <td data-label="Time">{line.time}</td>
              <td className={tableStyles.right} data-label="Price">
                {line.rupees === null ? (
                  <Skeleton shape="short" className={styles.waiting} />
                ) : (
                  <Price rupees={line.rupees} from={line.from} size="s" className={styles.price} />
                )}
              </td>
            </tr>
          ))}
        </tbody>
      ))}
    </table>
  );
}
