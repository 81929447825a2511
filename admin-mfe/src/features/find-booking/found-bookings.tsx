import { Anchor } from '@twostroke/shared/ui/anchor';
import { Heading } from '@twostroke/shared/ui/heading';
import { Row } from '@twostroke/shared/ui/row';
import type { AdminBookingRow } from '../../model/booking-row.ts';
import { BookingTicket } from '../../parts/booking-ticket.tsx';
import styles from './found-bookings.module.css';

export interface FoundBookingsProps {
  query: string;
  bookings: readonly AdminBookingRow[];
  /** Address of the page without the search. */
  backTo: string;
}

/** Search results, shown instead of the board. */
export function FoundBookings({ query, bookings, backTo }: FoundBookingsProps) {
  return (
    <section className={styles.found} aria-labelledby="found">
      <Row between>
        <Heading level={2} size="m" id="found">
          {bookings.length === 0 ? 'No booking' : bookings.length === 1 ? '1 booking' : `${bookings.length} bookings`}{' '}
          with “{query}”
        </Heading>
        <Anchor to={backTo}>Back to the day</Anchor>
      </Row>
      {bookings.length === 0 && (
        <p>Type at least two letters or figures of the booking’s number, the plate or the phone.</p>
      )}
      <div className={styles.list}>
        {bookings.map((booking) => (
          <BookingTicket key={booking.id} booking={booking} withTime />
        ))}
      </div>
    </section>
  );
}
