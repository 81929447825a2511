import { getInvoice } from '@twostroke/shared/data/payments';
import { Button } from '@twostroke/shared/ui/button';
import { Invoice } from '@twostroke/shared/ui/invoice';
import { SkeletonCard } from '@twostroke/shared/ui/skeleton';
import { Stack } from '@twostroke/shared/ui/stack';
import { useEffect, useRef } from 'react';
import { LoadProblem } from '../../booking/load-problem.tsx';
import { useLoaded } from '../../booking/use-loaded.ts';

export interface BookingInvoiceProps {
  /** Id of the booking. */
  booking: string;
  token: string;
  onBack: () => void;
}

/** The invoice in place of the booking, so that it is what gets printed. */
export function BookingInvoice({ booking, token, onBack }: BookingInvoiceProps) {
  const title = useRef<HTMLHeadingElement>(null);
  const invoice = useLoaded(`invoice ${booking}`, () => getInvoice({ booking, manage_token: token }));
  useEffect(() => title.current?.focus(), []);
  return (
    <Stack gap="l">
      <Stack start gap="s">
        <Button variant="quiet" onClick={onBack}>
          Back to the booking
        </Button>
        <h1 ref={title} tabIndex={-1}>
          Your invoice
        </h1>
      </Stack>
      {invoice.status === 'failed' && <LoadProblem what="the invoice" error={invoice.error} onRetry={invoice.reload} />}
      {(invoice.status === 'loading' || invoice.status === 'idle') && (
        <SkeletonCard lines={8} label="Loading the invoice" />
      )}
      {invoice.status === 'ready' && <Invoice invoice={invoice.data} />}
    </Stack>
  );
}
