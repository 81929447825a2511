import { formatDay, formatWindow } from '@twostroke/shared/domain/calendar';
import type { BookingStatus } from '@twostroke/shared/domain/database-enum';
import { jobName } from '@twostroke/shared/domain/job-name';
import { formatRupees } from '@twostroke/shared/domain/money';
import { useSearchParams } from '@twostroke/shared/router';
import { Anchor } from '@twostroke/shared/ui/anchor';
import { PlateNumber } from '@twostroke/shared/ui/plate-number';
import { statusBadge } from '@twostroke/shared/domain/booking-status';
import { Badge } from '@twostroke/shared/ui/badge';
import { amountOf, modeName, type AdminBookingRow } from '../model/booking-row.ts';
import styles from './booking-ticket.module.css';

const strokes: Readonly<Record<BookingStatus, string | undefined>> = {
  pending_payment: undefined,
  confirmed: styles.fresh,
  assigned: styles.working,
  on_the_way: styles.working,
  picked_up: styles.working,
  inspecting: styles.working,
  awaiting_approval: styles.waiting,
  in_service: styles.working,
  quality_check: styles.working,
  ready: styles.done,
  completed: styles.done,
  cancelled: styles.off,
  no_show: styles.off,
  expired: undefined,
};

export interface BookingTicketProps {
  booking: AdminBookingRow;
  /** With day, window, mode and price: in a list other than the day's board. */
  withTime?: boolean;
}

/** One booking on the board: the plate first, then the job, the mode, the mechanic. Opens the sheet. */
export function BookingTicket({ booking, withTime }: BookingTicketProps) {
  const [params] = useSearchParams();
  const next = new URLSearchParams(params);
  next.set('booking', booking.id);
  return (
    <Anchor to={`?${next}`} className={[styles.ticket, strokes[booking.status]].filter(Boolean).join(' ')}>
      <span className={styles.head}>
        {booking.vehicle_number ? (
          <PlateNumber number={booking.vehicle_number} size="small" />
        ) : (
          <span className={styles.small}>Plate not issued</span>
        )}
        {!(withTime && booking.status === 'confirmed') && <Badge {...statusBadge(booking.status)} />}
      </span>
      <span>
        <b>{jobName(booking.booking_items)}</b>, {booking.bike_name}
      </span>
      <span className={styles.small}>
        {withTime ? timeAndPlace(booking) : (booking.areas?.name ?? booking.customer_name)}
      </span>
      {booking.mechanic && <span className={styles.mechanic}>{booking.mechanic}</span>}
    </Anchor>
  );
}

function timeAndPlace(booking: AdminBookingRow): string {
  const when = `${formatDay(booking.booking_date)}, ${formatWindow(booking.booking_time, booking.window_end)}`;
  const where = booking.areas ? `${modeName(booking.mode)} in ${booking.areas.name}` : modeName(booking.mode);
  return `${when}, ${where}, ${formatRupees(amountOf(booking))}`;
}
