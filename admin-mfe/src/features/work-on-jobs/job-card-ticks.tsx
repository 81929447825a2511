import { Button } from '@twostroke/shared/ui/button';
import { classList } from '@twostroke/shared/ui/class-list';
import { JobCard, JobCardBody, JobCardHead } from '@twostroke/shared/ui/job-card';
import { inGroups } from './findings.ts';
import styles from './floor.module.css';
import type { TickedLine } from './job.ts';
import type { LiveJob } from './use-marks.ts';

const answers = [
  ['found_and_fixed', 'Found, fixed'],
  ['found_see_line', 'Found, see line'],
  ['not_found', 'Not found'],
] as const;

/** The job card: lines to tick, and the answer to what the customer wrote. */
export function JobCardTicks({ job, enter }: LiveJob) {
  const tick = (line: TickedLine, done: boolean): void =>
    enter(`${line.label}: ${done ? 'done' : 'open'}`, { kind: 'tick', line: line.line, done });
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
                  <li key={line.line}>
                    {line.is_concern ? (
                      <Concern line={line} enter={enter} />
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

/** What the customer wrote, in their words, with its answer. */
function Concern({ line, enter }: { line: TickedLine; enter: LiveJob['enter'] }) {
  return (
    <fieldset className={styles.point}>
      <legend>
        <span className={styles.pointHead}>
          <b>{line.label}</b>
        </span>
      </legend>
      <div className={classList(styles.choices, styles.answers)}>
        {answers.map(([answer, words]) => (
          <label key={answer} className={styles.choice}>
            {words}
            <input
              type="radio"
              name={`concern-${line.line}`}
              checked={line.answer === answer}
              onChange={() => enter(`${line.label}: ${words}`, { kind: 'concern', line: line.line, answer })}
            />
          </label>
        ))}
      </div>
    </fieldset>
  );
}
