import { formatDay } from '@twostroke/shared/domain/calendar';
import { notify } from '@twostroke/shared/state';
import { Button } from '@twostroke/shared/ui/button';
import { Checkbox } from '@twostroke/shared/ui/checkbox';
import { Dialog } from '@twostroke/shared/ui/dialog';
import { FormProblem } from '@twostroke/shared/ui/form-problem';
import { Row } from '@twostroke/shared/ui/row';
import { Stack } from '@twostroke/shared/ui/stack';
import { useState } from 'react';
import { explain } from '../../messages.ts';
import type { Colleague } from '../../model/colleagues.ts';
import { addDaysOff, removeDaysOff } from './days-off.ts';

export interface DaysOffDialogProps {
  person: Pick<Colleague, 'user_id' | 'name'>;
  /** The days of the week, YYYY-MM-DD. */
  days: readonly string[];
  /** The saved days off of the person. */
  away: readonly string[];
  onClose: () => void;
  onSaved: () => Promise<void>;
}

/** Marks the days off of a person in one week. */
export function DaysOffDialog({ person, days, away, onClose, onSaved }: DaysOffDialogProps) {
  const [chosen, setChosen] = useState<readonly string[]>(away);
  const [busy, setBusy] = useState(false);
  const [problem, setProblem] = useState<string | null>(null);
  async function save(): Promise<void> {
    setBusy(true);
    setProblem(null);
    try {
      await addDaysOff({ person: person.user_id, days: chosen.filter((day) => !away.includes(day)) });
      await removeDaysOff({ person: person.user_id, days: away.filter((day) => !chosen.includes(day)) });
      await onSaved();
      void notify(wordsOf(person.name, chosen));
      onClose();
    } catch (thrown) {
      setProblem(explain(thrown));
      // One of the two may be saved.
      await onSaved();
    }
    setBusy(false);
  }
  return (
    <Dialog
      open
      onClose={onClose}
      title={`${person.name}: not here`}
      closeLabel="Close without saving"
      foot={
        <Stack>
          <FormProblem sentence={problem} />
          <Row>
            <Button busy={busy} busyLabel="Saving" onClick={() => void save()}>
              Save
            </Button>
            <Button variant="line" onClick={onClose}>
              Back
            </Button>
          </Row>
        </Stack>
      }
    >
      <Stack>
        <p>{person.name} can’t be assigned a job on these days. The places that customers can book do not change.</p>
        <fieldset>
          <legend>Not here on</legend>
          {days.map((day) => (
            <Checkbox
              key={day}
              label={formatDay(day)}
              checked={chosen.includes(day)}
              onChange={({ target }) =>
                setChosen(target.checked ? [...chosen, day] : chosen.filter((other) => other !== day))
              }
            />
          ))}
        </fieldset>
      </Stack>
    </Dialog>
  );
}

function wordsOf(name: string, days: readonly string[]): string {
  if (days.length === 0) return `${name} is here all week`;
  return `${name} is not here on ${[...days].sort().map(formatDay).join(', ')}`;
}
