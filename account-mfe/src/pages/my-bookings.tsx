import { paths } from '@twostroke/shared/contracts/paths';
import { atShop, formatTime } from '@twostroke/shared/domain/calendar';
import { papersWord } from '@twostroke/shared/domain/papers-word';
import { useLoaderData, useRevalidator, useSearchParams } from '@twostroke/shared/router';
import { sessionAtom } from '@twostroke/shared/state';
import { Anchor } from '@twostroke/shared/ui/anchor';
import { ButtonLink } from '@twostroke/shared/ui/button-link';
import { Container } from '@twostroke/shared/ui/container';
import { Head } from '@twostroke/shared/ui/head';
import { LiveMark } from '@twostroke/shared/ui/live-mark';
import { LiveRegion } from '@twostroke/shared/ui/live-region';
import { Tabs } from '@twostroke/shared/ui/tabs';
import { useAtomValue } from 'jotai';
import { useRef, useState } from 'react';
import type { BookingChange } from '../features/change-booking/change-buttons.tsx';
import { useLiveBookings, type ChangedBooking } from '../features/follow-bookings/use-live-bookings.ts';
import { NoBookings } from '../features/read-bookings/no-bookings.tsx';
import { OtherBookings } from '../features/read-bookings/other-bookings.tsx';
import { BookingInvoice } from '../features/read-invoice/booking-invoice.tsx';
import { useBodyOf } from '../features/show-booking/booked-bike.tsx';
import { customerStatusWord } from '../features/show-booking/booking-words.ts';
import { bookingsOf, waitsForAnswer, type ListedBooking, type ShownBooking } from '../model/booking.ts';
import styles from './my-bookings.module.css';
import type { MyBookings } from './my-bookings.loader.ts';
import { BookingQuestion, questionTitle } from './views/booking-question.tsx';
import { BookingView } from './views/booking-view.tsx';
import { useHeadingFocus } from './views/use-heading-focus.ts';

export { loader } from './my-bookings.loader.ts';

/** /my-bookings: a question first, the nearest booking in full, the others beside it; the past under its own address. */
export function Component() {
  const { bookings, details, readAt } = useLoaderData<MyBookings>();
  const { revalidate } = useRevalidator();
  const [params] = useSearchParams();
  const session = useAtomValue(sessionAtom);
  const [change, setChange] = useState('');
  const cancelledHere = useRef<string>(undefined);
  const live = useLiveBookings(session.status === 'signed-in' ? session.user.id : null, (changed) => {
    if (changed) announce(changed);
    void revalidate();
  });

  // The user's own cancellation arrives live as well; its toast has announced it.
  function announce({ id, number, status }: ChangedBooking): void {
    if (status === 'cancelled' && id === cancelledHere.current) return;
    setChange(`Booking ${number}: ${customerStatusWord(status)}`);
  }

  function changed(booking: ListedBooking, change?: BookingChange): void {
    if (change === 'cancel') cancelledHere.current = booking.id;
    changesHere();
    void revalidate();
  }

  async function answered(): Promise<void> {
    changesHere();
    await revalidate();
  }

  const view = params.get('view') === 'past' ? 'past' : 'next';
  const listed = bookingsOf(bookings, view);
  const inFull = (booking: ListedBooking): ShownBooking => ({ ...booking, ...details[booking.id] });
  const asking = listed.map(inFull).find(waitsForAnswer);
  const shown =
    listed.find(({ id }) => id === params.get('booking')) ?? listed.find(({ id }) => id === asking?.id) ?? listed[0];
  const body = useBodyOf(shown?.model_id ?? null);
  const { title, changesHere } = useHeadingFocus(bookings, asking !== undefined);
  const { date: today, time } = atShop(readAt);
  const papers = shown && papersWord(inFull(shown));
  if (shown && papers && params.get('show') === 'invoice')
    return (
      <Container width="booking" className={styles.page}>
        <Head title={`${papers} for booking ${shown.number}`} noIndex />
        <BookingInvoice
          bookingKey={{ booking: shown.id }}
          isCompleted={shown.status === 'completed'}
          payment={details[shown.id]?.payment}
          back={<Anchor to={`?${new URLSearchParams({ view, booking: shown.id })}`}>Back to the booking</Anchor>}
        />
      </Container>
    );
  return (
    <Container width="booking" className={styles.page}>
      <Head title={asking ? questionTitle(asking) : 'My bookings'} noIndex />
      {asking ? (
        <BookingQuestion titleRef={title} booking={asking} namesBike={listed.length > 1} onAnswered={answered} />
      ) : (
        <h1 ref={title} tabIndex={-1}>
          My bookings
        </h1>
      )}
      <Tabs
        label="Bookings"
        tabs={[
          { to: paths.myBookings(), label: 'Upcoming', current: view === 'next' },
          { to: `${paths.myBookings()}?view=past`, label: 'Past', current: view === 'past' },
        ]}
      />
      {shown ? (
        <BookingView
          key={shown.id}
          booking={inFull(shown)}
          body={body}
          today={today}
          mark={
            view === 'next' && (
              <LiveMark live={live}>
                {live ? 'Live' : 'Not live'}, updated {formatTime(time)}
              </LiveMark>
            )
          }
          invoice={
            papers && (
              <ButtonLink to={`?${new URLSearchParams({ view, booking: shown.id, show: 'invoice' })}`} variant="line">
                {papers}
              </ButtonLink>
            )
          }
          onChanged={(change) => changed(shown, change)}
        >
          <OtherBookings
            title={view === 'past' ? 'Earlier' : 'Next'}
            bookings={listed.filter((booking) => booking !== shown)}
            linkTo={({ id }) => `?${new URLSearchParams({ ...(view === 'past' && { view }), booking: id })}`}
          />
        </BookingView>
      ) : (
        <NoBookings view={view} />
      )}
      <LiveRegion message={change} />
    </Container>
  );
}
