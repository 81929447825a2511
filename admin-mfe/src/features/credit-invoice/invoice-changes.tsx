import { getInvoice } from '@twostroke/shared/api/payments';
import { useQuery } from '@twostroke/shared/api/use-query';
import { Disclosure } from '@twostroke/shared/ui/disclosure';
import { Stack } from '@twostroke/shared/ui/stack';
import { useState } from 'react';
import { useMay } from '../../model/duty.ts';
import { CreditNoteForm } from './credit-note-form.tsx';
import styles from './invoice-changes.module.css';
import { ReplaceInvoiceForm } from './replace-invoice-form.tsx';

export interface InvoiceChangesProps {
  booking: string;
  /** Shows the invoice anew. */
  onChanged: () => void;
}

/** What can still be done about an issued invoice, by those who may give money back. */
export function InvoiceChanges({ booking, onChanged }: InvoiceChangesProps) {
  const may = useMay();
  const [turn, setTurn] = useState(0);
  const invoice = useQuery(may('give_back') ? `credit ${booking} ${turn}` : null, () => getInvoice({ booking }));
  if (invoice.status !== 'ready') return null;
  const changed = (): void => {
    setTurn(turn + 1);
    onChanged();
  };
  return (
    <Stack key={turn} as="section" gap="s" aria-label="Correct the invoice" className={styles.changes}>
      <Disclosure summary="Credit note…">
        <CreditNoteForm booking={booking} invoice={invoice.data} onIssued={changed} />
      </Disclosure>
      <Disclosure summary="Replace the invoice…">
        <ReplaceInvoiceForm booking={booking} invoice={invoice.data} onReplaced={changed} />
      </Disclosure>
    </Stack>
  );
}
