import type { BookingKey } from '@twostroke/shared/api/bookings';
import { getInvoice, type BookingPayment } from '@twostroke/shared/api/payments';
import { useQuery } from '@twostroke/shared/api/use-query';
import { LoadProblem } from '@twostroke/shared/ui/load-problem';
import { SkeletonCard } from '@twostroke/shared/ui/skeleton';
import { Stack } from '@twostroke/shared/ui/stack';
import { useEffect, useRef, type ReactNode } from 'react';
import styles from './booking-invoice.module.css';
import { InvoicePapers } from './invoice-papers.tsx';
import { UpiCodeBox } from './upi-code-box.tsx';
import { useUpiCode } from './use-upi-code.ts';

export interface BookingInvoiceProps {
  bookingKey: BookingKey & { booking: string };
  /** What is paid and due; missing when it could not be read. */
  payment: BookingPayment | undefined;
  /** The way back to the booking. */
  back: ReactNode;
}

/** The invoice in place of the booking, so that it is what gets printed. */
export function BookingInvoice({ bookingKey, payment, back }: BookingInvoiceProps) {
  const title = useRef<HTMLHeadingElement>(null);
  const invoice = useQuery(`invoice ${bookingKey.booking}`, () => getInvoice(bookingKey));
  useEffect(() => title.current?.focus(), []);
  const isOpen = payment?.status === 'unpaid' || payment?.status === 'part_paid';
  const code = useUpiCode(bookingKey);
  return (
    <Stack gap="l">
      <div className={styles.head}>
        {back}
        <h1 ref={title} tabIndex={-1} className={styles.title}>
          {invoice.status === 'ready' ? `Invoice ${invoice.data.number}` : 'Your invoice'}
        </h1>
      </div>
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
      {invoice.status === 'ready' && (
        <InvoicePapers
          invoice={invoice.data}
          payment={payment}
          request={isOpen && <UpiCodeBox code={code} />}
          onPrintInvoice={() => (isOpen ? void code.print() : window.print())}
        />
      )}
    </Stack>
  );
}
