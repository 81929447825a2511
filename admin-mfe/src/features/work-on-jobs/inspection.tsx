import { classList } from '@twostroke/shared/ui/class-list';
import { Icon } from '@twostroke/shared/ui/icon';
import { minus, plus } from '@twostroke/shared/ui/icons';
import { JobCard, JobCardBody, JobCardHead } from '@twostroke/shared/ui/job-card';
import { Lamp } from '@twostroke/shared/ui/lamp';
import {
  checkedWords,
  inGroups,
  noLineWords,
  pointWords,
  proposalOf,
  proposedLine,
  unpricedLine,
} from '../../model/findings.ts';
import styles from './floor.module.css';
import { JobPhotos } from './job-photos.tsx';
import { NoteField } from './note-field.tsx';
import type { WorkshopJob, Point, PointState } from './job.ts';
import type { LiveJob } from './use-marks.ts';
import { UnpricedLine, WorkLine } from './work-line.tsx';

const states: readonly PointState[] = ['ok', 'due_later', 'due_now', 'not_checked'];

/** The points of a job, one tap each. A finding with a price shows the line that it proposes. */
export function Inspection({ job, enter }: LiveJob) {
  return (
    <>
      {inGroups(job.inspection).map(([group, points]) => (
        <JobCard key={group} as="section" aria-label={group}>
          <JobCardHead title={group} aside={checkedWords(points)} />
          <JobCardBody>
            {points.map((point) => (
              <PointRow key={point.point} job={job} point={point} enter={enter} />
            ))}
          </JobCardBody>
        </JobCard>
      ))}
    </>
  );
}

function PointRow({ job, point, enter }: Pick<LiveJob, 'job' | 'enter'> & { point: Point }) {
  const { label, hint, unit, state, value } = point;
  function mark(changes: Partial<Pick<Point, 'state' | 'value' | 'note'>>): void {
    const next = { state, value, note: point.note, ...changes };
    const entry = {
      kind: 'point' as const,
      point: point.point,
      state: next.state,
      ...(next.value !== null && { value: next.value }),
      ...(next.note && { note: next.note }),
    };
    enter(`${label}: ${pointWords[next.state]}`, entry, `point ${point.point}`);
  }
  return (
    <fieldset className={styles.point}>
      <legend>
        <span className={styles.pointHead}>
          <b>{label}</b>
          <span className={styles.small}>{hint}</span>
        </span>
      </legend>
      <div className={classList(styles.choices, styles.lamps)}>
        {states.map((each) => (
          <label key={each} className={styles.choice}>
            <Lamp state={each} />
            {pointWords[each]}
            <input
              type="radio"
              name={point.point}
              aria-label={`${label}: ${pointWords[each]}`}
              checked={state === each}
              onChange={() => mark({ state: each })}
            />
          </label>
        ))}
      </div>
      {unit && state !== 'not_checked' && <Measure point={point} onMeasure={(measured) => mark({ value: measured })} />}
      {state !== 'not_checked' && <NoteField about={label} note={point.note} onNote={(note) => mark({ note })} />}
      {state !== 'not_checked' && <JobPhotos job={job} subject={`point-${point.point}`} label={label} />}
      <FoundLine job={job} point={point} />
    </fieldset>
  );
}

/** What was measured, in steps: 0.1 of a millimetre, a volt or a bar. */
function Measure({ point, onMeasure }: { point: Point; onMeasure: (value: number) => void }) {
  const { label, unit, value, low_limit: low, high_limit: high } = point;
  const start = value ?? low ?? high ?? 0;
  const by = (step: number): void => onMeasure(Math.round((start + step) * 10) / 10);
  return (
    <div className={styles.stepper} role="group" aria-label={`${label}, ${unit}`}>
      <button type="button" className={styles.step} aria-label={`${label}: 0.1 ${unit} less`} onClick={() => by(-0.1)}>
        <Icon path={minus} />
      </button>
      <output className={styles.figure} aria-label={label}>
        {value === null ? `– ${unit}` : `${value} ${unit}`}
      </output>
      <button type="button" className={styles.step} aria-label={`${label}: 0.1 ${unit} more`} onClick={() => by(0.1)}>
        <Icon path={plus} />
      </button>
    </div>
  );
}

function FoundLine({ job, point }: { job: WorkshopJob; point: Point }) {
  const proposed = proposedLine(job, point);
  const noLine = proposed ? null : noLineWords(job, point);
  if (noLine) return <p className={styles.small}>{noLine}</p>;
  const line = proposed ?? proposalOf(job, point);
  if (line) return <WorkLine job={job} line={line} />;
  const unpriced = unpricedLine(point);
  return unpriced && <UnpricedLine line={unpriced} />;
}
