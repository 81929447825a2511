import { Button } from '@twostroke/shared/ui/button';
import { classList } from '@twostroke/shared/ui/class-list';
import { JobCard, JobCardBody, JobCardHead } from '@twostroke/shared/ui/job-card';
import { answerWords, concernAnswers, inGroups } from '../../model/findings.ts';
import styles from './floor.module.css';
import { JobPhotos } from './job-photos.tsx';
import { NoteField } from './note-field.tsx';
import { NotNeeded } from './not-needed.tsx';
import type { TickedLine } from './job.ts';
import type { LiveJob } from './use-marks.ts';

/** The job card: lines to tick, and the answer to what the customer wrote. */
export function JobCardTicks({ job, enter }: LiveJob) {
  const tick = ({ line, label }: TickedLine, done: boolean): void =>
    enter(`${label}: ${done ? 'done' : 'open'}`, { kind: 'tick', line, label, done });
  return (
    <>
      {inGroups(job.checklist).map(([group, lines]) => {
        const open = lines.filter(({ done_at, is_concern }) => done_at === null && !is_concern);
        return (
          <JobCard key={group} as="section" aria-label={group}>
            <JobCardHead
              title={group}
              aside={`${lines.filter(({ done_at }) => done_at !== null).length} of ${lines.length}`}
            />
            <JobCardBody>
              <ul className={styles.ticks}>
                {lines.map((line) => (
                  <li key={line.line} className={line.is_concern ? undefined : styles.tickRow}>
                    {line.is_concern ? (
                      <Concern job={job} line={line} enter={enter} />
                    ) : (
                      <label className={styles.tick}>
                        <input
                          type="checkbox"
                          checked={line.done_at !== null}
                          onChange={(event) => tick(line, event.target.checked)}
                        />
                        <span>
                          {line.label}
                          {line.not_needed && <span className={styles.small}> Not needed: {line.not_needed}</span>}
                        </span>
                      </label>
                    )}
                    {!line.is_concern && promisesPhoto(line) && (
                      <JobPhotos job={job} subject={`card-${line.line}`} label={line.label} />
                    )}
                    {line.done_at === null && !line.is_concern && <NotNeeded line={line} enter={enter} />}
                  </li>
                ))}
              </ul>
              {open.length > 1 && (
                <Button variant="line" wide onClick={() => open.forEach((line) => tick(line, true))}>
                  Tick all {open.length} of {group}
                </Button>
              )}
            </JobCardBody>
          </JobCard>
        );
      })}
    </>
  );
}

/** Customers read the job card: a line that speaks of a photo has a button for it. */
const promisesPhoto = ({ label }: TickedLine): boolean => /\bphotos?\b/i.test(label);

/** What the customer wrote, in their words, with its answer. */
function Concern({ job, line, enter }: Pick<LiveJob, 'job' | 'enter'> & { line: TickedLine }) {
  function reply(answer: (typeof concernAnswers)[number], note: string): void {
    const entry = { kind: 'concern' as const, line: line.line, answer, ...(note && { note }) };
    enter(`${line.label}: ${answerWords[answer]}`, entry, `concern ${line.line}`);
  }
  return (
    <fieldset className={styles.point}>
      <legend>
        <span className={styles.pointHead}>
          <b>{line.label}</b>
        </span>
      </legend>
      <div className={classList(styles.choices, styles.answers)}>
        {concernAnswers.map((answer) => (
          <label key={answer} className={styles.choice}>
            {answerWords[answer]}
            <input
              type="radio"
              name={`concern-${line.line}`}
              checked={line.answer === answer}
              onChange={() => reply(answer, line.answer_note ?? '')}
            />
          </label>
        ))}
      </div>
      {line.answer !== null && (
        <NoteField
          about={line.label}
          note={line.answer_note}
          onNote={(note) => line.answer && reply(line.answer, note)}
        />
      )}
      <JobPhotos job={job} subject={`concern-${line.line}`} label={line.label} />
    </fieldset>
  );
}
