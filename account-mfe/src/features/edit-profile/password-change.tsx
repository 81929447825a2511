import { changePassword } from '../../model/accounts.ts';
import { Button } from '@twostroke/shared/ui/button';
import { Note } from '@twostroke/shared/ui/note';
import { Stack } from '@twostroke/shared/ui/stack';
import { useState } from 'react';
import { explainAuthError } from '../../model/explain-auth-error.ts';
import { validateNewPassword, PasswordField } from '../../parts/password-field.tsx';
import { FormProblem } from '@twostroke/shared/ui/form-problem';
import { textOf, useSubmit } from '@twostroke/shared/ui/use-submit';

/** A new password for an account with an e-mail address. */
export function PasswordChange({ email }: { email: string }) {
  const [changed, setChanged] = useState(false);
  const { busy, errors, problem, onSubmit } = useSubmit({
    check: (data) => {
      setChanged(false);
      return {
        current: textOf(data, 'current') ? undefined : 'Enter your present password',
        password: validateNewPassword(textOf(data, 'password')),
      };
    },
    send: async (data) => {
      const error = await changePassword(textOf(data, 'current'), textOf(data, 'password'));
      setChanged(!error);
      if (error?.hint === 'invalid_credentials') return 'The present password is wrong.';
      return error && explainAuthError(error);
    },
  });
  return (
    <form noValidate onSubmit={onSubmit} key={String(changed)}>
      <Stack>
        <FormProblem sentence={problem} />
        {/* Tells password managers whose password this is. */}
        <input type="text" name="username" autoComplete="username" value={email} readOnly hidden />
        <PasswordField id="current" label="Present password" error={errors.current} />
        <PasswordField id="password" label="New password" choosing error={errors.password} />
        <Button type="submit" variant="line" busy={busy} busyLabel="Saving">
          Change the password
        </Button>
        {changed && (
          <Note tone="ok" role="status">
            <p>Your password is changed. Your other devices are signed out.</p>
          </Note>
        )}
      </Stack>
    </form>
  );
}
