import { atShop } from '@twostroke/shared/domain/calendar';
import { Button } from '@twostroke/shared/ui/button';
import { Field } from '@twostroke/shared/ui/field';
import { FormProblem } from '@twostroke/shared/ui/form-problem';
import { Row } from '@twostroke/shared/ui/row';
import { Stack } from '@twostroke/shared/ui/stack';
import { TextInput } from '@twostroke/shared/ui/text-input';
import { notify } from '@twostroke/shared/state';
import { useState } from 'react';
import { explain } from '../../messages.ts';
import { remindMe, writeNote } from './customer-records.ts';

export interface WriteDownProps {
  phone: string;
  onWritten: () => void;
}

/** One field: kept as a note of the customer, or as a reminder to oneself at a time. */
export function WriteDown({ phone, onWritten }: WriteDownProps) {
  const [words, setWords] = useState('');
  const [time, setTime] = useState(soon);
  /** What is wrong with what is typed, and what failed. */
  const [wrong, setWrong] = useState<string | null>(null);
  const [problem, setProblem] = useState<string | null>(null);
  const [busy, setBusy] = useState<'note' | 'reminder' | null>(null);
  async function keep(as: 'note' | 'reminder'): Promise<void> {
    const due = new Date(`${time}:00+05:30`);
    if (words.trim().length < 2) return setWrong('Write down what it is');
    if (as === 'reminder' && Number.isNaN(due.getTime())) return setWrong('Choose when to remind you');
    setBusy(as);
    setWrong(null);
    setProblem(null);
    try {
      await (as === 'note' ? writeNote(phone, words) : remindMe(phone, words, due));
      void notify(as === 'note' ? 'The note is kept' : 'It comes up on your board');
      setWords('');
      onWritten();
    } catch (thrown) {
      setProblem(explain(thrown));
    }
    setBusy(null);
  }
  return (
    <Stack>
      <Field label="Note, or what to remind you of" id="customer-words" error={wrong}>
        <TextInput
          value={words}
          onChange={(event) => setWords(event.target.value)}
          maxLength={200}
          autoComplete="off"
        />
      </Field>
      <Field label="Remind me at" id="customer-time">
        <TextInput type="datetime-local" value={time} onChange={(event) => setTime(event.target.value)} />
      </Field>
      <FormProblem sentence={problem} />
      <Row>
        <Button variant="line" small busy={busy === 'note'} busyLabel="Saving" onClick={() => void keep('note')}>
          Keep as a note
        </Button>
        <Button
          variant="line"
          small
          busy={busy === 'reminder'}
          busyLabel="Saving"
          onClick={() => void keep('reminder')}
        >
          Remind me
        </Button>
      </Row>
    </Stack>
  );
}

/** In an hour, as the field takes it. */
function soon(): string {
  const { date, time } = atShop(new Date(Date.now() + 3_600_000));
  return `${date}T${time}`;
}
