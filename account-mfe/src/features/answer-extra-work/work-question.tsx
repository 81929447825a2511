import { answerExtraWork } from '@twostroke/shared/api/bookings';
import type { InspectionPoint, JobPhoto } from '@twostroke/shared/contracts/answers/inspection';
import { formatDuration } from '@twostroke/shared/domain/duration';
import { isOfPoint, type ExtraWork as Line } from '@twostroke/shared/domain/extra-work';
import { formatRupees } from '@twostroke/shared/domain/money';
import { Lamp } from '@twostroke/shared/ui/lamp';
import { ReportPhotos } from '../../parts/report-photos.tsx';
import { Scale } from '../../parts/scale.tsx';
import { AnswerButtons } from './answer-buttons.tsx';
import { answers } from './answers.ts';
import { AskedWork } from './asked-work.tsx';
import styles from './question.module.css';
import type { Answering } from './use-answer.ts';

export interface WorkQuestionProps {
  line: Line;
  /** What the booking costs without the lines that wait for an answer, in rupees. */
  total: number;
  /** What of the fee of a diagnosis comes off once more work is agreed to, in rupees. */
  feeLeft: number;
  /** "Classic 350", where it is not clear which bike is meant. */
  bike?: string | undefined;
  /** The token of a guest's link; a member needs none. */
  token?: string | undefined;
  answering: Answering;
  /** What was looked at and its photos, as far as they are read. */
  inspection?: readonly InspectionPoint[] | undefined;
  photos?: readonly JobPhoto[] | undefined;
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

/** Work that was found: what, why, for how much in all, how long, and the answers. */
export function WorkQuestion(props: WorkQuestionProps) {
  const { line, total, feeLeft, bike, token, answering, inspection = [], photos = [] } = props;
  const { id, name, reason, price, minutes, urgency } = line;
  return (
    <AskedWork
      name={name}
      price={price}
      about={
        <>
          {urgency && (
            <p className={styles.urgency}>
              <Lamp state={urgency} />
              {urgencyWords[urgency]}
            </p>
          )}
          <p>{bike ? `${bike}: ${reason}` : reason}</p>
          {inspection
            .filter((point) => isOfPoint(line, point))
            .map((point) => (
              <Scale key={point.point} point={point} />
            ))}
          {photoSubjects(line, inspection).map((subject) => (
            <ReportPhotos key={subject} photos={photos} subject={subject} label={name} token={token} />
          ))}
          <p>
            <b>
              Then {formatRupees(total + price - Math.min(feeLeft, price))} in all
              {minutes > 0 && `, ${formatDuration(minutes)} longer`}.
              {feeLeft > 0 && ` The fee of ${formatRupees(feeLeft)} comes off.`}
            </b>
          </p>
        </>
      }
    >
      <AnswerButtons
        of={id}
        answering={answering}
        answers={answers.map(({ answer, label, labelFor, done }) => ({
          label,
          spoken: labelFor(name, formatRupees(price)),
          send: () => answerExtraWork(line, answer, token ? { manage_token: token } : {}),
          done: done(name, formatRupees(price)),
        }))}
      />
    </AskedWork>
  );
}
