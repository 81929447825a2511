import { Table } from '../../parts/table.tsx';
import type { DayGroup } from './group-days.ts';
import styles from './hours-table.module.css';

export interface HoursTableProps {
  groups: readonly DayGroup[];
}

/** When the shop is open, and between which hours a mechanic or the van can arrive. */
export function HoursTable({ groups }: HoursTableProps) {
  return (
    <Table
      caption="Hours and arrival windows"
      captionHidden
      columns={[{ label: 'Open' }, { label: 'We arrive between' }]}
      rows={groups.map(({ days, hours, windows }) => ({
        key: days,
        cells: [
          <span className={styles.open}>
            {days} <span className={styles.hours}>{hours}</span>
          </span>,
          <ul className={styles.windows}>
            {windows.map((window) => (
              <li key={window}>{window}</li>
            ))}
          </ul>,
        ],
      }))}
    />
  );
}
