import type { CustomerBookingProps } from '@twostroke/shared/contracts/slots';
import { useQuery } from '@twostroke/shared/api/use-query';
import { LoadProblem } from '@twostroke/shared/ui/load-problem';
import { SkeletonCard } from '@twostroke/shared/ui/skeleton';
import { Container } from '@twostroke/shared/ui/container';
import { useQuietPoll } from '../features/follow-bookings/use-quiet-poll.ts';
import { BookingMissing } from '../features/show-booking/booking-missing.tsx';
import { isOver } from '../features/show-booking/booking-words.ts';
import { getBookingOfLink } from '../features/show-booking/get-booking.ts';
import { useReloadOnReturn } from '../features/show-booking/use-reload-on-return.ts';
import { useRef } from 'react';
import styles from './customer-booking.module.css';
import { GuestBooking } from './guest-booking.tsx';

/** A guest's booking by the token of its link: right after booking, and whenever the link is opened again. */
export function Component(props: CustomerBookingProps) {
  return (
    <Container width="booking" className={styles.frame}>
      <BookingOfLink {...props} key={props.manageToken} />
    </Container>
  );
}

function BookingOfLink({ manageToken, receipt, opensInvoice = false, made = null }: CustomerBookingProps) {
  const answered = useRef(made);
  const booking = useQuery(`booking ${manageToken}`, () => {
    const first = answered.current;
    answered.current = null;
    return first ? Promise.resolve(first) : getBookingOfLink(manageToken);
  });
  useReloadOnReturn(booking.reload);
  const shown = booking.status === 'ready' ? booking.data : null;
  useQuietPoll(shown !== null && !isOver(shown), async () => {
    const now = await getBookingOfLink(manageToken);
    // Only what is new: nothing else is drawn again under what is being typed.
    if (JSON.stringify(now) !== JSON.stringify(shown)) booking.replace(now);
  });
  if (booking.status === 'ready')
    return (
      <GuestBooking
        booking={booking.data}
        token={manageToken}
        justBooked={receipt !== null}
        opensInvoice={opensInvoice && booking.data.status === 'completed'}
        onChanged={booking.reload}
      />
    );
  if (booking.status === 'failed' && booking.error.code === 'not_found') return <BookingMissing />;
  return (
    <>
      {receipt ?? <h1>Your booking</h1>}
      {booking.status === 'failed' ? (
        <LoadProblem
          what="your booking"
          error={booking.error}
          safe="Your booking is safe with us."
          onRetry={booking.reload}
        />
      ) : (
        <SkeletonCard lines={6} label="Loading your booking" />
      )}
    </>
  );
}
