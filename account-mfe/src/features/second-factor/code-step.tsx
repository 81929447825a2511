import { Button } from '@twostroke/shared/ui/button';
import { Field } from '@twostroke/shared/ui/field';
import { FormProblem } from '@twostroke/shared/ui/form-problem';
import { Stack } from '@twostroke/shared/ui/stack';
import { TextInput } from '@twostroke/shared/ui/text-input';
import { textOf, useSubmit } from '@twostroke/shared/ui/use-submit';
import { useState } from 'react';
import { explain, messages } from '../../messages.ts';
import { explainAuthError } from '../../model/explain-auth-error.ts';
import { AppCodeForm } from '../../parts/app-code-form.tsx';
import { redeemRecoveryCode, verifyCode } from '../../model/second-factor.ts';

export interface StepProps {
  onDone: () => void;
  /** It replaces what had the focus. */
  takesFocus?: boolean;
}

/** Asks for the code of the authenticator app, or for a recovery code. */
export function CodeStep({ onDone, takesFocus }: StepProps) {
  const [hasLostApp, setLostApp] = useState(false);
  return (
    <Stack>
      {hasLostApp ? (
        <RecoveryCodeForm onDone={onDone} />
      ) : (
        <AppCodeForm button="Go on" onCode={(code) => verifyCode(code)} onDone={onDone} takesFocus={takesFocus} />
      )}
      <div>
        <Button variant="quiet" small onClick={() => setLostApp(!hasLostApp)}>
          {hasLostApp ? 'Use the authenticator app' : 'Use a recovery code'}
        </Button>
      </div>
    </Stack>
  );
}

function RecoveryCodeForm({ onDone }: { onDone: () => void }) {
  const { busy, errors, problem, onSubmit } = useSubmit({
    check: (data) => ({ 'recovery-code': textOf(data, 'recovery-code').trim() ? undefined : messages.recovery_code }),
    send: async (data) => {
      try {
        const error = await redeemRecoveryCode(textOf(data, 'recovery-code'));
        if (!error) onDone();
        return error && explainAuthError(error);
      } catch (thrown) {
        return explain(thrown);
      }
    },
  });
  return (
    <form noValidate onSubmit={onSubmit}>
      <Stack>
        <Field
          id="recovery-code"
          label="Recovery code"
          hint="It works once, and removes the authenticator app from your account: set it up again afterwards."
          error={errors['recovery-code']}
        >
          <TextInput name="recovery-code" autoComplete="off" autoCapitalize="none" spellCheck={false} />
        </Field>
        <FormProblem sentence={problem} />
        <Button type="submit" wide busy={busy} busyLabel="Checking">
          Use this code
        </Button>
      </Stack>
    </form>
  );
}
