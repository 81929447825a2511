import { Button } from '@twostroke/shared/ui/button';
import { Field } from '@twostroke/shared/ui/field';
import { FormProblem } from '@twostroke/shared/ui/form-problem';
import { Stack } from '@twostroke/shared/ui/stack';
import { TextInput } from '@twostroke/shared/ui/text-input';
import { textOf, useSubmit } from '@twostroke/shared/ui/use-submit';
import { useEffect, useRef } from 'react';

export interface ProofFormProps {
  intro: string;
  /** Of the field. */
  label: string;
  /** Figures of an app instead of a password. */
  isCode?: boolean;
  /** Signs in. Returns a sentence when it failed. */
  onProof: (typed: string) => Promise<string | null>;
  onDone: () => void;
}

/** One field that proves who is at the screen. */
export function ProofForm({ intro, label, isCode = false, onProof, onDone }: ProofFormProps) {
  const field = useRef<HTMLInputElement>(null);
  // The dialog opened before it was known what to ask for.
  useEffect(() => field.current?.focus(), []);
  const { busy, errors, problem, onSubmit } = useSubmit({
    check: (data) => ({ proof: textOf(data, 'proof') === '' ? `Enter your ${label.toLowerCase()}` : undefined }),
    send: async (data) => {
      const failed = await onProof(textOf(data, 'proof'));
      if (failed) return failed;
      onDone();
      return null;
    },
  });
  return (
    <form noValidate onSubmit={onSubmit}>
      <Stack>
        <p>{intro}</p>
        <Field label={label} error={errors['proof']}>
          <TextInput
            name="proof"
            ref={field}
            type={isCode ? 'text' : 'password'}
            inputMode={isCode ? 'numeric' : 'text'}
            autoComplete={isCode ? 'one-time-code' : 'current-password'}
            maxLength={isCode ? 6 : 200}
          />
        </Field>
        <FormProblem sentence={problem} />
        <Button type="submit" busy={busy} busyLabel="Checking">
          Go on
        </Button>
      </Stack>
    </form>
  );
}
