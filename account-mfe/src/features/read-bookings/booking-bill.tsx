import type { BookingPayment } from '@twostroke/shared/api/payments';
import { formatRupees } from '@twostroke/shared/domain/money';
import { JobCard, JobCardBody, JobCardHead } from '@twostroke/shared/ui/job-card';
import { PlateNumber } from '@twostroke/shared/ui/plate-number';
import { Sums } from '@twostroke/shared/ui/sums';
import { Text } from '@twostroke/shared/ui/text';
import type { ReactNode } from 'react';
import { billRows } from '../../model/bill-rows.ts';
import { isClosed, type ListedBooking } from '../../model/booking.ts';

export interface BookingBillProps {
  booking: ListedBooking;
  /** What it costs; missing when it could not be read. */
  payment: BookingPayment | undefined;
  children?: ReactNode;
}

/** What the booking costs, line by line, and the bike it is for. */
export function BookingBill({ booking, payment, children }: BookingBillProps) {
  const billed = booking.final_price;
  return (
    <JobCard as="section" aria-label="Bill">
      <JobCardHead
        title={billed !== null ? 'Your bill' : isClosed(booking) ? 'Agreed price' : 'Your price'}
        aside={
          booking.vehicle_number ? <PlateNumber number={booking.vehicle_number} size="small" /> : 'Plate not issued yet'
        }
      />
      <JobCardBody>
        <Sums rows={billRows(booking, payment)} />
        {billed === null && !isClosed(booking) && booking.approval_limit > 0 && (
          <Text size="small">
            Extra work up to {formatRupees(booking.approval_limit)} is done without asking you. Beyond that we ask
            first.
          </Text>
        )}
        {children}
      </JobCardBody>
    </JobCard>
  );
}
