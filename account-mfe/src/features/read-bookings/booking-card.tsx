import { formatDay, formatWindow, nearDay } from '@twostroke/shared/domain/calendar';
import { Cells } from '@twostroke/shared/ui/cells';
import { JobCard, JobCardBody, JobCardHead } from '@twostroke/shared/ui/job-card';
import { Row } from '@twostroke/shared/ui/row';
import { StatusBadge } from '@twostroke/shared/ui/status-badge';
import { Timeline } from '@twostroke/shared/ui/timeline';
import type { ReactNode } from 'react';
import { isClosed, type Booking } from './booking.ts';
import { bookingSteps } from './booking-steps.ts';

const places: Readonly<Record<string, string>> = { doorstep: 'At your gate', pickup: 'Pickup', workshop: 'Workshop' };
/** The same words as on the page of the booking itself. */
const windows: Readonly<Record<string, string>> = {
  doorstep: 'We reach you between',
  pickup: 'We fetch the bike between',
  workshop: 'Ride in between',
};

export interface BookingCardProps {
  booking: Booking;
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
            label: isClosed(booking) ? 'Time' : (windows[booking.mode] ?? 'Between'),
            value: formatWindow(booking.booking_time, booking.window_end),
            note: readyNote(booking),
          },
          { label: 'Where', value: places[booking.mode] ?? booking.mode, note: whereNote(booking) },
        ]}
      />
      <JobCardBody>
        <Row between>
          <StatusBadge status={booking.status} />
          {mark}
        </Row>
        <Timeline items={bookingSteps(booking, today)} />
      </JobCardBody>
    </JobCard>
  );
}

function readyNote({ booking_date, ready_date }: Booking): string {
  return ready_date === booking_date
    ? formatDay(booking_date)
    : `${formatDay(booking_date)}, ready ${formatDay(ready_date)}`;
}

function whereNote({ address_line, landmark, areas }: Booking): string | undefined {
  return [address_line, landmark, areas?.name].filter(Boolean).join(', ') || undefined;
}
