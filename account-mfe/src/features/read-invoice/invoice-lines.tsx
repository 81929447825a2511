import type { ReactNode } from 'react';
import { formatPaise, formatRupees } from '@twostroke/shared/domain/money';
import type { InvoiceFacts } from './invoice-facts.ts';
import styles from './invoice-lines.module.css';

type Line = InvoiceFacts['lines'][number];

interface Tax {
  name: string;
  rate: (line: Line) => number;
  paise: (amounts: Pick<Line, 'cgst_paise' | 'sgst_paise' | 'igst_paise'>) => number;
}

const ownState: readonly Tax[] = [
  { name: 'CGST', rate: (line) => line.cgst_rate, paise: (amounts) => amounts.cgst_paise },
  { name: 'SGST', rate: (line) => line.sgst_rate, paise: (amounts) => amounts.sgst_paise },
];
const otherState: readonly Tax[] = [
  { name: 'IGST', rate: (line) => line.igst_rate, paise: (amounts) => amounts.igst_paise },
];

/** The lines of an invoice and their sum: a table on paper and from 768 px on, stacked before. */
export function InvoiceLines({ invoice }: { invoice: InvoiceFacts }) {
  const { lines, total } = invoice;
  const taxes = (invoice.igst_paise > 0 ? otherState : ownState).map((tax) => ({ ...tax, one: oneRate(lines, tax) }));
  const labels = taxes.map(({ name, one }) => (one === null ? name : `${name} ${one} %`));
  return (
    <table aria-label="Lines" className={styles.table}>
      <thead className={styles.head}>
        <tr>
          {['Description', 'SAC', 'Qty', 'Taxable', ...labels, 'Amount'].map((label, column) => (
            <th key={label} scope="col" className={column > 1 ? styles.figure : undefined}>
              {label}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {lines.map((line, index) => (
          <tr key={index} className={styles.row}>
            <th scope="row" className={styles.what}>
              {line.description}
              {line.discount_paise > 0 && (
                <span className={styles.off}> {formatPaise(line.discount_paise)} off already</span>
              )}
            </th>
            <td data-label="SAC">{line.sac}</td>
            <Figure label="Qty" value={line.quantity} />
            <Figure label="Taxable" value={formatPaise(line.taxable_paise)} />
            {taxes.map((tax, place) => (
              <Figure
                key={tax.name}
                label={labels[place]}
                value={`${formatPaise(tax.paise(line))}${tax.one === null ? ` (${tax.rate(line)} %)` : ''}`}
              />
            ))}
            <Figure label="Amount" value={formatPaise(line.total_paise)} />
          </tr>
        ))}
      </tbody>
      <tfoot>
        <tr className={styles.sum}>
          <th scope="row" colSpan={3} className={styles.what}>
            Total
          </th>
          <Figure label="Taxable" value={formatPaise(invoice.taxable_paise)} />
          {taxes.map((tax, place) => (
            <Figure key={tax.name} label={labels[place]} value={formatPaise(tax.paise(invoice))} />
          ))}
          <Figure label="Amount" value={<b className={styles.total}>{formatRupees(total)}</b>} />
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

/** The rate of a tax when all lines have the same; null otherwise. */
function oneRate(lines: readonly Line[], { rate }: Tax): number | null {
  const [first, ...others] = new Set(lines.map(rate));
  return first !== undefined && others.length === 0 ? first : null;
}
