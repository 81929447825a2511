import { limitUsed } from '@twostroke/shared/domain/extra-work';
import type { Ref } from 'react';
import { ItemQuestion } from '../../features/answer-extra-work/item-question.tsx';
import { Question } from '../../features/answer-extra-work/question.tsx';
import { useAnswer } from '../../features/answer-extra-work/use-answer.ts';
import { useSeen } from '../../features/answer-extra-work/use-seen.ts';
import { WorkQuestion } from '../../features/answer-extra-work/work-question.tsx';
import { ToldUs } from '../../features/show-report/told-us.tsx';
import { proposedLines, type ShownBooking } from '../../model/booking.ts';

export interface BookingQuestionProps {
  titleRef?: Ref<HTMLHeadingElement>;
  booking: ShownBooking;
  /** Names the bike: the page shows more than one booking. */
  namesBike?: boolean;
  token?: string | undefined;
  onAnswered: () => void | Promise<void>;
}

/** What a booking asks its customer, first on the page: work that was found, and other work than was booked. */
export function BookingQuestion({ titleRef, booking, namesBike, token, onAnswered }: BookingQuestionProps) {
  const answering = useAnswer(onAnswered);
  useSeen(booking, token);
  const agreed = booking.extra_work.reduce((sum, line) => sum + (line.status === 'approved' ? line.price : 0), 0);
  const of = {
    total: booking.payment?.total ?? booking.estimated_price + agreed,
    bike: namesBike ? booking.bike_name : undefined,
    token,
    answering,
  };
  return (
    <Question
      titleRef={titleRef}
      lines={booking.extra_work}
      limit={booking.approval_limit}
      used={limitUsed(booking)}
      mechanic={booking.mechanic}
      told={<ToldUs concerns={booking.concerns ?? []} />}
    >
      {booking.item_question && <ItemQuestion {...of} booking={booking.id} question={booking.item_question} />}
      {proposedLines(booking).map((line) => (
        <WorkQuestion
          {...of}
          key={line.id}
          line={line}
          feeLeft={booking.payment?.fee_left ?? 0}
          inspection={booking.inspection}
          photos={booking.photos}
        />
      ))}
    </Question>
  );
}

/** The title of the tab while an answer is waited for. */
export function questionTitle(booking: ShownBooking): string {
  const open = proposedLines(booking).length + (booking.item_question ? 1 : 0);
  return `(${open}) Your answer, Twostroke`;
}
