import { changePassword } from '../../model/accounts.ts';
import { notify } from '@twostroke/shared/state';
import { Button } from '@twostroke/shared/ui/button';
import { Stack } from '@twostroke/shared/ui/stack';
import { useState } from 'react';
import { explainAuthError } from '../../model/explain-auth-error.ts';
import { validateNewPassword, PasswordField } from '../../parts/password-field.tsx';
import { FormProblem } from '@twostroke/shared/ui/form-problem';
import { textOf, useSubmit } from '@twostroke/shared/ui/use-submit';

/** A new password for an account with an e-mail address. */
export function PasswordChange({ email }: { email: string }) {
  const [changes, setChanges] = useState(0);
  const { busy, errors, problem, onSubmit } = useSubmit({
    check: (data) => ({
      current: textOf(data, 'current') ? undefined : 'Enter your present password',
      password: validateNewPassword(textOf(data, 'password')),
    }),
    send: async (data) => {
      const error = await changePassword(textOf(data, 'current'), textOf(data, 'password'));
      if (error?.hint === 'invalid_credentials') return { current: 'The present password is wrong.' };
      if (error) return explainAuthError(error);
      void notify('Your password is changed', { description: 'Your other devices are signed out.' });
      setChanges(changes + 1);
      return null;
    },
  });
  return (
    <form noValidate onSubmit={onSubmit} key={changes}>
      <Stack>
        {/* Tells password managers whose password this is. */}
        <input type="text" name="username" autoComplete="username" value={email} readOnly hidden />
        <PasswordField id="current" label="Present password" error={errors.current} />
        <PasswordField id="password" label="New password" choosing error={errors.password} />
        <FormProblem sentence={problem} />
        <Button type="submit" variant="line" busy={busy} busyLabel="Saving">
          Change the password
        </Button>
      </Stack>
    </form>
  );
}
