import type { Invoice } from '@twostroke/shared/api/payments';
import { formatRupees } from '@twostroke/shared/domain/money';
import { Button } from '@twostroke/shared/ui/button';
import { FormProblem } from '@twostroke/shared/ui/form-problem';
import { Row } from '@twostroke/shared/ui/row';
import { useState, type ReactNode } from 'react';
import { PaperSheet } from './paper-sheet.tsx';
import { savePaper } from './save-paper.ts';
import { paperOfCreditNote, paperOfInvoice, type PaidFacts, type Paper } from './paper.ts';

export interface InvoicePapersProps {
  invoice: Invoice;
  /** What is paid and due now; missing when it could not be read. */
  payment: PaidFacts | undefined;
  /** How to pay what is due. */
  request: ReactNode;
  onPrintInvoice: () => void;
}

/** The invoice that counts; its credit notes and the invoices before it are papers of their own, printed one by one. */
export function InvoicePapers({ invoice, payment, request, onPrintInvoice }: InvoicePapersProps) {
  const [chosen, setChosen] = useState(invoice.number);
  const [busy, setBusy] = useState(false);
  const [problem, setProblem] = useState<string | null>(null);
  const { credit_notes: notes = [], earlier = [] } = invoice;
  const note = notes.find(({ number }) => number === chosen);
  const former = earlier.find(({ number }) => number === chosen);
  const isCurrent = !note && !former;
  const paper: Paper = note
    ? paperOfCreditNote(note, invoice)
    : paperOfInvoice(former ? { ...former, credit_notes: notes } : invoice, former ? undefined : payment);
  async function save(): Promise<void> {
    setBusy(true);
    setProblem(await savePaper(paper));
    setBusy(false);
  }
  const others = [
    { number: invoice.number, label: `Invoice ${invoice.number}` },
    ...earlier.map(({ number }) => ({ number, label: `Replaced invoice ${number}` })),
    ...notes.map(({ number, total }) => ({ number, label: `Credit note ${number}, ${formatRupees(total)}` })),
  ].filter(({ number }) => number !== paper.number);
  return (
    <PaperSheet
      label={`${note ? 'Credit note' : 'Invoice'} ${paper.number}`}
      paper={paper}
      request={isCurrent && request}
    >
      <FormProblem sentence={problem} />
      <Row>
        <Button variant="line" onClick={isCurrent ? onPrintInvoice : () => window.print()}>
          Print or save as PDF
        </Button>
        <Button variant="line" busy={busy} busyLabel="Making the PDF" onClick={() => void save()}>
          Download PDF
        </Button>
        {others.map(({ number, label }) => (
          <Button key={number} variant="line" onClick={() => setChosen(number)}>
            {label}
          </Button>
        ))}
      </Row>
    </PaperSheet>
  );
}
