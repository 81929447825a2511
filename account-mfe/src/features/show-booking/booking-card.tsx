import { placeLine, placeName } from '@twostroke/shared/domain/booking-place';
import { formatDay, formatWindow, nearDay } from '@twostroke/shared/domain/calendar';
import { dueLines } from '@twostroke/shared/domain/dues';
import { readyWords } from '@twostroke/shared/domain/ready-words';
import { formatRupees } from '@twostroke/shared/domain/money';
import { Badge } from '@twostroke/shared/ui/badge';
import { Cells, type Cell } from '@twostroke/shared/ui/cells';
import { JobCard, JobCardBody, JobCardHead } from '@twostroke/shared/ui/job-card';
import { PlateNumber } from '@twostroke/shared/ui/plate-number';
import { Row } from '@twostroke/shared/ui/row';
import { useFlash } from '@twostroke/shared/ui/use-flash';
import type { ReactNode } from 'react';
import { windowLabel, type ShownBooking } from '../../model/booking.ts';
import { customerStatusBadge, isUpcoming, isWithUs } from './booking-words.ts';

export interface BookingCardProps {
  booking: ShownBooking;
  /** `YYYY-MM-DD` */
  today: string;
  /** Beside the status: whether the card is live. */
  mark?: ReactNode;
  /** Its foot: what can be done about it. */
  children?: ReactNode;
}

/** What was agreed, on one card. */
export function BookingCard({ booking, today, mark, children }: BookingCardProps) {
  const { mechanic } = booking;
  const changed = useFlash<HTMLDListElement>();
  const id = `booking-${booking.number}`;
  return (
    <JobCard as="article" aria-labelledby={id}>
      <JobCardHead id={id} title="Your booking" number={booking.number} />
      <Cells ref={changed} flush cells={cellsOf(booking, today)} />
      <JobCardBody>
        {(mark || mechanic || booking.status !== 'confirmed') && (
          <Row between>
            <p>
              {booking.status !== 'confirmed' && <Badge {...customerStatusBadge(booking.status)} />}{' '}
              {mechanic && `Your mechanic: ${mechanic}`}
            </p>
            {mark}
          </Row>
        )}
        <p>
          {placeName(booking)}
          {placeWords(booking)}
          {booking.landmark && (
            <>
              <br />
              Landmark: {booking.landmark}
            </>
          )}
        </p>
      </JobCardBody>
      {children}
    </JobCard>
  );
}

function cellsOf(booking: ShownBooking, today: string): Cell[] {
  const [service, ...extras] = booking.items.filter(({ package_type }) => package_type !== 'pickup');
  const { booking_date, ready_date, ready_time, vehicle_number, chassis_last5, model_year } = booking;
  // While the bike is with us, the day that we promised is what counts.
  const isPromised = Boolean(ready_time) || ready_date !== booking_date || isWithUs(booking);
  const dayNotes = [nearDay(booking_date, today), isPromised && `ready ${readyWords(ready_date, ready_time)}`];
  return [
    { label: 'Day', value: formatDay(booking_date), note: dayNotes.filter(Boolean).join(', ') },
    { label: windowLabel(booking), value: formatWindow(booking.booking_time, booking.window_end) },
    { label: 'Bike', value: booking.bike_name, note: model_year ? `${model_year} model` : null },
    {
      label: 'Number',
      value: vehicle_number ? <PlateNumber number={vehicle_number} size="small" /> : 'not issued yet',
      note: chassis_last5 && `chassis ends in ${chassis_last5}`,
    },
    {
      label: 'Service',
      value: service?.name,
      note: extras.length > 0 ? `with ${extras.length === 1 ? extras[0]?.name : `${extras.length} add-ons`}` : null,
    },
    { label: priceLabel(booking), ...priceOf(booking) },
  ];
}

/** The address, as far as it is known: of the shop only when the booking was read by itself. */
function placeWords({ mode, address_line, area_name, pin = null, shop }: ShownBooking): string {
  const words = placeLine({ mode, address_line, area_name, pin, shop: shop ?? { address: '' } });
  return words && `: ${words}`;
}

function priceLabel(booking: ShownBooking): string {
  const { final_price, payment } = booking;
  if (final_price !== null) return 'Bill';
  if (!isUpcoming(booking) || !payment) return 'Price';
  if (payment.due === 0) return 'Paid';
  return payment.method === 'after_service' && payment.paid === 0 ? 'To pay after' : 'Price';
}

function priceOf(booking: ShownBooking): Pick<Cell, 'value' | 'note'> {
  const { payment, approval_limit } = booking;
  if (!payment) return { value: formatRupees(booking.final_price ?? booking.estimated_price) };
  if (dueLines(payment).length > 0)
    return { value: formatRupees(payment.total), note: `${formatRupees(payment.work)} for the work` };
  const value = formatRupees(payment.work);
  if (isUpcoming(booking)) return { value, note: limitWords(approval_limit) };
  return { value, note: booking.status === 'cancelled' ? 'nothing to pay' : null };
}

function limitWords(limit: number): string {
  return limit > 0 ? `you allowed ${formatRupees(limit)} extra` : 'extra work only after your yes';
}
