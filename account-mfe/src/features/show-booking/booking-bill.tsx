import { formatRupees } from '@twostroke/shared/domain/money';
import { JobCard, JobCardBody, JobCardHead } from '@twostroke/shared/ui/job-card';
import { Sums } from '@twostroke/shared/ui/sums';
import { Text } from '@twostroke/shared/ui/text';
import { billRows } from '../../model/bill-rows.ts';
import { isClosed, type ShownBooking } from '../../model/booking.ts';

export interface BookingBillProps {
  booking: ShownBooking;
}

/** What the booking costs, line by line, and the bike it is for. */
export function BookingBill({ booking }: BookingBillProps) {
  const billed = booking.final_price;
  return (
    <JobCard as="section" aria-label="Bill">
      <JobCardHead title={billed !== null ? 'Your bill' : isClosed(booking) ? 'Agreed price' : 'Your price'} />
      <JobCardBody>
        <Sums rows={billRows(booking, booking.payment)} />
        {billed === null && !isClosed(booking) && booking.approval_limit > 0 && (
          <Text size="small">
            Extra work up to {formatRupees(booking.approval_limit)} is done without asking you. Beyond that we ask
            first.
          </Text>
        )}
      </JobCardBody>
    </JobCard>
  );
}
