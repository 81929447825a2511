import type { Invoice } from '@twostroke/shared/api/payments';
import { toAppError } from '@twostroke/shared/client';
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
import { replaceInvoice } from './credit.ts';

export interface ReplaceInvoiceFormProps {
  booking: string;
  invoice: Invoice;
  onReplaced: () => void;
}

/** Another invoice in place of one with a mistake in the name, the GSTIN or the bill. */
export function ReplaceInvoiceForm({ booking, invoice, onReplaced }: ReplaceInvoiceFormProps) {
  const [request] = useState(() => crypto.randomUUID());
  const { name, gstin } = invoice.customer;
  const { busy, errors, problem, onSubmit } = useSubmit({
    check: (data) => {
      const of = (field: string): string => textOf(data, field).trim();
      return {
        name: of('name').length < 2 ? messages.name : undefined,
        final_price: /^\d{0,6}$/.test(of('final_price')) ? undefined : messages.final_price,
        reason: of('reason').length < 3 ? messages.credit_reason : undefined,
      };
    },
    send: async (data) => {
      const of = (field: string): string => textOf(data, field).trim();
      try {
        const number = await replaceInvoice(booking, request, {
          reason: of('reason'),
          ...(of('name') !== name && { name: of('name') }),
          ...(of('gstin') !== (gstin ?? '') && { gstin: of('gstin') }),
          ...(of('final_price') !== '' && { final_price: Number(of('final_price')) }),
        });
        void notify(`Invoice ${number} takes its place`);
        onReplaced();
        return null;
      } catch (thrown) {
        const { hint } = toAppError(thrown);
        return hint === 'gstin' || hint === 'name' ? { [hint]: explain(thrown) } : explain(thrown);
      }
    },
  });
  return (
    <form noValidate onSubmit={onSubmit} aria-label="Replace the invoice">
      <Stack>
        <p>
          A credit note takes back what is left of {invoice.number}, and a new invoice gets the next number. The
          warranty stays that of the first one.
        </p>
        <Field id="name" label="Name on the invoice" error={errors['name']}>
          <TextInput name="name" autoComplete="off" maxLength={60} defaultValue={name} />
        </Field>
        <Field id="gstin" label="GSTIN" optional error={errors['gstin']}>
          <TextInput
            name="gstin"
            autoComplete="off"
            autoCapitalize="characters"
            maxLength={15}
            defaultValue={gstin ?? ''}
          />
        </Field>
        <Field
          id="final_price"
          label="Bill for the work, in rupees"
          hint="Empty: it stays. Fees and credits are added as before."
          error={errors['final_price']}
        >
          <TextInput name="final_price" inputMode="numeric" autoComplete="off" maxLength={6} />
        </Field>
        <Field id="replace-reason" label="Reason" hint="It stands on the credit note." error={errors['reason']}>
          <TextInput name="reason" autoComplete="off" maxLength={300} />
        </Field>
        <FormProblem sentence={problem} />
        <Row>
          <Button type="submit" variant="stop" busy={busy} busyLabel="Replacing">
            Replace the invoice
          </Button>
        </Row>
      </Stack>
    </form>
  );
}
