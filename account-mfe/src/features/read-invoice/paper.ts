import type { BookingPayment } from '@twostroke/shared/api/payments';
import { formatDate } from '@twostroke/shared/domain/calendar';
import { formatKm } from '@twostroke/shared/domain/figures';
import { formatPaise, formatRupees } from '@twostroke/shared/domain/money';
import { methodPhrase } from '@twostroke/shared/domain/payment-method';
import { formatPhone } from '@twostroke/shared/domain/phone';
import type { CreditNoteFacts, InvoiceFacts, TaxedLine, VoucherFacts } from './invoice-facts.ts';

/* What stands on an invoice, a credit note and a voucher: the page and the PDF are both made from it. */

export interface PaperFact {
  label: string;
  value: string;
  /** A number plate. */
  isPlate?: boolean;
}

export interface PaperRow {
  description: string;
  /** Beside the description: "₹89 off already". */
  off: string | null;
  /** In the order of the columns, without the description. */
  cells: readonly string[];
}

export interface Paper {
  title: string;
  number: string;
  from: readonly string[];
  to: readonly string[];
  facts: readonly PaperFact[];
  /** The first is the description, the second the code; the others are figures. */
  columns: readonly string[];
  rows: readonly PaperRow[];
  /** Below the figures from the taxable amount on. */
  sums: readonly string[];
  total: string;
  /** "Paid ₹2,048 by card". */
  state: string | null;
  sentences: readonly string[];
  signature: string;
  /** Of a demonstration. */
  sample: string | null;
}

interface Tax {
  name: string;
  rate: (line: TaxedLine) => number;
  paise: (amounts: Pick<TaxedLine, 'cgst_paise' | 'sgst_paise' | 'igst_paise'>) => number;
}

const ownState: readonly Tax[] = [
  { name: 'CGST', rate: (line) => line.cgst_rate, paise: (amounts) => amounts.cgst_paise },
  { name: 'SGST', rate: (line) => line.sgst_rate, paise: (amounts) => amounts.sgst_paise },
];
const otherState: readonly Tax[] = [
  { name: 'IGST', rate: (line) => line.igst_rate, paise: (amounts) => amounts.igst_paise },
];

/** What is paid and due, and with which payments. */
export type PaidFacts = Pick<BookingPayment, 'due' | 'paid' | 'payments'>;

/** A tax invoice as issued. @param payment what is paid and due now; missing when it could not be read */
export function paperOfInvoice(invoice: InvoiceFacts, payment: PaidFacts | undefined): Paper {
  const { next_service: next, next_oil_change: oil, warranty_km: km, replaces, credit_notes: notes = [] } = invoice;
  const credited = notes.filter((note) => note.invoice_number === invoice.number);
  // The kilometres count from the odometer at the check-in.
  const until =
    km === null
      ? null
      : invoice.odometer_km === null
        ? formatKm(km)
        : `${formatKm(invoice.odometer_km + km)} on the odometer`;
  const warranty = `Our work is under warranty until ${formatDate(invoice.warranty_until)}${
    until === null ? '' : ` or ${until}, whichever comes first`
  }.`;
  return {
    title: 'Tax invoice',
    number: invoice.number,
    ...partiesOf(invoice),
    facts: [
      { label: 'Date', value: formatDate(invoice.date) },
      { label: 'Booking', value: `${invoice.booking_number}, ${formatDate(invoice.service_date)}` },
      { label: 'Place of supply', value: invoice.place_of_supply },
      { label: 'Reverse charge', value: invoice.reverse_charge },
      { label: 'Bike', value: invoice.bike },
      invoice.vehicle_number
        ? { label: 'Number', value: invoice.vehicle_number, isPlate: true }
        : { label: 'Number', value: 'not issued yet' },
      ...(typeof invoice.model_year === 'number' ? [{ label: 'Model year', value: String(invoice.model_year) }] : []),
      ...(invoice.odometer_km === null ? [] : [{ label: 'Odometer', value: formatKm(invoice.odometer_km) }]),
      ...(replaces ? [{ label: 'In place of', value: `${replaces.number}, ${formatDate(replaces.date)}` }] : []),
    ],
    ...tableOf(invoice, invoice.lines),
    state: payment ? paidWords(payment) : null,
    sentences: [
      ...(invoice.credit_paise ? [`Credit from us, in the discounts: ${formatPaise(invoice.credit_paise)}.`] : []),
      invoice.total_in_words,
      ...(invoice.advances?.length ? [advanceWords(invoice.advances)] : []),
      ...credited.map(
        ({ number, date, total, reason }) =>
          `Credit note ${number} of ${formatDate(date)} takes ${formatRupees(total)} off: ${reason}.`,
      ),
      [
        warranty,
        next && `Next service: ${formatDate(next.date)}${atOdometer(next.odometer_km)}.`,
        oil && `Next oil change: ${formatDate(oil.date)}${atOdometer(oil.odometer_km)}.`,
      ]
        .filter(Boolean)
        .join(' '),
    ],
    ...endOf(invoice.supplier.legal_name, invoice.is_demo),
  };
}

/** A credit note as issued. @param invoice that it belongs to */
export function paperOfCreditNote(note: CreditNoteFacts, invoice: Pick<InvoiceFacts, 'is_demo' | 'bike'>): Paper {
  return {
    title: 'Credit note',
    number: note.number,
    ...partiesOf(note),
    facts: [
      { label: 'Date', value: formatDate(note.date) },
      { label: 'For invoice', value: `${note.invoice_number}, ${formatDate(note.invoice_date)}` },
      { label: 'Place of supply', value: note.place_of_supply },
      { label: 'Bike', value: invoice.bike },
    ],
    ...tableOf(note, note.lines),
    state: null,
    sentences: [note.total_in_words, `The reason: ${note.reason.replace(/\.?$/, '.')}`],
    ...endOf(note.supplier.legal_name, invoice.is_demo),
  };
}

