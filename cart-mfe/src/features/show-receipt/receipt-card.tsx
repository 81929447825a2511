import { dayName, formatDay, formatWindow } from '@twostroke/shared/domain/calendar';
import { formatRupees } from '@twostroke/shared/domain/money';
import { Cells } from '@twostroke/shared/ui/cells';
import { JobCard, JobCardHead } from '@twostroke/shared/ui/job-card';
import { useEffect, useRef } from 'react';
import type { Receipt } from '../../model/receipt-state.ts';
import styles from './show-receipt.module.css';

export interface ReceiptCardProps {
  receipt: Receipt;
  /** Focuses its heading: set when nothing will replace the receipt. */
  focus?: boolean;
}

/** What the customer was given when the booking was made: its number, the time and the price. */
export function ReceiptCard({ receipt, focus = false }: ReceiptCardProps) {
  const { number, status, booking_date, booking_time, window_end, estimated_price } = receipt;
  const title = useRef<HTMLHeadingElement>(null);
  useEffect(() => {
    if (focus) title.current?.focus({ preventScroll: true });
  }, [focus]);
  return (
    <>
      <h1 ref={title} tabIndex={-1} className={styles.title}>
        {status === 'pending_payment' ? 'Pay to confirm your booking' : `Booked. See you on ${dayName(booking_date)}.`}
      </h1>
      <JobCard>
        <JobCardHead title="Your booking" number={number} />
        <Cells
          flush
          cells={[
            { label: 'Day', value: formatDay(booking_date) },
            { label: 'Time', value: formatWindow(booking_time, window_end) },
            { label: 'Price', value: formatRupees(estimated_price), note: 'GST included' },
          ]}
        />
      </JobCard>
    </>
  );
}
