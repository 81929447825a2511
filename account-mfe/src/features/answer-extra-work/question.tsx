import { toAppError } from '@twostroke/shared/client';
import { answerExtraWork } from '@twostroke/shared/api/bookings';
import type { InspectionPoint, JobPhoto } from '@twostroke/shared/contracts/answers/inspection';
import { formatInstant } from '@twostroke/shared/domain/calendar';
import { formatDuration } from '@twostroke/shared/domain/duration';
import {
  extraWorkAnswers,
  isOfPoint,
  limitUsed,
  limitWords,
  type ExtraWork as Line,
} from '@twostroke/shared/domain/extra-work';
import { formatRupees } from '@twostroke/shared/domain/money';
import { haptic, notify } from '@twostroke/shared/state';
import { Button } from '@twostroke/shared/ui/button';
import { FormProblem } from '@twostroke/shared/ui/form-problem';
import { Heading } from '@twostroke/shared/ui/heading';
import { JobCard, JobCardBody, JobCardFoot } from '@twostroke/shared/ui/job-card';
import { Lamp } from '@twostroke/shared/ui/lamp';
import { Meter } from '@twostroke/shared/ui/meter';
import { useState, type Ref } from 'react';
import { explain } from '../../messages.ts';
import { ReportPhotos } from '../../parts/report-photos.tsx';
import { answers as usualAnswers, type AnswerToWork } from './answers.ts';
import styles from './question.module.css';

export interface QuestionProps {
  /** Of the page's heading, which the question is. */
  titleRef?: Ref<HTMLHeadingElement>;
  lines: readonly Line[];
  /** Rupees of extra work that need no question. */
  limit: number;
  /** What the booking costs without the lines that wait for an answer, in rupees. */
  total: number;
  /** What of the fee of a diagnosis comes off once more work is agreed to, in rupees. */
  feeLeft: number;
  mechanic: string | null;
  /** "Classic 350", where it is not clear which bike is meant. */
  bike?: string | undefined;
  /** The token of a guest's link; a member needs none. */
  token?: string | undefined;
  /** What was looked at and its photos, as far as they are read. */
  inspection?: readonly InspectionPoint[] | undefined;
  photos?: readonly JobPhoto[] | undefined;
  answers?: readonly AnswerToWork[];
  /** Reloads the booking after an answer, or after one that came too late. */
  onAnswered: () => void | Promise<void>;
}

const urgencyWords: Readonly<Record<NonNullable<Line['urgency']>, string>> = {
  due_now: 'Due now',
  due_later: 'Due soon, it can wait',
};

/** The photos of a line: its own, and those of the point where it was found. */
function photoSubjects(line: Line, inspection: readonly InspectionPoint[]): string[] {
  const point = inspection.find((each) => isOfPoint(line, each));
  return [`line-${line.id}`, ...(point ? [`point-${point.point}`] : [])];
}

/** What happens without an answer, and from when. */
function withoutAnswer(lines: readonly Line[]): string {
  const until = lines
    .flatMap(({ status, answer_by }) => (status === 'proposed' && answer_by ? [answer_by] : []))
    .sort();
  const last = until.at(-1);
  return last
    ? `No answer by ${formatInstant(last)}: we call once, then leave it as it is.`
    : 'Without your answer we call, and leave it as it is.';
}

/** The question that the workshop waits for: what, why, for how much in all, how long, and the answers. */
export function Question(props: QuestionProps) {
  const { titleRef, lines, limit, total, feeLeft, mechanic, bike, token, onAnswered } = props;
  const { inspection = [], photos = [], answers = usualAnswers } = props;
  const [asking, setAsking] = useState<{ line: string; label: string } | null>(null);
  const [problem, setProblem] = useState<{ line: string; sentence: string } | null>(null);
  const [name] = mechanic?.split(' ') ?? [];
  const used = limitUsed(lines);

  async function answer(line: Line, { answer: said, label, done }: AnswerToWork): Promise<void> {
    if (asking) return;
    setAsking({ line: line.id, label });
    setProblem(null);
    try {
      await answerExtraWork(line, said, token ? { manage_token: token } : {});
      haptic('added');
      void notify(done(line.name, formatRupees(line.price)));
    } catch (thrown) {
      haptic('refused');
      setProblem({ line: line.id, sentence: explain(thrown) });
      // Only when it was answered elsewhere: without a network a reload would replace the page.
      if (toAppError(thrown).code !== 'conflict') return setAsking(null);
    }
    await onAnswered();
    setAsking(null);
  }

  return (
    <section className={styles.question} aria-labelledby="question">
      <h1 id="question" ref={titleRef} tabIndex={-1} className={styles.title}>
        {name ? `${name} needs your answer` : 'We need your answer'}
      </h1>
      <JobCard>
        {lines
          .filter(({ status }) => status === 'proposed')
          .map((line) => (
            <JobCardBody key={line.id} className={styles.line}>
              <div>
                <Heading level={2} size="m" className={styles.work}>
                  <span>{line.name}</span>
                  <span>+ {formatRupees(line.price)}</span>
                </Heading>
                {line.urgency && (
                  <p className={styles.urgency}>
                    <Lamp state={line.urgency} />
                    {urgencyWords[line.urgency]}
                  </p>
                )}
                <p>{bike ? `${bike}: ${line.reason}` : line.reason}</p>
                {photoSubjects(line, inspection).map((subject) => (
                  <ReportPhotos key={subject} photos={photos} subject={subject} label={line.name} token={token} />
                ))}
                <p>
                  <b>
                    Then {formatRupees(total + line.price - Math.min(feeLeft, line.price))} in all
                    {line.minutes > 0 && `, ${formatDuration(line.minutes)} longer`}.
                    {feeLeft > 0 && ` The fee of ${formatRupees(feeLeft)} comes off.`}
                  </b>
                </p>
              </div>
              <FormProblem sentence={problem?.line === line.id ? problem.sentence : null} />
              <div className={styles.answers}>
                {answers.map((one, place) => (
                  <Button
                    key={one.label}
                    variant={place === 0 ? 'plate' : 'line'}
                    className={styles.answer}
                    busy={asking?.line === line.id && asking.label === one.label}
                    busyLabel={extraWorkAnswers.busy}
                    aria-label={one.labelFor(line.name, formatRupees(line.price))}
                    onClick={() => void answer(line, one)}
                  >
                    {one.label}
                  </Button>
                ))}
              </div>
            </JobCardBody>
          ))}
        <JobCardFoot className={styles.limit}>
          <p>{withoutAnswer(lines)}</p>
          <p>{limitWords(lines, limit)}</p>
          {limit > 0 && (
            <Meter label={`${formatRupees(used)} of ${formatRupees(limit)} used`} value={used} max={limit} />
          )}
        </JobCardFoot>
      </JobCard>
    </section>
  );
}
