import type { ReactNode } from 'react';
import styles from './paper-table.module.css';
import type { Paper } from './paper.ts';

/** The lines of a paper and their sum: a table on paper and from 768 px on, stacked before. */
export function PaperTable({ paper }: { paper: Pick<Paper, 'columns' | 'rows' | 'sums' | 'total'> }) {
  const { columns, rows, sums, total } = paper;
  // The sum stands below the taxable amount and what follows it.
  const firstSum = columns.length - sums.length - 1;
  return (
    <table aria-label="Lines" className={styles.table}>
      <thead className={styles.head}>
        <tr>
          {columns.map((label, column) => (
            <th key={label} scope="col" className={column > 1 ? styles.figure : undefined}>
              {label}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {rows.map(({ description, off, cells }, index) => (
          <tr key={index} className={styles.row}>
            <th scope="row" className={styles.what}>
              {description}
              {off && <span className={styles.off}> {off}</span>}
            </th>
            {cells.map((cell, place) =>
              place === 0 ? (
                <td key={place} data-label={columns[1]}>
                  {cell}
                </td>
              ) : (
                <Figure key={place} label={columns[place + 1]} value={cell} />
              ),
            )}
          </tr>
        ))}
      </tbody>
      <tfoot>
        <tr className={styles.sum}>
          <th scope="row" colSpan={firstSum} className={styles.what}>
            Total
          </th>
          {sums.map((sum, place) => (
            <Figure key={place} label={columns[firstSum + place]} value={sum} />
          ))}
          <Figure label="Amount" value={<b className={styles.total}>{total}</b>} />
        </tr>
      </tfoot>
    </table>
  );
}

function Figure({ label, value }: { label: string | undefined; value: ReactNode }) {
  return (
    <td className={styles.figure} data-label={label}>
      {value}
    </td>
  );
}
