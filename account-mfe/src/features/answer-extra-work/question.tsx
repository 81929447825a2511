import { formatInstant } from '@twostroke/shared/domain/calendar';
import { changeWords, limitWords, type ExtraWork } from '@twostroke/shared/domain/extra-work';
import { formatRupees } from '@twostroke/shared/domain/money';
import { JobCard, JobCardFoot } from '@twostroke/shared/ui/job-card';
import { Meter } from '@twostroke/shared/ui/meter';
import type { ReactNode, Ref } from 'react';
import styles from './question.module.css';

export interface QuestionProps {
  /** Of the page's heading, which the question is. */
  titleRef?: Ref<HTMLHeadingElement>;
  lines: readonly ExtraWork[];
  /** Rupees of extra work that need no question. */
  limit: number;
  /** Rupees of it that are used. */
  used: number;
  mechanic: string | null;
  /** What the customer wrote, before anything is asked. */
  told?: ReactNode;
  /** One part for each thing that is asked: `WorkQuestion`, `ItemQuestion`. */
  children: ReactNode;
}

/** What happens to work that was found without an answer, and from when. */
function withoutAnswer(proposed: readonly ExtraWork[]): string {
  const last = proposed
    .flatMap(({ answer_by }) => answer_by ?? [])
    .sort()
    .at(-1);
  return last
    ? `No answer by ${formatInstant(last)}: we call once, then leave it as it is.`
    : 'Without your answer we call, and leave it as it is.';
}

/** What the workshop waits for, as the first heading of the page: what is asked, and the limit. */
export function Question({ titleRef, lines, limit, used, mechanic, told, children }: QuestionProps) {
  const proposed = lines.filter(({ status }) => status === 'proposed');
  const [name] = mechanic?.split(' ') ?? [];
  return (
    <section className={styles.question} aria-labelledby="question">
      <h1 id="question" ref={titleRef} tabIndex={-1} className={styles.title}>
        {name ? `${name} needs your answer` : 'We need your answer'}
      </h1>
      {told}
      <JobCard>
        {children}
        <JobCardFoot className={styles.limit}>
          {proposed.length > 0 && (
            <>
              <p>{withoutAnswer(proposed)}</p>
              <p>{changeWords}</p>
            </>
          )}
          <p>{limitWords(limit, used)}</p>
          {limit > 0 && (
            <Meter label={`${formatRupees(used)} of ${formatRupees(limit)} used`} value={used} max={limit} />
          )}
        </JobCardFoot>
      </JobCard>
    </section>
  );
}
