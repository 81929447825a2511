import { HandoverCode } from '../../parts/handover-code.tsx';
import { WorkDone } from '../../parts/work-done.tsx';
import { notify } from '@twostroke/shared/state';
import { limitUsed } from '@twostroke/shared/domain/extra-work';
import { SideColumn, TwoColumns } from '@twostroke/shared/ui/two-columns';
import { useState, type ReactNode } from 'react';
import { ExtraWork } from '../../features/answer-extra-work/extra-work.tsx';
import { DeclinedLines } from '../../features/book-declined/declined-lines.tsx';
import {
  CancelLink,
  MoveButton,
  PickupButton,
  type BookingChange,
} from '../../features/change-booking/change-buttons.tsx';
import { ChangeDialogs } from '../../features/change-booking/change-dialogs.tsx';
import { paymentActions } from '../../features/pay-booking/payment-actions.ts';
import { PaymentPanel } from '../../features/pay-booking/payment-panel.tsx';
import { BookedBike } from '../../features/show-booking/booked-bike.tsx';
import { BookingBill } from '../../features/show-booking/booking-bill.tsx';
import { BookingCard } from '../../features/show-booking/booking-card.tsx';
import { BookingProgress } from '../../features/show-booking/booking-progress.tsx';
import { isRainedOff, isUpcoming } from '../../features/show-booking/booking-words.ts';
import { CardFoot } from '../../features/show-booking/card-foot.tsx';
import { OnTheDay } from '../../features/show-booking/on-the-day.tsx';
import { RainedOff } from '../../features/show-booking/rained-off.tsx';
import { InspectionReport } from '../../features/show-report/inspection-report.tsx';
import type { ShownBooking } from '../../model/booking.ts';
import styles from './booking-view.module.css';

export interface BookingViewProps {
  booking: ShownBooking;
  /** The token of a guest's link; a member needs none. */
  token?: string | undefined;
  /** The body type of the bike, once it is known. */
  body: string | null;
  /** `YYYY-MM-DD` */
  today: string;
  /** Beside the status: whether it is live. */
  mark?: ReactNode;
  /** It has just been booked: a payment that is due begins. */
  begin?: boolean;
  /** Opens the invoice. */
  invoice: ReactNode;
  onChanged: (change?: BookingChange) => void;
  /** Last on the page. */
  children?: ReactNode;
}

/** A booking in full, as its link and My bookings show it: what was agreed, how far it is, then the rest. */
export function BookingView(props: BookingViewProps) {
  const { booking, token, body, today, mark, begin = false, invoice, onChanged, children } = props;
  const [asking, setAsking] = useState<BookingChange | null>(null);
  const { terms, payment } = booking;
  const key = { booking: booking.id, ...(token && { manage_token: token }) };
  const rainedOff = isRainedOff(booking);
  const move = <MoveButton terms={terms} onAsk={setAsking} />;
  const cancel = <CancelLink terms={terms} onAsk={setAsking} />;
  return (
    <>
      {rainedOff && terms && (
        <RainedOff terms={terms}>
          <PickupButton terms={terms} onAsk={setAsking} />
          {move}
          {cancel}
        </RainedOff>
      )}
      <TwoColumns wide>
        <SideColumn>
          <BookingCard booking={booking} today={today} mark={mark}>
            <CardFoot booking={booking} invoice={invoice} move={move} cancel={cancel} />
          </BookingCard>
          <BookingProgress booking={booking} today={today} />
          <InspectionReport
            inspection={booking.inspection}
            check_in={booking.check_in}
            photos={booking.photos}
            extra_work={booking.extra_work}
            checklist={booking.checklist}
            concerns={booking.concerns}
            token={token}
          />
          <WorkDone lines={booking.checklist ?? []} />
          <BookedBike body={body} className={styles.bike} />
        </SideColumn>
        <SideColumn>
          <HandoverCode code={booking.handover_code} mode={booking.mode} />
          <ExtraWork
            lines={booking.extra_work}
            limit={booking.approval_limit}
            used={limitUsed(booking)}
            today={today}
            token={token}
            onChanged={onChanged}
          />
          {booking.status === 'completed' && (
            <DeclinedLines lines={booking.declined_work ?? []} modelId={booking.model_id} token={token} />
          )}
          {payment && (
            <PaymentPanel
              payment={payment}
              actions={paymentActions(key)}
              bookingStatus={booking.status}
              begin={begin}
              onChanged={onChanged}
            />
          )}
          {isUpcoming(booking) && !rainedOff && <OnTheDay booking={booking} />}
          <BookingBill booking={booking} />
          {children}
        </SideColumn>
      </TwoColumns>
      <ChangeDialogs
        booking={booking}
        token={token}
        terms={terms}
        asking={asking}
        onClose={() => setAsking(null)}
        onChanged={(change, words) => {
          void notify(words);
          onChanged(change);
        }}
      />
    </>
  );
}
