import type { Invoice } from '@twostroke/shared/api/payments';
import { formatRupees } from '@twostroke/shared/domain/money';
import { notify } from '@twostroke/shared/state';
import { Button } from '@twostroke/shared/ui/button';
import { Field } from '@twostroke/shared/ui/field';
import { FormProblem } from '@twostroke/shared/ui/form-problem';
import { Row } from '@twostroke/shared/ui/row';
import { Stack } from '@twostroke/shared/ui/stack';
import { TextInput } from '@twostroke/shared/ui/text-input';
import { textOf, useSubmit } from '@twostroke/shared/ui/use-submit';
import { useState } from 'react';
import { explain, messages } from '../../messages.ts';
import { creditableLines, issueCreditNote } from './credit.ts';

export interface CreditNoteFormProps {
  booking: string;
  invoice: Invoice;
  onIssued: () => void;
}

/** Takes something off an issued invoice: how much of which line, and why. */
export function CreditNoteForm({ booking, invoice, onIssued }: CreditNoteFormProps) {
  const lines = creditableLines(invoice);
  // The same for each try: a note whose answer got lost is not issued twice.
  const [request] = useState(() => crypto.randomUUID());
  const rupeesOf = (data: FormData, line: number): string => textOf(data, `line-${line}`).trim();
  const { busy, errors, problem, onSubmit } = useSubmit({
    check: (data) => {
      const typed = lines.filter(({ line }) => rupeesOf(data, line) !== '');
      const wrong = typed.filter(({ line, left }) => {
        const rupees = rupeesOf(data, line);
        return !/^\d{1,6}$/.test(rupees) || Number(rupees) < 1 || Number(rupees) > left;
      });
      return {
        ...Object.fromEntries(wrong.map(({ line, left }) => [`line-${line}`, messages.credit_amount({ line, left })])),
        ...(typed.length === 0 && lines[0] && { [`line-${lines[0].line}`]: messages.credit_lines }),
        reason: textOf(data, 'reason').trim().length < 3 ? messages.credit_reason : undefined,
      };
    },
    send: async (data) => {
      const asked = lines
        .filter(({ line }) => rupeesOf(data, line) !== '')
        .map(({ line }) => ({ line, rupees: Number(rupeesOf(data, line)) }));
      try {
        const number = await issueCreditNote(booking, request, asked, textOf(data, 'reason').trim());
        void notify(`Credit note ${number} is issued`);
        onIssued();
        return null;
      } catch (thrown) {
        return explain(thrown);
      }
    },
  });
  if (lines.length === 0) return <p>Credit notes have taken this invoice back as a whole.</p>;
  return (
    <form noValidate onSubmit={onSubmit} aria-label="Credit note">
      <Stack>
        <p>
          It gets its own number and never changes. What is paid beyond the rest is refunded. To correct a name or a
          GSTIN, replace the invoice.
        </p>
        {lines.map(({ line, description, left }) => (
          <Field
            key={line}
            id={`line-${line}`}
            label={description}
            hint={`Rupees to take off, up to ${formatRupees(left)}. Empty: nothing.`}
            error={errors[`line-${line}`]}
          >
            <TextInput name={`line-${line}`} inputMode="numeric" autoComplete="off" maxLength={6} />
          </Field>
        ))}
        <Field label="Reason" hint="It stands on the credit note, and the customer reads it." error={errors['reason']}>
          <TextInput name="reason" autoComplete="off" maxLength={300} />
        </Field>
        <FormProblem sentence={problem} />
        <Row>
          <Button type="submit" variant="stop" busy={busy} busyLabel="Issuing">
            Issue the credit note
          </Button>
        </Row>
      </Stack>
    </form>
  );
}
