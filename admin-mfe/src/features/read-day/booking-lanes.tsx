import { formatDay, nearDay } from '@twostroke/shared/domain/calendar';
import { Heading } from '@twostroke/shared/ui/heading';
import type { AdminBookingRow } from '../../model/booking-row.ts';
import { BookingTicket } from '../../parts/booking-ticket.tsx';
import styles from './booking-lanes.module.css';

/** Unassigned bookings of any day, so that no new booking is overlooked. */
export function NewLane({ bookings }: { bookings: readonly AdminBookingRow[] }) {
  return (
    <section className={styles.lane} aria-labelledby="lane-new">
      <h2 id="lane-new" className={styles.head}>
        <span>New, not assigned</span> <span>{bookings.length}</span>
      </h2>
      <div className={styles.body}>
        {bookings.length === 0 && <p className={styles.none}>Everybody has a mechanic.</p>}
        {bookings.map((booking) => (
          <BookingTicket key={booking.id} booking={booking} withTime />
        ))}
      </div>
    </section>
  );
}

export interface ComingDaysProps {
  bookings: readonly AdminBookingRow[];
  /** `YYYY-MM-DD` */
  today: string;
}

/** Open bookings after the day of the board, day by day. */
export function ComingDays({ bookings, today }: ComingDaysProps) {
  const days = [...new Set(bookings.map(({ booking_date }) => booking_date))];
  return (
    <section aria-labelledby="coming" className={styles.coming}>
      <Heading level={2} size="m" id="coming">
        Coming days
      </Heading>
      {days.length === 0 && <p>Nothing is booked for the days after.</p>}
      <div className={styles.days}>
        {days.map((day) => {
          const ofDay = bookings.filter(({ booking_date }) => booking_date === day);
          const near = nearDay(day, today);
          return (
            <section key={day} className={styles.day} aria-label={formatDay(day)}>
              <h3>
                {formatDay(day)}
                {near && `, ${near}`} <small>{ofDay.length === 1 ? '1 booking' : `${ofDay.length} bookings`}</small>
              </h3>
              {ofDay.map((booking) => (
                <BookingTicket key={booking.id} booking={booking} withTime />
              ))}
            </section>
          );
        })}
      </div>
    </section>
  );
}
