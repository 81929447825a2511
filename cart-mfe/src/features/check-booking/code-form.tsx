import { Button } from '@twostroke/shared/ui/button';
import { Disclosure } from '@twostroke/shared/ui/disclosure';
import { Field } from '@twostroke/shared/ui/field';
import { Row } from '@twostroke/shared/ui/row';
import { Stack } from '@twostroke/shared/ui/stack';
import { TextInput } from '@twostroke/shared/ui/text-input';
import { useState, type FormEvent, type ReactNode } from 'react';

interface CodeFormProps {
  /** What opens it: "I have a coupon". */
  summary: string;
  /** Label of the field; its id is the same in lower case. */
  label: string;
  hint?: string;
  button: string;
  /** The code that is in use; empty without one. */
  used: string;
  /** Its validation error, or its effect. */
  error: string | null | undefined;
  note: string | null;
  /** What can be done about the error, besides typing another code. */
  remedy?: ReactNode;
  /** Called with the typed text when it is sent; an empty text removes the code. */
  onUse: (typed: string) => void;
}

/** An optional code of the booking, which can be typed, used and removed. */
export function CodeForm({ summary, label, hint, button, used, error, note, remedy, onUse }: CodeFormProps) {
  const [typed, setTyped] = useState(used);

  function submit(event: FormEvent): void {
    event.preventDefault();
    onUse(typed.trim());
  }

  return (
    <Disclosure summary={summary} open={used !== ''}>
      <form onSubmit={submit} noValidate>
        <Stack gap="s">
          <Field label={label} id={label.toLowerCase()} hint={hint} error={error} note={note}>
            <TextInput
              value={typed}
              onChange={(event) => setTyped(event.target.value)}
              maxLength={20}
              autoComplete="off"
              autoCapitalize="characters"
              spellCheck={false}
            />
          </Field>
          <Row>
            <Button type="submit" variant="line" small>
              {button}
            </Button>
            {used !== '' && (
              <Button
                variant="quiet"
                small
                onClick={() => {
                  setTyped('');
                  onUse('');
                }}
              >
                Remove
              </Button>
            )}
            {remedy}
          </Row>
        </Stack>
      </form>
    </Disclosure>
  );
}