const voucherTitles = { receipt: 'Receipt voucher', refund: 'Refund voucher' };

/** "Receipt voucher": what a voucher is called. */
export const voucherTitle = ({ kind }: Pick<VoucherFacts, 'kind'>): string => voucherTitles[kind];

/** The voucher of an advance, or of one that was given back, as issued. */
export function paperOfVoucher(voucher: VoucherFacts): Paper {
  const { receipt, total, method } = voucher;
  const words = `${formatRupees(total)} in advance for the work on your ${voucher.bike}`;
  return {
    title: voucherTitle(voucher),
    number: voucher.number,
    ...partiesOf(voucher),
    facts: [
      { label: 'Date', value: formatDate(voucher.date) },
      { label: 'Booking', value: voucher.booking_number },
      ...(receipt ? [{ label: 'For receipt voucher', value: `${receipt.number}, ${formatDate(receipt.date)}` }] : []),
      { label: 'Place of supply', value: voucher.place_of_supply },
      { label: 'Reverse charge', value: voucher.reverse_charge },
      { label: 'Bike', value: voucher.bike },
    ],
    ...tableOf(voucher, [voucher]),
    state: receipt ? `Given back ${formatRupees(total)}` : `Paid ${formatRupees(total)} ${methodPhrase(method)}`,
    sentences: [
      voucher.total_in_words,
      receipt ? `We gave back ${words}.` : `You paid ${words}. The invoice names this voucher.`,
    ],
    ...endOf(voucher.supplier.legal_name, voucher.is_demo),
  };
}

function advanceWords(advances: NonNullable<InvoiceFacts['advances']>): string {
  const named = advances.map(
    (voucher) =>
      `${voucherTitle(voucher).toLowerCase()} ${voucher.number} of ${formatDate(voucher.date)}, ${formatRupees(voucher.total)}`,
  );
  return `Paid in advance: ${named.join('; ')}.`;
}

function partiesOf({ supplier, customer }: Pick<InvoiceFacts, 'supplier' | 'customer'>): Pick<Paper, 'from' | 'to'> {
  const isThere = (line: string | null): line is string => Boolean(line);
  return {
    from: [
      supplier.legal_name,
      supplier.address,
      `GSTIN ${supplier.gstin}`,
      `${formatPhone(supplier.phone)}, ${supplier.email}`,
    ],
    to: [
      customer.name,
      customer.address,
      customer.gstin && `GSTIN ${customer.gstin}`,
      formatPhone(customer.phone),
    ].filter(isThere),
  };
}

const unitWords = { piece: '', litre: ' l', set: ' set', pair: ' pair' };

type PaperLine = TaxedLine & Partial<Pick<InvoiceFacts['lines'][number], 'quantity' | 'unit' | 'discount_paise'>>;
type PaperSums = Pick<InvoiceFacts, 'taxable_paise' | 'cgst_paise' | 'sgst_paise' | 'igst_paise' | 'total'>;

/** The table: of an invoice with quantities, of a credit note without. */
function tableOf(sums: PaperSums, lines: readonly PaperLine[]): Pick<Paper, 'columns' | 'rows' | 'sums' | 'total'> {
  const taxes = (sums.igst_paise > 0 ? otherState : ownState).map((tax) => ({ ...tax, one: oneRate(lines, tax) }));
  const counts = lines.some(({ quantity }) => quantity !== undefined);
  return {
    columns: [
      ...[
        'Description',
        lines.every(({ sac }) => sac.startsWith('99')) ? 'SAC' : 'HSN/SAC',
        ...(counts ? ['Qty'] : []),
        'Taxable',
      ],
      ...taxes.map(({ name, one }) => (one === null ? name : `${name} ${one} %`)),
      'Amount',
    ],
    rows: lines.map((line) => ({
      description: line.description,
      off: line.discount_paise ? `${formatPaise(line.discount_paise)} off already` : null,
      cells: [
        ...[line.sac, ...(counts ? [`${line.quantity ?? ''}${line.unit ? unitWords[line.unit] : ''}`] : [])],
        formatPaise(line.taxable_paise),
        ...taxes.map((tax) => `${formatPaise(tax.paise(line))}${tax.one === null ? ` (${tax.rate(line)} %)` : ''}`),
        formatPaise(line.total_paise),
      ],
    })),
    sums: [formatPaise(sums.taxable_paise), ...taxes.map((tax) => formatPaise(tax.paise(sums)))],
    total: formatRupees(sums.total),
  };
}

/** The rate of a tax when all lines have the same; null otherwise. */
function oneRate(lines: readonly TaxedLine[], { rate }: Tax): number | null {
  const [first, ...others] = new Set(lines.map(rate));
  return first !== undefined && others.length === 0 ? first : null;
}

function paidWords({ due, paid, payments }: PaidFacts): string {
  if (due > 0) return `To pay ${formatRupees(due)}`;
  const kept = payments.filter(({ captured_paise, status }) => captured_paise > 0 && status !== 'refunded');
  const ways = [...new Set(kept.map(({ method }) => methodPhrase(method)))];
  return `Paid ${formatRupees(paid)} ${ways.join(' and ')}`.trim();
}

const atOdometer = (km: number | null): string => (km === null ? '' : `, or at ${formatKm(km)}`);

const endOf = (name: string, isDemo: boolean): Pick<Paper, 'signature' | 'sample'> => ({
  signature: `For ${name}, authorised signatory`,
  sample: isDemo ? 'Sample: this shop, its address and its GSTIN are invented.' : null,
});
