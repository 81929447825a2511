import { formatDay, formatWindow } from '@twostroke/shared/domain/calendar';
import { jobName } from '@twostroke/shared/domain/job-name';
import { formatRupees } from '@twostroke/shared/domain/money';
import { Anchor } from '@twostroke/shared/ui/anchor';
import { Card } from '@twostroke/shared/ui/card';
import { Heading } from '@twostroke/shared/ui/heading';
import { LineItem } from '@twostroke/shared/ui/line-item';
import { statusBadge } from '@twostroke/shared/domain/booking-status';
import { Badge } from '@twostroke/shared/ui/badge';
import { VisuallyHidden } from '@twostroke/shared/ui/visually-hidden';
import type { ListedBooking } from '../../model/booking.ts';
import styles from './other-bookings.module.css';

export interface OtherBookingsProps {
  title: string;
  bookings: readonly ListedBooking[];
  /** Address that shows a booking. */
  linkTo: (booking: ListedBooking) => string;
}

/** The bookings beside the one shown in full. Renders nothing without any. */
export function OtherBookings({ title, bookings, linkTo }: OtherBookingsProps) {
  if (bookings.length === 0) return null;
  return (
    <Card as="section" aria-label={title}>
      <Heading level={2} size="m">
        {title}
      </Heading>
      {bookings.map((booking) => (
        <LineItem
          key={booking.id}
          title={`${booking.bike_name}, ${jobName(booking.items)}`}
          value={<Badge {...statusBadge(booking.status)} />}
          note={`${formatDay(booking.booking_date)}, ${formatWindow(booking.booking_time, booking.window_end)}, ${formatRupees(booking.final_price ?? booking.estimated_price)}`}
          action={
            <Anchor to={linkTo(booking)} className={styles.open}>
              Open<VisuallyHidden> booking {booking.number}</VisuallyHidden>
            </Anchor>
          }
        />
      ))}
    </Card>
  );
}
