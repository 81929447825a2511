import type { ServiceMode } from '@twostroke/shared/domain/booking-form';
import { formatDay, formatWindow, nearDay } from '@twostroke/shared/domain/calendar';
import { Cells } from '@twostroke/shared/ui/cells';
import { JobCard, JobCardBody, JobCardHead } from '@twostroke/shared/ui/job-card';
import { Row } from '@twostroke/shared/ui/row';
import { statusBadge } from '@twostroke/shared/domain/booking-status';
import { Badge } from '@twostroke/shared/ui/badge';
import { Timeline } from './timeline.tsx';
import type { ReactNode } from 'react';
import { isClosed, windowLabel, type ListedBooking } from '../../model/booking.ts';
import { bookingSteps } from './booking-steps.ts';

const places: Readonly<Record<ServiceMode, string>> = {
  doorstep: 'At your gate',
  pickup: 'Pickup',
  workshop: 'Workshop',
};

export interface BookingCardProps {
  booking: ListedBooking;
  /** `YYYY-MM-DD` */
  today: string;
  /** Beside the badge: whether the card is live. */
  mark?: ReactNode;
}

/** One booking: when, where, how far it is. */
export function BookingCard({ booking, today, mark }: BookingCardProps) {
  const near = nearDay(booking.booking_date, today);
  const day = near ? `${near[0]?.toUpperCase()}${near.slice(1)}` : formatDay(booking.booking_date);
  const id = `booking-${booking.number}`;
  return (
    <JobCard as="article" aria-labelledby={id}>
      <JobCardHead id={id} title={`${day}, ${booking.bike_name}`} number={booking.number} />
      <Cells
        flush
        cells={[
          {
            label: isClosed(booking) ? 'Time' : windowLabel(booking),
            value: formatWindow(booking.booking_time, booking.window_end),
            note: readyNote(booking),
          },
          { label: 'Where', value: places[booking.mode], note: whereNote(booking) },
        ]}
      />
      <JobCardBody>
        <Row between>
          <Badge {...statusBadge(booking.status)} />
          {mark}
        </Row>
        <Timeline items={bookingSteps(booking, today)} />
      </JobCardBody>
    </JobCard>
  );
}

function readyNote({ booking_date, ready_date }: ListedBooking): string {
  return ready_date === booking_date
    ? formatDay(booking_date)
    : `${formatDay(booking_date)}, ready ${formatDay(ready_date)}`;
}

function whereNote({ address_line, landmark, area_name }: ListedBooking): string | undefined {
  return [address_line, landmark, area_name].filter(Boolean).join(', ') || undefined;
}
