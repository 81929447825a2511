import type { BookingKey } from '@twostroke/shared/api/bookings';
import { getInvoice } from '@twostroke/shared/api/payments';
import { useQuery } from '@twostroke/shared/api/use-query';
import { LoadProblem } from '@twostroke/shared/ui/load-problem';
import { SkeletonCard } from '@twostroke/shared/ui/skeleton';
import { Stack } from '@twostroke/shared/ui/stack';
import { useEffect, useRef, type ReactNode } from 'react';
import { Invoice } from './invoice.tsx';

export interface BookingInvoiceProps {
  bookingKey: BookingKey & { booking: string };
  /** The way back to the booking. */
  back: ReactNode;
}

/** The invoice in place of the booking, so that it is what gets printed. */
export function BookingInvoice({ bookingKey, back }: BookingInvoiceProps) {
  const title = useRef<HTMLHeadingElement>(null);
  const invoice = useQuery(`invoice ${bookingKey.booking}`, () => getInvoice(bookingKey));
  useEffect(() => title.current?.focus(), []);
  return (
    <Stack gap="l">
      <Stack start gap="s">
        {back}
        <h1 ref={title} tabIndex={-1}>
          Your invoice
        </h1>
      </Stack>
      {invoice.status === 'failed' && (
        <LoadProblem
          what="the invoice"
          error={invoice.error}
          safe="Your booking is safe with us."
          onRetry={invoice.reload}
        />
      )}
      {(invoice.status === 'loading' || invoice.status === 'idle') && (
        <SkeletonCard lines={8} label="Loading the invoice" />
      )}
      {invoice.status === 'ready' && <Invoice invoice={invoice.data} />}
    </Stack>
  );
}
