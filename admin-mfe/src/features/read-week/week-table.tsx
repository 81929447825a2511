import { workshopPaths } from '@twostroke/shared/contracts/paths';
import { formatDay } from '@twostroke/shared/domain/calendar';
import { Anchor } from '@twostroke/shared/ui/anchor';
import { Icon } from '@twostroke/shared/ui/icon';
import { rain as rainIcon } from '@twostroke/shared/ui/icons';
import { VisuallyHidden } from '@twostroke/shared/ui/visually-hidden';
import type { ReactNode } from 'react';
import { dropOf } from '../../parts/carried-job.tsx';
import type { WeekDay } from './read-week.ts';
import styles from './week.module.css';

export interface WeekRow {
  name: string;
  note?: string;
  /** Highlighted: unassigned jobs. */
  isOpen?: boolean;
  /** Below the name. */
  action?: ReactNode;
  /** Hatched, as a day on which the shop is closed. */
  isAway?: (day: WeekDay) => boolean;
  cell: (day: WeekDay) => ReactNode;
  /** Takes a job that is dropped on an open day. */
  onDrop?: ((booking: string, day: WeekDay) => void) | undefined;
}

export interface WeekTableProps {
  caption: string;
  /** What the first column is about. */
  corner: string;
  days: readonly WeekDay[];
  /** The only day that a phone shows. */
  current: string;
  rows: readonly WeekRow[];
}

/** A week as a table: the days across. A phone shows one of them. */
export function WeekTable({ caption, corner, days, current, rows }: WeekTableProps) {
  const ofDay = (date: string, ...more: (string | undefined)[]): string =>
    [date === current ? undefined : styles.otherDay, ...more].filter(Boolean).join(' ');
  return (
    <div className={styles.frame}>
      <table className={styles.table}>
        <caption className={styles.caption}>{caption}</caption>
        <thead>
          <tr>
            <th scope="col">{corner}</th>
            {days.map(({ date, rain }) => (
              <th key={date} scope="col" className={ofDay(date)}>
                <Anchor to={workshopPaths.day(date)}>
                  {formatDay(date)}
                  {rain !== null && (
                    <>
                      <Icon path={rainIcon} small />
                      <VisuallyHidden>, no work at the gate</VisuallyHidden>
                    </>
                  )}
                </Anchor>
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => (
            <tr key={row.name} className={row.isOpen ? styles.open : undefined}>
              <th scope="row">
                {row.name}
                {row.note && <small>{row.note}</small>}
                {row.action && <div className={styles.action}>{row.action}</div>}
              </th>
              {days.map((day) => {
                const { isAway, onDrop } = row;
                const isOpen = day.closed === null && !isAway?.(day);
                return (
                  <td
                    key={day.date}
                    className={ofDay(day.date, isOpen ? undefined : styles.closed)}
                    {...dropOf(isOpen && onDrop ? (booking) => onDrop(booking, day) : undefined)}
                  >
                    {day.closed === null ? row.cell(day) : day.closed || 'closed'}
                  </td>
                );
              })}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}
