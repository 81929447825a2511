import type { ReactNode } from 'react';
import { classList } from '@twostroke/shared/ui/class-list';
import styles from './table.module.css';
import { VisuallyHidden } from '@twostroke/shared/ui/visually-hidden';

export interface TableColumn {
  label: string;
  /** Numbers: right-aligned, tabular. */
  numeric?: boolean;
}

export interface TableRow {
  key: string;
  /** One per column; the first is the row's heading. */
  cells: readonly ReactNode[];
}

export interface TableProps {
  caption: ReactNode;
  /** A heading above the table already says it. */
  captionHidden?: boolean;
  columns: readonly TableColumn[];
  rows: readonly TableRow[];
  className?: string;
}

/** A table that stays a table on a phone, unless its text is enlarged. */
export function Table({ caption, captionHidden, columns, rows, className }: TableProps) {
  const side = (index: number) => (columns[index]?.numeric ? styles.right : undefined);
  return (
    <table className={classList(styles.table, className)}>
      <caption className={captionHidden ? undefined : styles.caption}>
        {captionHidden ? <VisuallyHidden>{caption}</VisuallyHidden> : caption}
      </caption>
      <thead>
        <tr>
          {columns.map((column, index) => (
            <th key={index} scope="col" className={side(index)}>
              {column.label}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {rows.map((row) => (
          <tr key={row.key}>
            {row.cells.map((cell, index) =>
              index === 0 ? (
                <th key={index} scope="row" className={side(index)}>
                  {cell}
                </th>
              ) : (
                <td key={index} className={side(index)} data-label={columns[index]?.label}>
                  {cell}
                </td>
              ),
            )}
          </tr>
        ))}
      </tbody>
    </table>
  );
}
