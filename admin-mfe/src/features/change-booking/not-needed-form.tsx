import type { JobCardLine, ChecklistUpdate } from '@twostroke/shared/api/bookings';
import { Button } from '@twostroke/shared/ui/button';
import { Disclosure } from '@twostroke/shared/ui/disclosure';
import { Field } from '@twostroke/shared/ui/field';
import { FormProblem } from '@twostroke/shared/ui/form-problem';
import { Select } from '@twostroke/shared/ui/select';
import { Stack } from '@twostroke/shared/ui/stack';
import { TextInput } from '@twostroke/shared/ui/text-input';
import { textOf, useSubmit } from '@twostroke/shared/ui/use-submit';
import { useState } from 'react';

export interface NotNeededFormProps {
  /** The open lines. */
  open: readonly JobCardLine[];
  /** Returns a sentence when it could not be saved. */
  tick: (tick: ChecklistUpdate) => Promise<string | null>;
}

/** Sets aside a line that does not apply to this bike, with the reason. */
export function NotNeededForm({ open, tick }: NotNeededFormProps) {
  const [done, setDone] = useState(0);
  if (open.length === 0) return null;
  return (
    <Disclosure summary="A line is not needed?">
      <Fields key={done} open={open} tick={tick} onDone={() => setDone(done + 1)} />
    </Disclosure>
  );
}

function Fields({ open, tick, onDone }: NotNeededFormProps & { onDone: () => void }) {
  const { busy, errors, problem, onSubmit } = useSubmit({
    check: (data) => ({
      line: textOf(data, 'line') ? undefined : 'Choose the line',
      not_needed: textOf(data, 'not_needed').trim().length < 3 ? 'Say why: the customer reads it' : undefined,
    }),
    send: async (data) => {
      const lines = [Number(textOf(data, 'line'))];
      const rejection = await tick({ lines, done: true, not_needed: textOf(data, 'not_needed').trim() });
      if (rejection === null) onDone();
      return rejection;
    },
  });
  return (
    <form noValidate onSubmit={onSubmit}>
      <Stack>
        <Field label="Line" error={errors['line']}>
          <Select name="line" defaultValue="">
            <option value="">Choose</option>
            {open.map(({ line, label }) => (
              <option key={line} value={line}>
                {label}
              </option>
            ))}
          </Select>
        </Field>
        <Field label="Why it is not needed" error={errors['not_needed']}>
          <TextInput name="not_needed" maxLength={200} autoComplete="off" />
        </Field>
        <FormProblem sentence={problem} />
        <Button type="submit" variant="line" busy={busy} busyLabel="Putting it aside">
          Put the line aside
        </Button>
      </Stack>
    </form>
  );
}
