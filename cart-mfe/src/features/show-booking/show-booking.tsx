import { explainError } from '@twostroke/shared/data';
import { answerExtraWork } from '@twostroke/shared/data/bookings';
import { paymentActions } from '@twostroke/shared/data/payment-actions';
import { atShop, formatDate } from '@twostroke/shared/domain/calendar';
import { ExtraWork } from '@twostroke/shared/ui/extra-work';
import { HandoverCode } from '@twostroke/shared/ui/handover-code';
import { LiveRegion } from '@twostroke/shared/ui/live-region';
import { PaymentPanel } from '@twostroke/shared/ui/payment-panel';
import { SkeletonCard } from '@twostroke/shared/ui/skeleton';
import { Stamp } from '@twostroke/shared/ui/stamp';
import { statusWord } from '@twostroke/shared/ui/status-badge';
import { Text } from '@twostroke/shared/ui/text';
import { WorkDone } from '@twostroke/shared/ui/work-done';
import { Wrap } from '@twostroke/shared/ui/wrap';
import { useEffect, useRef, useState, type ReactNode } from 'react';
import columns from '../../booking/columns.module.css';
import { LoadProblem } from '../../booking/load-problem.tsx';
import { useLoaded } from '../../booking/use-loaded.ts';
import { AccountNote } from './account-note.tsx';
import { BookedBike } from './booked-bike.tsx';
import { BookingActions } from './booking-actions.tsx';
import { BookingCard } from './booking-card.tsx';
import { BookingInvoice } from './booking-invoice.tsx';
import { BookingMissing } from './booking-missing.tsx';
import { bookingTitle, isAhead, isRainedOff, movedWords, stampOf } from './booking-words.ts';
import { CancelDialog } from './cancel-dialog.tsx';
import { getBookingOfLink, type ShownBooking } from './get-booking.ts';
import { MoveBooking } from './move-booking.tsx';
import { OnTheDay } from './on-the-day.tsx';
import { RainedOff } from './rained-off.tsx';
import styles from './show-booking.module.css';
import { useReloadOnReturn } from './use-reload-on-return.ts';

export interface ShowBookingProps {
  token: string;
  /** Somebody has just booked: the keyboard goes on here. */
  focusTitle: boolean;
}

/** A booking by the token of its link: right after booking, and whenever the link is opened again. */
export function ShowBooking({ token, focusTitle }: ShowBookingProps) {
  const booking = useLoaded(`booking ${token}`, () => getBookingOfLink(token));
  useReloadOnReturn(booking.reload);
  if (booking.status === 'failed' && booking.error.code === 'not_found')
    return (
      <Frame>
        <BookingMissing />
      </Frame>
    );
  if (booking.status === 'failed')
    return (
      <Frame>
        <h1>Your booking</h1>
        <LoadProblem what="your booking" error={booking.error} onRetry={booking.reload} />
      </Frame>
    );
  if (booking.status !== 'ready')
    return (
      <Frame>
        <h1>Your booking</h1>
        <SkeletonCard lines={6} label="Loading your booking" />
      </Frame>
    );
  return <Shown booking={booking.data} token={token} focusTitle={focusTitle} onChanged={booking.reload} />;
}

function Frame({ children }: { children: ReactNode }) {
  return (
    <Wrap width="booking" className={styles.frame}>
      {children}
    </Wrap>
  );
}

interface ShownProps extends ShowBookingProps {
  booking: ShownBooking;
  onChanged: () => void;
}

function Shown({ booking, token, focusTitle, onChanged }: ShownProps) {
  const title = useRef<HTMLHeadingElement>(null);
  const [asking, setAsking] = useState<'cancel' | 'move' | 'pickup' | 'invoice' | null>(null);
  const [firstStatus] = useState(booking.status);
  const stamp = stampOf(booking);
  useEffect(() => {
    if (focusTitle) title.current?.focus({ preventScroll: true });
  }, [focusTitle]);
  const changed = booking.status !== firstStatus;
  const slot = `${booking.mode} ${booking.booking_date} ${booking.booking_time}`;
  const [firstSlot] = useState(slot);
  const moved = slot !== firstSlot;
  const changes = {
    onCancel: () => setAsking('cancel'),
    onMove: () => setAsking('move'),
    onPickUp: () => setAsking('pickup'),
  };
  if (asking === 'invoice')
    return (
      <Frame>
        <BookingInvoice booking={booking.id} token={token} onBack={() => setAsking(null)} />
      </Frame>
    );
  return (
    <Frame>
      <div className={styles.head}>
        <div className={styles.words}>
          <h1 ref={title} tabIndex={-1} className={styles.title}>
            {bookingTitle(booking)}
          </h1>
          {isAhead(booking) && (
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
      {isRainedOff(booking) && <RainedOff booking={booking} {...changes} />}
      <div className={columns.wide}>
        <div className={styles.words}>
          <BookingCard booking={booking} />
          <WorkDone summary="What was done" lines={booking.checklist} />
          <BookedBike modelId={booking.model_id} />
        </div>
        <div className={styles.side}>
          <HandoverCode code={booking.handover_code} mode={booking.mode} />
          <ExtraWork
            lines={booking.extra_work}
            limit={booking.approval_limit}
            onAnswer={async (id, approve) => {
              try {
                await answerExtraWork(id, approve, { manage_token: token });
              } catch (thrown) {
                return explainError(thrown);
              } finally {
                onChanged();
              }
              return null;
            }}
          />
          <PaymentPanel
            payment={booking.payment}
            actions={paymentActions({ booking: booking.id, manage_token: token })}
            bookingStatus={booking.status}
            begin={focusTitle}
            onChanged={onChanged}
          />
          <BookingActions booking={booking} {...changes} onInvoice={() => setAsking('invoice')} />
          <AccountNote />
          {isAhead(booking) && !isRainedOff(booking) && <OnTheDay booking={booking} />}
        </div>
      </div>
      <LiveRegion
        message={changed ? `Your booking is now: ${statusWord(booking.status)}` : moved ? movedWords(booking) : ''}
      />
      <CancelDialog
        open={asking === 'cancel'}
        booking={booking}
        token={token}
        onClose={() => setAsking(null)}
        onCancelled={onChanged}
      />
      {(['move', 'pickup'] as const).map((way) => (
        <MoveBooking
          key={way}
          open={asking === way}
          booking={booking}
          token={token}
          pickup={way === 'pickup'}
          onClose={() => setAsking(null)}
          onMoved={onChanged}
        />
      ))}
    </Frame>
  );
}
