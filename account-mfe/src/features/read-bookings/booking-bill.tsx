import { dueLines, type Dues } from '@twostroke/shared/domain/dues';
import { agreedExtra } from '@twostroke/shared/domain/extra-work';
import { formatRupees } from '@twostroke/shared/domain/money';
import { JobCard, JobCardBody, JobCardHead } from '@twostroke/shared/ui/job-card';
import { PlateNumber } from '@twostroke/shared/ui/plate-number';
import { Sums, type Sum } from '@twostroke/shared/ui/sums';
import { Text } from '@twostroke/shared/ui/text';
import type { ReactNode } from 'react';
import { isClosed, type Booking } from './booking.ts';

export interface BookingBillProps {
  booking: Booking;
  /** Fees of missed bookings and credits; missing when they could not be read. */
  dues: Dues | undefined;
  children?: ReactNode;
}

/** What the booking costs, line by line, and the bike it is for. */
export function BookingBill({ booking, dues, children }: BookingBillProps) {
  const billed = booking.final_price;
  const rows: Sum[] = booking.booking_items.map((item) => ({
    label: item.quantity > 1 ? `${item.name} × ${item.quantity}` : item.name,
    value: formatRupees(item.price),
  }));
  if (booking.discount > 0)
    rows.push({ label: `Coupon ${booking.coupon_code}`, value: formatRupees(-booking.discount) });
  const total = billed ?? booking.estimated_price + (isClosed(booking) ? 0 : agreedExtra(booking.extra_work));
  const change = total - booking.estimated_price;
  if (change !== 0) rows.push({ label: change > 0 ? 'Extra work' : 'Taken off', value: formatRupees(change) });
  if (booking.fee > 0) rows.push({ label: `${feeLabel(booking)}, not in the total`, value: formatRupees(booking.fee) });
  rows.push({ label: 'Total, GST included', value: formatRupees(total), total: true });
  const lines = dues ? dueLines(dues) : [];
  const together = lines.reduce((sum, { rupees }) => sum + rupees, total + booking.fee);
  rows.push(...lines.map(({ label, rupees }) => ({ label, value: formatRupees(rupees) })));
  if (lines.length > 0) rows.push({ label: 'All together', value: formatRupees(together), total: true });
  return (
    <JobCard as="section" aria-label="Bill">
      <JobCardHead
        title={billed !== null ? 'Your bill' : isClosed(booking) ? 'Price when booked' : 'Your price'}
        aside={
          booking.vehicle_number ? <PlateNumber number={booking.vehicle_number} size="small" /> : 'Plate not issued yet'
        }
      />
      <JobCardBody>
        <Sums rows={rows} />
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

function feeLabel({ status }: Booking): string {
  return status === 'no_show' ? 'Fee, as nobody was there' : 'Fee for changing late';
}
