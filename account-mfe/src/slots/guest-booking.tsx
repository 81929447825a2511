import type { BookingDetails } from '@twostroke/shared/api/bookings';
import { atShop, formatDate } from '@twostroke/shared/domain/calendar';
import { papersWord } from '@twostroke/shared/domain/papers-word';
import { Button } from '@twostroke/shared/ui/button';
import { LiveRegion } from '@twostroke/shared/ui/live-region';
import { Text } from '@twostroke/shared/ui/text';
import { Fragment, useEffect, useState } from 'react';
import { BookingInvoice } from '../features/read-invoice/booking-invoice.tsx';
import { AccountNote } from '../features/show-booking/account-note.tsx';
import { BookedBike, useBodyOf } from '../features/show-booking/booked-bike.tsx';
import { bookingNews } from '../features/show-booking/booking-news.ts';
import { bookingTitle, isUpcoming, stampOf } from '../features/show-booking/booking-words.ts';
import { waitsForAnswer } from '../model/booking.ts';
import { BookingQuestion, questionTitle } from '../pages/views/booking-question.tsx';
import { BookingView } from '../pages/views/booking-view.tsx';
import { useHeadingFocus } from '../pages/views/use-heading-focus.ts';
import { Stamp } from '../parts/stamp.tsx';
import styles from './customer-booking.module.css';

export interface GuestBookingProps {
  booking: BookingDetails;
  token: string;
  /** Moves the keyboard focus to the heading. */
  justBooked: boolean;
  /** Shows the invoice at first. */
  opensInvoice: boolean;
  onChanged: () => void;
}

/** A booking in full, as its link shows it. */
export function GuestBooking({ booking, token, justBooked, opensInvoice, onChanged }: GuestBookingProps) {
  const [readsInvoice, setReadsInvoice] = useState(opensInvoice);
  const [seen, setSeen] = useState(booking);
  const [news, setNews] = useState('');
  if (seen !== booking) {
    setSeen(booking);
    setNews(bookingNews(seen, booking) || news);
  }
  const body = useBodyOf(booking.model_id);
  const asks = waitsForAnswer(booking);
  const { title, changesHere } = useHeadingFocus(booking, asks);
  const stamp = stampOf(booking);
  function changed(): void {
    changesHere();
    onChanged();
  }
  useEffect(() => {
    if (justBooked) title.current?.focus({ preventScroll: true });
  }, [justBooked, title]);
  const papers = papersWord(booking);
  if (readsInvoice && papers)
    return (
      <BookingInvoice
        bookingKey={{ booking: booking.id, manage_token: token }}
        isCompleted={booking.status === 'completed'}
        payment={booking.payment}
        back={
          <Button variant="quiet" onClick={() => setReadsInvoice(false)}>
            Back to the booking
          </Button>
        }
      />
    );
  return (
    <>
      {asks ? (
        <>
          <title>{questionTitle(booking)}</title>
          <BookingQuestion titleRef={title} booking={booking} token={token} onAnswered={changed} />
        </>
      ) : (
        <div className={styles.head}>
          <h1 ref={title} tabIndex={-1} className={styles.title}>
            {bookingTitle(booking).map((line, index) => (
              <Fragment key={line}>
                {index > 0 && (
                  <>
                    {' '}
                    <br />
                  </>
                )}
                {line}
              </Fragment>
            ))}
          </h1>
          {stamp && (
            <>
              <Stamp
                lines={[stamp.word, formatDate(atShop(booking.closed_at ?? booking.created_at).date)]}
                stop={stamp.stop}
              />
              <BookedBike body={body} className={styles.bike} />
            </>
          )}
        </div>
      )}
      <BookingView
        key={booking.id}
        booking={booking}
        token={token}
        body={body}
        today={atShop(new Date()).date}
        begin={justBooked}
        invoice={
          papers && (
            <Button variant="line" onClick={() => setReadsInvoice(true)}>
              {papers}
            </Button>
          )
        }
        onChanged={changed}
      >
        {isUpcoming(booking) && (
          <Text>
            Keep this page: its address opens your booking again, after a reload and tomorrow. It is only for you.
          </Text>
        )}
        <AccountNote />
      </BookingView>
      <LiveRegion message={news} />
    </>
  );
}
