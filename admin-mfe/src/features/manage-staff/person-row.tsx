import { formatPhone } from '@twostroke/shared/domain/phone';
import { notify } from '@twostroke/shared/state';
import { Badge } from '@twostroke/shared/ui/badge';
import { Button } from '@twostroke/shared/ui/button';
import { FormProblem } from '@twostroke/shared/ui/form-problem';
import { Select } from '@twostroke/shared/ui/select';
import { VisuallyHidden } from '@twostroke/shared/ui/visually-hidden';
import { useState } from 'react';
import { explain } from '../../messages.ts';
import { dutyNames, type Duty } from '../../model/duty.ts';
import styles from './staff-list.module.css';
import { setDuty, setStaffActive, type StaffMember } from './staff.ts';

export interface PersonRowProps {
  person: StaffMember;
  /** Asks before the rights end. */
  onEnd: () => void;
  /** Reads the people again. */
  onChanged: () => Promise<void>;
}

/** One person with their duty, which is changed in place. */
export function PersonRow({ person, onEnd, onChanged }: PersonRowProps) {
  const { user_id, name, duty, active, you, last_owner } = person;
  const [busy, setBusy] = useState(false);
  const [problem, setProblem] = useState<string | null>(null);

  async function change(work: () => Promise<void>, sentence: string): Promise<void> {
    setBusy(true);
    setProblem(null);
    try {
      await work();
      await onChanged();
      void notify(sentence);
    } catch (thrown) {
      setProblem(explain(thrown));
    }
    setBusy(false);
  }

  return (
    <li className={styles.person}>
      <div className={styles.who}>
        <b>
          {name}
          {you && ' (you)'}
        </b>
        <span className={styles.contact}>
          {[person.phone && formatPhone(person.phone), person.email].filter(Boolean).join(', ')}
        </span>
      </div>
      <span className={styles.state}>
        {active ? jobWords(person.open_jobs) : <Badge>Left</Badge>}
        {last_owner && <Badge tone="work">Only owner</Badge>}
      </span>
      {active && (
        <div className={styles.duty}>
          <Select
            aria-label={`Duty of ${name}`}
            value={duty}
            disabled={busy || last_owner}
            onChange={(event) => {
              const next = event.target.value as Duty;
              void change(() => setDuty(user_id, next), `${name}: ${dutyNames[next]}`);
            }}
          >
            {Object.entries(dutyNames).map(([value, label]) => (
              <option key={value} value={value}>
                {label}
              </option>
            ))}
          </Select>
        </div>
      )}
      {active && !last_owner && (
        <div className={styles.end}>
          <Button variant="line" small onClick={onEnd}>
            End the duty<VisuallyHidden> of {name}</VisuallyHidden>
          </Button>
        </div>
      )}
      {!active && (
        <div className={styles.end}>
          <Button
            variant="line"
            small
            busy={busy}
            busyLabel="Saving"
            onClick={() => void change(() => setStaffActive(user_id, true), `${name} is back: ${dutyNames[duty]}`)}
          >
            Give it back<VisuallyHidden> to {name}</VisuallyHidden>
          </Button>
        </div>
      )}
      <FormProblem sentence={problem} />
    </li>
  );
}

function jobWords(jobs: number): string {
  if (jobs === 0) return 'No open job';
  return jobs === 1 ? '1 open job' : `${jobs} open jobs`;
}
