import type { BookingDetails } from '@twostroke/shared/api/bookings';
import { callRpc } from '@twostroke/shared/client';
import { extraWorkAnswers } from '@twostroke/shared/domain/extra-work';
import { formatRupees } from '@twostroke/shared/domain/money';
import { Sums } from '@twostroke/shared/ui/sums';
import { AnswerButtons } from './answer-buttons.tsx';
import { AskedWork } from './asked-work.tsx';
import type { Answering } from './use-answer.ts';

export interface ItemQuestionProps {
  booking: string;
  question: NonNullable<BookingDetails['item_question']>;
  /** What the booking costs until now, in rupees. */
  total: number;
  /** "Classic 350", where it is not clear which bike is meant. */
  bike?: string | undefined;
  /** The token of a guest's link; a member needs none. */
  token?: string | undefined;
  answering: Answering;
}

/** Other work than was booked, for more than the customer allowed without asking: what, for how much, yes or no. */
export function ItemQuestion({ booking, question, total: before, bike, token, answering }: ItemQuestionProps) {
  const { total, rise, lines, gone } = question;
  const answer = (said: 'yes' | 'no', done: string) => ({
    label: extraWorkAnswers[said],
    spoken: `${extraWorkAnswers[said]}: other work for ${formatRupees(total)}`,
    send: () => callRpc('answer_items', { booking, answer: said, total, ...(token && { manage_token: token }) }),
    done,
  });
  return (
    <AskedWork
      name="Other work"
      price={rise}
      about={
        <p>
          {bike && `${bike}. `}
          <b>Then {formatRupees(before + rise)} in all.</b> Without your yes it stays as you booked it.
        </p>
      }
    >
      <AnswerButtons
        of="other-work"
        answering={answering}
        answers={[
          answer('yes', `Agreed: ${formatRupees(total)} in all`),
          answer('no', 'Declined. It stays as you booked it.'),
        ]}
      />
      <Sums
        rows={[
          ...lines.map(({ name, quantity, price, is_new }) => ({
            label: `${quantity > 1 ? `${name} × ${quantity}` : name}${is_new ? ' (new)' : ''}`,
            value: formatRupees(price),
          })),
          ...gone.map((name) => ({ label: `${name} (not any more)`, value: formatRupees(0), muted: true })),
          { label: 'This work, GST included', value: formatRupees(total), total: true },
        ]}
      />
    </AskedWork>
  );
}
