import type { BookingKey } from '@twostroke/shared/api/bookings';
import { getInvoice, getVouchers, type BookingPayment } from '@twostroke/shared/api/payments';
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
  /** Whether there is an invoice: before it there may be vouchers of advances. */
  isCompleted: boolean;
  /** What is paid and due; missing when it could not be read. */
  payment: BookingPayment | undefined;
  /** The way back to the booking. */
  back: ReactNode;
}

/** The invoice, or the vouchers before it, in place of the booking, so that they are what gets printed. */
export function BookingInvoice({ bookingKey, isCompleted, payment, back }: BookingInvoiceProps) {
  const title = useRef<HTMLHeadingElement>(null);
  const invoice = useQuery(isCompleted ? `invoice ${bookingKey.booking}` : null, () => getInvoice(bookingKey));
  const issued = invoice.status === 'ready' ? invoice.data : null;
  const named = payment?.vouchers ?? issued?.advances ?? [];
  const hasVouchers = !isCompleted || named.length > 0;
  const numbers = named.map(({ number }) => number).join();
  const vouchers = useQuery(hasVouchers ? `vouchers ${bookingKey.booking} ${numbers}` : null, () =>
    getVouchers(bookingKey),
  );
  const isReady = (!isCompleted || issued) && (!hasVouchers || vouchers.status === 'ready');
  const failed = [invoice, vouchers].find(({ status }) => status === 'failed');
  useEffect(() => title.current?.focus(), []);
  const isOpen = payment?.status === 'unpaid' || payment?.status === 'part_paid';
  const code = useUpiCode(bookingKey);
  return (
    <Stack gap="l">
      <div className={styles.head}>
        {back}
        <h1 ref={title} tabIndex={-1} className={styles.title}>
          {issued ? `Invoice ${issued.number}` : isCompleted ? 'Your invoice' : 'Paid in advance'}
        </h1>
      </div>
      {failed?.status === 'failed' && (
        <LoadProblem
          what={isCompleted ? 'the invoice' : 'the voucher'}
          error={failed.error}
          safe="Your booking is safe with us."
          onRetry={failed.reload}
        />
      )}
      {!failed && !isReady && (
        <SkeletonCard lines={8} label={isCompleted ? 'Loading the invoice' : 'Loading the voucher'} />
      )}
      {isReady && (
        <InvoicePapers
          invoice={issued}
          vouchers={vouchers.status === 'ready' ? vouchers.data : []}
          payment={payment}
          request={isOpen && <UpiCodeBox code={code} />}
          onPrintInvoice={() => (isOpen ? void code.print() : window.print())}
        />
      )}
    </Stack>
  );
}
