import { setPassword } from '../../model/accounts.ts';
import { Button } from '@twostroke/shared/ui/button';
import { ButtonLink } from '@twostroke/shared/ui/button-link';
import { Heading } from '@twostroke/shared/ui/heading';
import { Note } from '@twostroke/shared/ui/note';
import { Stack } from '@twostroke/shared/ui/stack';
import { Spinner } from '@twostroke/shared/ui/spinner';
import { explainAuthError } from '../../model/explain-auth-error.ts';
import { validateNewPassword, PasswordField } from '../../parts/password-field.tsx';
import { FormProblem } from '@twostroke/shared/ui/form-problem';
import { textOf, useSubmit } from '@twostroke/shared/ui/use-submit';

export interface NewPasswordProps {
  /** `loading` while the link is exchanged for a session, `none` when the link gave no session. */
  session: 'loading' | 'none' | 'signed-in';
  forgottenTo: string;
  onChanged: () => void;
}

/** Where the reset link of an auth provider leads whose mails have other links than ours: it has signed in already. */
export function NewPassword({ session, forgottenTo, onChanged }: NewPasswordProps) {
  const { busy, errors, problem, onSubmit } = useSubmit({
    check: (data) => ({ password: validateNewPassword(textOf(data, 'password')) }),
    send: async (data) => {
      const error = await setPassword(textOf(data, 'password'));
      if (!error) onChanged();
      return error && explainAuthError(error);
    },
  });
  return (
    <Stack gap="l">
      <Heading level={1} size="l">
        Choose a new password
      </Heading>
      {session === 'loading' && <Spinner label="Checking your link" />}
      {session === 'none' && (
        <>
          <Note tone="warn" role="alert">
            <p>This link has been used or is too old. Ask for a new one.</p>
          </Note>
          <ButtonLink to={forgottenTo} wide>
            Send a new link
          </ButtonLink>
        </>
      )}
      {session === 'signed-in' && (
        <form noValidate onSubmit={onSubmit}>
          <Stack>
            <PasswordField id="password" label="New password" choosing error={errors.password} />
            <FormProblem sentence={problem} />
            <Button type="submit" wide busy={busy} busyLabel="Saving">
              Save and go on
            </Button>
          </Stack>
        </form>
      )}
    </Stack>
  );
}
