import type { Invoice, Voucher } from '@twostroke/shared/api/payments';
import { formatRupees } from '@twostroke/shared/domain/money';
import { Button } from '@twostroke/shared/ui/button';
import { FormProblem } from '@twostroke/shared/ui/form-problem';
import { Row } from '@twostroke/shared/ui/row';
import { useState, type ReactNode } from 'react';
import { PaperSheet } from './paper-sheet.tsx';
import { savePaper } from './save-paper.ts';
import {
  paperOfCreditNote,
  paperOfInvoice,
  paperOfVoucher,
  voucherTitle,
  type PaidFacts,
  type Paper,
} from './paper.ts';

export interface InvoicePapersProps {
  /** Null before there is one. */
  invoice: Invoice | null;
  /** Of advances. */
  vouchers: readonly Voucher[];
  /** What is paid and due now; missing when it could not be read. */
  payment: PaidFacts | undefined;
  /** How to pay what is due. */
  request: ReactNode;
  onPrintInvoice: () => void;
}

interface NamedPaper {
  /** "Invoice TS/26-27/000001". */
  label: string;
  /** On the button that opens it. */
  button: string;
  paper: Paper;
}

/** The invoice that counts; its credit notes, the invoices before it and the vouchers are papers of their own. */
export function InvoicePapers({ invoice, vouchers, payment, request, onPrintInvoice }: InvoicePapersProps) {
  const papers = [...(invoice ? papersOfInvoice(invoice, payment) : []), ...vouchers.map(namedVoucher)];
  const [chosen, setChosen] = useState(papers[0]?.paper.number);
  const [busy, setBusy] = useState(false);
  const [problem, setProblem] = useState<string | null>(null);
  const shown = papers.find(({ paper }) => paper.number === chosen);
  if (!shown) return null;
  const { label, paper } = shown;
  const isCurrent = paper.number === invoice?.number;
  async function save(): Promise<void> {
    setBusy(true);
    setProblem(await savePaper(paper));
    setBusy(false);
  }
  return (
    <PaperSheet label={label} paper={paper} request={isCurrent && request}>
      <FormProblem sentence={problem} />
      <Row>
        <Button variant="line" onClick={isCurrent ? onPrintInvoice : () => window.print()}>
          Print or save as PDF
        </Button>
        <Button variant="line" busy={busy} busyLabel="Making the PDF" onClick={() => void save()}>
          Download PDF
        </Button>
        {papers
          .filter((other) => other !== shown)
          .map(({ button, paper: { number } }) => (
            <Button key={number} variant="line" onClick={() => setChosen(number)}>
              {button}
            </Button>
          ))}
      </Row>
    </PaperSheet>
  );
}

function papersOfInvoice(invoice: Invoice, payment: PaidFacts | undefined): NamedPaper[] {
  const { credit_notes: notes = [], earlier = [] } = invoice;
  const label = `Invoice ${invoice.number}`;
  return [
    { label, button: label, paper: paperOfInvoice(invoice, payment) },
    ...earlier.map((former) => ({
      label: `Invoice ${former.number}`,
      button: `Replaced invoice ${former.number}`,
      paper: paperOfInvoice({ ...former, credit_notes: notes }, undefined),
    })),
    ...notes.map((note) => ({
      label: `Credit note ${note.number}`,
      button: `Credit note ${note.number}, ${formatRupees(note.total)}`,
      paper: paperOfCreditNote(note, invoice),
    })),
  ];
}

function namedVoucher(voucher: Voucher): NamedPaper {
  const label = `${voucherTitle(voucher)} ${voucher.number}`;
  const paper = paperOfVoucher({ ...voucher, description: `Advance: ${voucher.description}` });
  return { label, button: `${label}, ${formatRupees(voucher.total)}`, paper };
}
