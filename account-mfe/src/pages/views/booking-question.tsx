import type { Ref } from 'react';
import { Question } from '../../features/answer-extra-work/question.tsx';
import type { ShownBooking } from '../../model/booking.ts';

export interface BookingQuestionProps {
  titleRef?: Ref<HTMLHeadingElement>;
  booking: ShownBooking;
  /** Names the bike: the page shows more than one booking. */
  namesBike?: boolean;
  token?: string | undefined;
  onAnswered: () => void | Promise<void>;
}

/** What a booking asks its customer, first on the page. */
export function BookingQuestion({ titleRef, booking, namesBike, token, onAnswered }: BookingQuestionProps) {
  const agreed = booking.extra_work.reduce((sum, line) => sum + (line.status === 'approved' ? line.price : 0), 0);
  return (
    <Question
      titleRef={titleRef}
      lines={booking.extra_work}
      limit={booking.approval_limit}
      total={booking.payment?.total ?? booking.estimated_price + agreed}
      feeLeft={booking.payment?.fee_left ?? 0}
      mechanic={booking.mechanic}
      bike={namesBike ? booking.bike_name : undefined}
      inspection={booking.inspection}
      photos={booking.photos}
      token={token}
      onAnswered={onAnswered}
    />
  );
}

/** The title of the tab while an answer is waited for. */
export function questionTitle({ extra_work }: ShownBooking): string {
  const open = extra_work.filter(({ status }) => status === 'proposed').length;
  return `(${open}) Your answer, Twostroke`;
}
