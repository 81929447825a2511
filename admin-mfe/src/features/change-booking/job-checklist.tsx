import type { JobCardLine, ChecklistUpdate } from '@twostroke/shared/api/bookings';
import { checklistGroups, groupLines } from '@twostroke/shared/domain/job-card-lines';
import { Button } from '@twostroke/shared/ui/button';
import { Checkbox } from '@twostroke/shared/ui/checkbox';
import { Checklist } from '@twostroke/shared/ui/checklist';
import { FormProblem } from '@twostroke/shared/ui/form-problem';
import { Heading } from '@twostroke/shared/ui/heading';
import { Meter } from '@twostroke/shared/ui/meter';
import { Row } from '@twostroke/shared/ui/row';
import { ChecklistGroups } from '@twostroke/shared/ui/checklist-groups';
import { Stack } from '@twostroke/shared/ui/stack';
import { VisuallyHidden } from '@twostroke/shared/ui/visually-hidden';
import { useId, useState } from 'react';
import { useMay } from '../../model/duty.ts';
import { ConcernAnswer } from './concern-answer.tsx';
import styles from './job-checklist.module.css';
import { NotNeededForm } from './not-needed-form.tsx';
import type { AdminBooking } from './read-booking.ts';
import { useChecklist } from './use-checklist.ts';

export interface JobChecklistProps {
  booking: Pick<AdminBooking, 'id' | 'status' | 'booking_checklist' | 'ticks_read'>;
  onChanged: () => Promise<void>;
}

/** The job card: ticked while the bike is worked on and in the quality check, read-only afterwards. */
export function JobChecklist({ booking, onChanged }: JobChecklistProps) {
  const may = useMay();
  const { lines, tick } = useChecklist(booking);
  const [problem, setProblem] = useState<{ line: number; sentence: string } | null>(null);
  if (lines.length === 0) return null;
  const done = lines.filter(({ done_at }) => done_at).length;
  const count = `${done} of ${lines.length}`;
  // What the customer wrote is answered by itself.
  const [concerns, work] = [
    lines.filter(({ is_concern }) => is_concern),
    lines.filter(({ is_concern }) => !is_concern),
  ];
  const open = work.filter(({ done_at }) => !done_at).map(({ line }) => line);

  if ((booking.status !== 'in_service' && booking.status !== 'quality_check') || !may('work_on_jobs'))
    return <ChecklistGroups summary={`Job card: ${count} done`} groups={checklistGroups(lines)} />;

  async function save(asked: ChecklistUpdate): Promise<void> {
    setProblem(null);
    const sentence = await tick(asked);
    if (sentence) setProblem({ line: asked.lines[0] ?? 0, sentence });
  }

  return (
    <Stack as="section" gap="s" aria-label="Job card">
      <div className={styles.head}>
        <Row between>
          <Heading level={3} size="s">
            Job card
          </Heading>
          <b className={styles.count} role="status">
            {count} <VisuallyHidden>done</VisuallyHidden>
          </b>
        </Row>
        <Meter label={`${count} lines are done`} value={done} max={lines.length} />
      </div>
      {open.length > 1 && (
        <Row>
          <Button variant="line" small onClick={() => void save({ lines: open, done: true })}>
            Tick the whole card, {open.length} lines
          </Button>
        </Row>
      )}
      {concerns.map((line) => (
        <ConcernAnswer key={line.line} booking={booking.id} line={line} onChanged={onChanged} />
      ))}
      <div className={styles.groups}>
        {groupLines(work).map(([name, inside]) => (
          <Group key={name} name={name} lines={inside} problem={problem} onTick={(asked) => void save(asked)} />
        ))}
      </div>
      <NotNeededForm open={work.filter(({ done_at }) => !done_at)} tick={tick} />
    </Stack>
  );
}

interface GroupProps {
  name: string;
  lines: readonly JobCardLine[];
  problem: { line: number; sentence: string } | null;
  onTick: (tick: ChecklistUpdate) => void;
}

function Group({ name, lines, problem, onTick }: GroupProps) {
  const id = useId();
  const open = lines.filter(({ done_at }) => !done_at).map(({ line }) => line);
  return (
    <div role="group" aria-labelledby={id}>
      <Row between>
        <Heading level={4} id={id}>
          {name}
        </Heading>
        {open.length > 1 && (
          <Button variant="quiet" small onClick={() => onTick({ lines: open, done: true })}>
            Tick all{' '}
            <VisuallyHidden>
              {open.length} of {name}
            </VisuallyHidden>
          </Button>
        )}
      </Row>
      <ul className={styles.lines}>
        {lines.map(({ line, label, done_at, not_needed }) => (
          <li key={line}>
            {not_needed ? (
              <Row between>
                <Checklist items={[{ state: 'not', label, hint: not_needed }]} words={{ not: 'Not needed' }} />
                <Button variant="quiet" small onClick={() => onTick({ lines: [line], done: false })}>
                  Needed <VisuallyHidden>after all: {label}</VisuallyHidden>
                </Button>
              </Row>
            ) : (
              <Checkbox
                label={label}
                checked={done_at !== null}
                onChange={({ target }) => onTick({ lines: [line], done: target.checked })}
              />
            )}
            <FormProblem sentence={problem?.line === line ? problem.sentence : null} />
          </li>
        ))}
      </ul>
    </div>
  );
}
