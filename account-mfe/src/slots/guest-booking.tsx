import type { BookingDetails } from '@twostroke/shared/api/bookings';
import { statusWord } from '@twostroke/shared/domain/booking-status';
import { atShop, formatDate } from '@twostroke/shared/domain/calendar';
import { Button } from '@twostroke/shared/ui/button';
import { LiveRegion } from '@twostroke/shared/ui/live-region';
import { Text } from '@twostroke/shared/ui/text';
import { useEffect, useRef, useState } from 'react';
import { ExtraWork } from '../features/answer-extra-work/extra-work.tsx';
import { ChangeButtons, type BookingChange } from '../features/change-booking/change-buttons.tsx';
import { ChangeDialogs } from '../features/change-booking/change-dialogs.tsx';
import { PaymentPanel } from '../features/pay-booking/payment-panel.tsx';
import { paymentActions } from '../features/pay-booking/payment-actions.ts';
import { BookingInvoice } from '../features/read-invoice/booking-invoice.tsx';
import { AccountNote } from '../features/show-booking/account-note.tsx';
import { BookedBike } from '../features/show-booking/booked-bike.tsx';
import { BookingActions } from '../features/show-booking/booking-actions.tsx';
import { BookingCard } from '../features/show-booking/booking-card.tsx';
import { bookingTitle, isUpcoming, isRainedOff, movedWords, stampOf } from '../features/show-booking/booking-words.ts';
import { OnTheDay } from '../features/show-booking/on-the-day.tsx';
import { RainedOff } from '../features/show-booking/rained-off.tsx';
import { Stamp } from '../parts/stamp.tsx';
import { HandoverCode } from '../parts/handover-code.tsx';
import { WorkDone } from '../parts/work-done.tsx';
import styles from './customer-booking.module.css';

export interface GuestBookingProps {
  booking: BookingDetails;
  token: string;
  /** Moves the keyboard focus to the heading. */
  justBooked: boolean;
  onChanged: () => void;
}

/** A booking in full, as its link shows it. */
export function GuestBooking({ booking, token, justBooked, onChanged }: GuestBookingProps) {
  const title = useRef<HTMLHeadingElement>(null);
  const [asking, setAsking] = useState<BookingChange | 'invoice' | null>(null);
  const [firstStatus] = useState(booking.status);
  const stamp = stampOf(booking);
  useEffect(() => {
    if (justBooked) title.current?.focus({ preventScroll: true });
  }, [justBooked]);
  const changed = booking.status !== firstStatus;
  const slot = `${booking.mode} ${booking.booking_date} ${booking.booking_time}`;
  const [firstSlot] = useState(slot);
  const moved = slot !== firstSlot;
  const key = { booking: booking.id, manage_token: token };
  const rainedOff = isRainedOff(booking);
  const changeButtons = <ChangeButtons terms={booking.terms} onAsk={setAsking} />;
  if (asking === 'invoice')
    return (
      <BookingInvoice
        bookingKey={key}
        back={
          <Button variant="quiet" onClick={() => setAsking(null)}>
            Back to the booking
          </Button>
        }
      />
    );
  return (
    <>
      <div className={styles.head}>
        <div className={styles.words}>
          <h1 ref={title} tabIndex={-1} className={styles.title}>
            {bookingTitle(booking)}
          </h1>
          {isUpcoming(booking) && (
            <Text size="lead">
              Keep this page: its address opens your booking again, after a reload and tomorrow. It is only for you.
            </Text>
          )}
        </div>
        {stamp && (
          <Stamp
            lines={[stamp.word, formatDate(atShop(booking.closed_at ?? booking.created_at).date)]}
            stop={stamp.stop}
          />
        )}
      </div>
      {rainedOff && <RainedOff terms={booking.terms}>{changeButtons}</RainedOff>}
      <div className={styles.columns}>
        <div className={styles.words}>
          <BookingCard booking={booking} />
          <WorkDone lines={booking.checklist} />
          <BookedBike modelId={booking.model_id} />
        </div>
        <div className={styles.side}>
          <HandoverCode code={booking.handover_code} mode={booking.mode} />
          <ExtraWork lines={booking.extra_work} limit={booking.approval_limit} token={token} onAnswered={onChanged} />
          <PaymentPanel
            payment={booking.payment}
            actions={paymentActions(key)}
            bookingStatus={booking.status}
            begin={justBooked}
            onChanged={onChanged}
          />
          <BookingActions booking={booking} onInvoice={() => setAsking('invoice')}>
            {!rainedOff && changeButtons}
          </BookingActions>
          <AccountNote />
          {isUpcoming(booking) && !rainedOff && <OnTheDay booking={booking} />}
        </div>
      </div>
      <LiveRegion
        message={changed ? `Your booking is now: ${statusWord(booking.status)}` : moved ? movedWords(booking) : ''}
      />
      <ChangeDialogs
        booking={booking}
        token={token}
        terms={booking.terms}
        asking={asking}
        onClose={() => setAsking(null)}
        onChanged={onChanged}
      />
    </>
  );
}
