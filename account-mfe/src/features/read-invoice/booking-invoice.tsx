import type { BookingKey } from '@twostroke/shared/api/bookings';
import { getInvoice, startUpiPayment, type BookingPayment } from '@twostroke/shared/api/payments';
import { useQuery } from '@twostroke/shared/api/use-query';
import { formatRupees } from '@twostroke/shared/domain/money';
import { LoadProblem } from '@twostroke/shared/ui/load-problem';
import { SkeletonCard } from '@twostroke/shared/ui/skeleton';
import { Stack } from '@twostroke/shared/ui/stack';
import { useEffect, useRef, type ReactNode } from 'react';
import { QrCode } from '../../parts/qr-code.tsx';
import styles from './booking-invoice.module.css';
import { Invoice } from './invoice.tsx';

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
        <Invoice invoice={invoice.data} payment={payment} request={isOpen && <UpiCode bookingKey={bookingKey} />} />
      )}
    </Stack>
  );
}

/** A code to pay what is due, on the screen and on paper. Nothing when there is no UPI request to be had. */
function UpiCode({ bookingKey }: Pick<BookingInvoiceProps, 'bookingKey'>) {
  const request = useQuery(`upi ${bookingKey.booking}`, () => startUpiPayment(bookingKey));
  if (request.status !== 'ready') return null;
  const { amount, upi_link, reference } = request.data;
  return (
    <div className={styles.request}>
      <QrCode text={upi_link} label={`Code to pay ${formatRupees(amount)} with the UPI app of a phone`} />
      <span>Pay by UPI, reference {reference}</span>
    </div>
  );
}
