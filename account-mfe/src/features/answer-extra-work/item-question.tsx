import type { BookingDetails } from '@twostroke/shared/api/bookings';
import { callRpc, toAppError } from '@twostroke/shared/client';
import { extraWorkAnswers } from '@twostroke/shared/domain/extra-work';
import { formatRupees } from '@twostroke/shared/domain/money';
import { haptic, notify } from '@twostroke/shared/state';
import { Button } from '@twostroke/shared/ui/button';
import { FormProblem } from '@twostroke/shared/ui/form-problem';
import { JobCard, JobCardBody, JobCardHead } from '@twostroke/shared/ui/job-card';
import { Sums } from '@twostroke/shared/ui/sums';
import { useState } from 'react';
import { explain } from '../../messages.ts';
import styles from './question.module.css';

export interface ItemQuestionProps {
  booking: string;
  question: NonNullable<BookingDetails['item_question']>;
  /** The token of a guest's link; a member needs none. */
  token?: string | undefined;
  /** Reloads the booking after an answer, or after one that came too late. */
  onAnswered: () => void | Promise<void>;
}

/** Other work than was booked, for more than the customer allowed without asking: what, for how much, yes or no. */
export function ItemQuestion({ booking, question, token, onAnswered }: ItemQuestionProps) {
  const [asking, setAsking] = useState<'yes' | 'no' | null>(null);
  const [problem, setProblem] = useState<string | null>(null);
  const { total, rise, lines, gone } = question;

  async function answer(said: 'yes' | 'no'): Promise<void> {
    if (asking) return;
    setAsking(said);
    setProblem(null);
    try {
      await callRpc('answer_items', { booking, answer: said, total, ...(token && { manage_token: token }) });
      haptic('added');
      void notify(said === 'yes' ? `Agreed: ${formatRupees(total)} in all` : 'Declined. It stays as you booked it.');
    } catch (thrown) {
      haptic('refused');
      setProblem(explain(thrown));
      // Only when it was answered or changed elsewhere: without a network a reload would replace the page.
      if (toAppError(thrown).code !== 'conflict') return setAsking(null);
    }
    await onAnswered();
    setAsking(null);
  }

  return (
    <JobCard as="section" aria-labelledby="other-work">
      <JobCardHead title="Other work: yes or no?" id="other-work" />
      <JobCardBody className={styles.other}>
        <Sums
          rows={[
            ...lines.map(({ name, quantity, price, is_new }) => ({
              label: `${quantity > 1 ? `${name} × ${quantity}` : name}${is_new ? ' (new)' : ''}`,
              value: formatRupees(price),
            })),
            ...gone.map((name) => ({ label: `${name} (not any more)`, value: formatRupees(0), muted: true })),
            { label: 'In all, GST included', value: formatRupees(total), total: true },
          ]}
        />
        <p>
          <b>That is {formatRupees(rise)} more than you booked.</b> Without your yes it stays as it is.
        </p>
        <FormProblem sentence={problem} />
        <div className={styles.answers}>
          {(['yes', 'no'] as const).map((said) => (
            <Button
              key={said}
              variant={said === 'yes' ? 'plate' : 'line'}
              className={styles.answer}
              busy={asking === said}
              busyLabel={extraWorkAnswers.busy}
              aria-label={`${extraWorkAnswers[said]}: other work for ${formatRupees(total)}`}
              onClick={() => void answer(said)}
            >
              {extraWorkAnswers[said]}
            </Button>
          ))}
        </div>
      </JobCardBody>
    </JobCard>
  );
}
