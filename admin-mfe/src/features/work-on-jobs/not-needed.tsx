import { Button } from '@twostroke/shared/ui/button';
import { Field } from '@twostroke/shared/ui/field';
import { Row } from '@twostroke/shared/ui/row';
import { TextInput } from '@twostroke/shared/ui/text-input';
import { useState } from 'react';
import { messages } from '../../messages.ts';
import type { TickedLine } from './job.ts';
import styles from './floor.module.css';
import { refuse } from './refuse.ts';
import { takeFocus } from './take-focus.ts';
import type { LiveJob } from './use-marks.ts';

/** Ends a line that does not apply to this bike, with the reason. */
export function NotNeeded({ line, enter }: { line: TickedLine; enter: LiveJob['enter'] }) {
  const [reason, setReason] = useState<string | null>(null);
  const [problem, setProblem] = useState<string | undefined>(undefined);
  if (reason === null)
    return (
      <Button variant="quiet" aria-label={`Not needed: ${line.label}`} onClick={() => setReason('')}>
        Not needed
      </Button>
    );

  function save(): void {
    const why = (reason ?? '').trim();
    if (why.length < 3) {
      setProblem(messages.not_needed);
      return refuse();
    }
    enter(`${line.label}: not needed`, {
      kind: 'tick',
      line: line.line,
      label: line.label,
      done: true,
      not_needed: why,
    });
  }
  return (
    <div className={styles.reason}>
      <Field label={`Why not needed: ${line.label}`} error={problem}>
        <TextInput maxLength={200} ref={takeFocus} value={reason} onChange={(event) => setReason(event.target.value)} />
      </Field>
      <Row>
        <Button variant="line" onClick={save}>
          Save
        </Button>
        <Button variant="quiet" onClick={() => setReason(null)}>
          Cancel
        </Button>
      </Row>
    </div>
  );
}
