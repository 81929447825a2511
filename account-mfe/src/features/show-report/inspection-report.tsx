import type { BookingDetails } from '@twostroke/shared/api/bookings';
import { JobCard, JobCardBody, JobCardFoot, JobCardHead } from '@twostroke/shared/ui/job-card';
import { Lamp } from '@twostroke/shared/ui/lamp';
import styles from './inspection-report.module.css';
import { ToldUs } from './told-us.tsx';
import { ReportPhotos } from '../../parts/report-photos.tsx';
import { Scale } from '../../parts/scale.tsx';
import {
  checkInLines,
  inOrder,
  measured,
  stateOrder,
  stateWords,
  type FoundState,
} from '@twostroke/shared/domain/inspection-words';

export interface ReportProps extends Partial<
  Pick<BookingDetails, 'inspection' | 'check_in' | 'photos' | 'extra_work' | 'checklist' | 'concerns'>
> {
  /** The token of a guest's link; a member needs none. */
  token?: string | undefined;
}

/** What became of what the customer wrote, what the workshop looked at and found, and how the bike was when it came. Nothing before the bike was looked at. */
export function InspectionReport(report: ReportProps) {
  const {
    inspection = [],
    check_in: checkIn = null,
    photos = [],
    extra_work: work = [],
    checklist = [],
    token,
  } = report;
  const withPhotos = work.filter(({ id }) => photos.some(({ subject }) => subject === `line-${id}`));
  const told = report.concerns ?? [];
  const begun = inspection.some(({ state }) => state !== 'not_checked') || withPhotos.length > 0;
  const came = checkIn ? checkInLines(checkIn) : [];
  if (!begun && told.length === 0 && came.length === 0) return null;
  return (
    <JobCard as="section" aria-labelledby="report">
      <JobCardHead
        title={begun ? 'What we looked at' : 'Your bike is with us'}
        id="report"
        aside={
          begun && inspection.length > 0
            ? inspection.length === 1
              ? '1 point'
              : `${inspection.length} points`
            : undefined
        }
      />
      {told.length > 0 && (
        <JobCardBody>
          <ToldUs concerns={told} photos={photos} token={token} />
        </JobCardBody>
      )}
      {begun && (
        <JobCardBody>
          {inspection.length > 0 && (
            <ul className={styles.sums}>
              {stateOrder.map((state) => (
                <Sum key={state} state={state} count={inspection.filter((point) => point.state === state).length} />
              ))}
            </ul>
          )}
          <ul className={styles.points}>
            {inOrder(inspection).map((point) => {
              const measure = measured(point);
              return (
                <li key={point.point} className={styles.point}>
                  <Lamp state={point.state} />
                  <div>
                    <b>{point.label}</b>
                    {point.note && <span className={styles.small}>{point.note}</span>}
                    <ReportPhotos photos={photos} subject={`point-${point.point}`} label={point.label} token={token} />
                  </div>
                  <span className={styles.end}>
                    <b>{measure?.value ?? stateWords[point.state]}</b>
                    {measure && (
                      <span className={styles.small}>
                        {[stateWords[point.state], measure.limit].filter(Boolean).join(', ')}
                      </span>
                    )}
                  </span>
                  <Scale point={point} />
                </li>
              );
            })}
            {withPhotos.map(({ id, name, reason, urgency }) => (
              <li key={id} className={styles.point}>
                <Lamp state={urgency ?? 'due_now'} />
                <div>
                  <b>{name}</b>
                  <span className={styles.small}>{reason}</span>
                  <ReportPhotos photos={photos} subject={`line-${id}`} label={name} token={token} />
                </div>
              </li>
            ))}
          </ul>
          {checklist.map(({ line, label }) => (
            <ReportPhotos key={line} photos={photos} subject={`card-${line}`} label={label} token={token} />
          ))}
        </JobCardBody>
      )}
      {came.length > 0 && (
        <JobCardFoot>
          <div>
            {begun && <h3 className={styles.came}>When it came</h3>}
            {came.map((line) => (
              <p key={line}>{line}</p>
            ))}
            <ReportPhotos photos={photos} subject="check-in" label="Your bike when it came" token={token} />
          </div>
        </JobCardFoot>
      )}
    </JobCard>
  );
}

function Sum({ state, count }: { state: FoundState; count: number }) {
  return (
    <li className={styles.sum}>
      <Lamp state={state} />
      <span>
        <b>{count}</b> {stateWords[state].toLowerCase()}
      </span>
    </li>
  );
}
