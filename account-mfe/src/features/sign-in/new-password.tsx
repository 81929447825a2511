import { changePassword, redeemResetLink } from '../../model/accounts.ts';
import { Button } from '@twostroke/shared/ui/button';
import { ButtonLink } from '@twostroke/shared/ui/button-link';
import { Heading } from '@twostroke/shared/ui/heading';
import { Note } from '@twostroke/shared/ui/note';
import { Stack } from '@twostroke/shared/ui/stack';
import { Spinner } from '@twostroke/shared/ui/spinner';
import { useState } from 'react';
import { explainAuthError } from '../../model/explain-auth-error.ts';
import { validateNewPassword, PasswordField } from '../../parts/password-field.tsx';
import { FormProblem } from '@twostroke/shared/ui/form-problem';
import { textOf, useSubmit } from '@twostroke/shared/ui/use-submit';

export interface NewPasswordProps {
  /** `loading` while the link is exchanged for a session, `none` when the link gave no session. */
  session: 'loading' | 'none' | 'signed-in';
  /** One-time hash of the link, when it carries one instead of a session. */
  tokenHash: string | null;
  forgottenTo: string;
  onChanged: () => void;
}

/** Where the link of a reset mail leads: the form for the new password. */
export function NewPassword({ session, tokenHash, forgottenTo, onChanged }: NewPasswordProps) {
  const [linkDead, setLinkDead] = useState(false);
  const { busy, errors, problem, onSubmit } = useSubmit({
    check: (data) => ({ password: validateNewPassword(textOf(data, 'password')) }),
    send: async (data) => {
      // The hash works once, so it is exchanged only when a password is submitted.
      if (session !== 'signed-in' && tokenHash) {
        const error = await redeemResetLink(tokenHash);
        if (error?.hint === 'otp_expired') setLinkDead(true);
        if (error) return error.hint === 'otp_expired' ? null : explainAuthError(error);
      }
      const error = await changePassword(textOf(data, 'password'));
      if (!error) onChanged();
      return error && explainAuthError(error);
    },
  });
  const waiting = session === 'loading' && !tokenHash;
  const dead = linkDead || (session === 'none' && !tokenHash);
  return (
    <Stack gap="l">
      <Heading level={1} size="l">
        Choose a new password
      </Heading>
      {waiting && <Spinner label="Checking your link" />}
      {dead && (
        <>
          <Note tone="warn" role="alert">
            <p>This link has been used or is too old. Ask for a new one.</p>
          </Note>
          <ButtonLink to={forgottenTo} wide>
            Send a new link
          </ButtonLink>
        </>
      )}
      {!waiting && !dead && (
        <form noValidate onSubmit={onSubmit}>
          <Stack>
            <FormProblem sentence={problem} />
            <PasswordField id="password" label="New password" choosing error={errors.password} />
            <Button type="submit" wide busy={busy} busyLabel="Saving">
              Save and go on
            </Button>
          </Stack>
        </form>
      )}
    </Stack>
  );
}
