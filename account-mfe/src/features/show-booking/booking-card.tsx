import type { BookingDetails } from '@twostroke/shared/api/bookings';
import { placeLine, placeName } from '@twostroke/shared/domain/booking-place';
import { formatDay, formatWindow } from '@twostroke/shared/domain/calendar';
import { termsWords } from '@twostroke/shared/domain/change-terms';
import { dueLines } from '@twostroke/shared/domain/dues';
import { formatRupees } from '@twostroke/shared/domain/money';
import { Cells, type Cell } from '@twostroke/shared/ui/cells';
import { useFlash } from '@twostroke/shared/ui/use-flash';
import { JobCard, JobCardBody, JobCardFoot, JobCardHead } from '@twostroke/shared/ui/job-card';
import { PlateNumber } from '@twostroke/shared/ui/plate-number';
import { statusBadge } from '@twostroke/shared/domain/booking-status';
import { Badge } from '@twostroke/shared/ui/badge';
import { Sums } from '@twostroke/shared/ui/sums';
import { billRows } from '../../model/bill-rows.ts';
import { windowLabel } from '../../model/booking.ts';
import { isUpcoming, isRainedOff } from './booking-words.ts';

/** What was agreed, on one card. */
export function BookingCard({ booking }: { booking: BookingDetails }) {
  const { items, approval_limit, mechanic, payment } = booking;
  const changed = useFlash<HTMLDListElement>();
  const { work, total } = payment;
  const dues = dueLines(payment);
  const [service, ...extras] = items.filter(({ package_type }) => package_type !== 'pickup');
  const cells: Cell[] = [
    { label: 'Day', value: formatDay(booking.booking_date) },
    { label: windowLabel(booking), value: formatWindow(booking.booking_time, booking.window_end) },
    {
      label: 'Bike',
      value: booking.bike_name,
      note: booking.model_year ? `${booking.model_year} model` : null,
    },
    {
      label: 'Number',
      value: booking.vehicle_number ? <PlateNumber number={booking.vehicle_number} size="small" /> : 'not issued yet',
      note: booking.chassis_last5 && `chassis ends in ${booking.chassis_last5}`,
    },
    {
      label: 'Service',
      value: service?.name,
      note: extras.length > 0 ? `with ${extras.length === 1 ? extras[0]?.name : `${extras.length} add-ons`}` : null,
    },
    {
      label: priceLabel(booking),
      value: formatRupees(dues.length > 0 ? total : work),
      note:
        dues.length > 0
          ? `${formatRupees(work)} for the work`
          : isUpcoming(booking)
            ? limitWords(approval_limit)
            : booking.status === 'cancelled'
              ? 'nothing to pay'
              : null,
    },
  ];
  return (
    <JobCard>
      <JobCardHead title="Your booking" number={booking.number} />
      <Cells ref={changed} flush cells={cells} />
      <JobCardBody>
        <p>
          <Badge {...statusBadge(booking.status)} /> {mechanic && `Your mechanic: ${mechanic}`}
        </p>
        <p>
          {placeName(booking)}: {placeLine(booking)}
          {booking.landmark && (
            <>
              <br />
              Landmark: {booking.landmark}
            </>
          )}
        </p>
        <Sums rows={billRows(booking, payment)} />
      </JobCardBody>
      {booking.terms.can_cancel && booking.status !== 'pending_payment' && !isRainedOff(booking) && (
        <JobCardFoot>
          <p>
            <b>{termsWords(booking.terms)}</b>
          </p>
        </JobCardFoot>
      )}
    </JobCard>
  );
}

function priceLabel(booking: BookingDetails): string {
  const { final_price, payment } = booking;
  if (final_price !== null) return 'Bill';
  if (!isUpcoming(booking)) return 'Price';
  if (payment.due === 0) return 'Paid';
  return payment.method === 'after_service' && payment.paid === 0 ? 'To pay after' : 'Price';
}

function limitWords(limit: number): string {
  return limit > 0 ? `you allowed ${formatRupees(limit)} extra` : 'extra work only after your yes';
}
