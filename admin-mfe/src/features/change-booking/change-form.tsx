import { Button } from '@twostroke/shared/ui/button';
import { Field } from '@twostroke/shared/ui/field';
import { FormProblem } from '@twostroke/shared/ui/form-problem';
import { Row } from '@twostroke/shared/ui/row';
import { Stack } from '@twostroke/shared/ui/stack';
import { TextInput } from '@twostroke/shared/ui/text-input';
import { textOf, useSubmit } from '@twostroke/shared/ui/use-submit';
import { useEffect, useRef, useState } from 'react';
import { explain } from '../../messages.ts';
import { useMay } from '../../model/duty.ts';
import { changeFormSpec, type FormChange } from './change.ts';
import { sendHeldStep } from './held-steps.ts';
import type { AdminBooking } from './read-booking.ts';

export interface ChangeFormProps {
  change: FormChange;
  booking: AdminBooking;
  mechanics: readonly string[];
  onBack: () => void;
  /** Called on success. The form stays busy until this resolves. */
  onDone: (sentence: string) => Promise<void>;
}

/** The fields of a change, in the sheet's foot: the mechanic, the bill, the reason, a note. */
export function ChangeForm({ change, booking, mechanics, onBack, onDone }: ChangeFormProps) {
  const { fields: usual, button, busy: busyWord, stop, apply } = changeFormSpec(change, booking, useMay());
  const [swapped, setSwapped] = useState(false);
  const fields = usual.map((field) => (swapped && field.instead ? field.instead.field : field));
  const swap = usual.find(({ instead }) => instead)?.instead;
  const first = useRef<HTMLElement>(null);
  const setFirst = (control: HTMLElement | null): void => void (first.current = control);
  // The button that opened the form, or the previous field, had the focus and has been removed.
  useEffect(() => first.current?.focus(), [swapped]);
  const { busy, errors, problem, onSubmit } = useSubmit({
    check: (data) => Object.fromEntries(fields.map(({ id, errorOf }) => [id, errorOf(textOf(data, id).trim())])),
    send: async (data) => {
      try {
        await sendHeldStep(booking.id);
        await onDone(await apply(Object.fromEntries(fields.map(({ id }) => [id, textOf(data, id).trim()]))));
        return null;
      } catch (thrown) {
        return explain(thrown);
      }
    },
  });
  return (
    <form noValidate onSubmit={onSubmit}>
      <Stack>
        {fields.map(({ id, label, hint, type, numeric, isCode, maxLength, start = '' }, index) => (
          <Stack key={id} gap="s">
            <Field id={id} label={label} error={errors[id]} hint={hint}>
              <TextInput
                name={id}
                ref={index === 0 ? setFirst : undefined}
                {...(type && { type })}
                autoComplete="off"
                inputMode={numeric ? 'numeric' : 'text'}
                {...(isCode && { autoCapitalize: 'characters', autoCorrect: 'off', spellCheck: false })}
                maxLength={maxLength}
                defaultValue={start}
              />
            </Field>
            {swap && usual[index]?.instead && (
              <Row>
                <Button variant="quiet" small onClick={() => setSwapped(!swapped)}>
                  {swapped ? swap.back : swap.there}
                </Button>
              </Row>
            )}
          </Stack>
        ))}
        {fields[0]?.id === 'mechanic' && mechanics.length > 0 && (
          <Row role="group" aria-label="People on duty">
            {mechanics.map((name) => (
              <Button
                key={name}
                variant="line"
                disabled={busy}
                onClick={(event) => {
                  if (first.current instanceof HTMLInputElement) first.current.value = name;
                  event.currentTarget.form?.requestSubmit();
                }}
              >
                {name}
              </Button>
            ))}
          </Row>
        )}
        <FormProblem sentence={problem} />
        <Row>
          <Button type="submit" variant={stop ? 'stop' : 'plate'} busy={busy} busyLabel={busyWord}>
            {button}
          </Button>
          <Button variant="line" onClick={onBack}>
            Back
          </Button>
        </Row>
      </Stack>
    </form>
  );
}
