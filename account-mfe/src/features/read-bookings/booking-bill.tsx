import type { Dues } from '@twostroke/shared/domain/dues';
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
  /** Fees of missed bookings and credits; missing when they could not be read. */
  dues: Dues | undefined;
  children?: ReactNode;
}

/** What the booking costs, line by line, and the bike it is for. */
export function BookingBill({ booking, dues, children }: BookingBillProps) {
  const billed = booking.final_price;
  return (
    <JobCard as="section" aria-label="Bill">
      <JobCardHead
        title={billed !== null ? 'Your bill' : isClosed(booking) ? 'Price when booked' : 'Your price'}
        aside={
          booking.vehicle_number ? <PlateNumber number={booking.vehicle_number} size="small" /> : 'Plate not issued yet'
        }
      />
      <JobCardBody>
        <Sums rows={billRows(booking, dues)} />
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
