import { sendPasswordReset } from '../../model/accounts.ts';
import { emailMessage, parseEmail } from '@twostroke/shared/domain/email';
import { Anchor } from '@twostroke/shared/ui/anchor';
import { Button } from '@twostroke/shared/ui/button';
import { Heading } from '@twostroke/shared/ui/heading';
import { PressAnswer } from '@twostroke/shared/ui/press-answer';
import { Stack } from '@twostroke/shared/ui/stack';
import { useState } from 'react';
import { explainAuthError } from '../../model/explain-auth-error.ts';
import { FormProblem } from '@twostroke/shared/ui/form-problem';
import { textOf, useSubmit } from '@twostroke/shared/ui/use-submit';
import { EmailField } from './email-field.tsx';

/** Asks for a mail with a link to a new password. The answer is the same whether there is such an account or not. */
export function ForgottenPassword({ signInTo }: { signInTo: string }) {
  const [sentTo, setSentTo] = useState<string | null>(null);
  const { busy, errors, problem, onSubmit } = useSubmit({
    check: (data) => ({ email: parseEmail(textOf(data, 'email')) ? undefined : emailMessage }),
    send: async (data) => {
      const email = parseEmail(textOf(data, 'email')) ?? '';
      const error = await sendPasswordReset(email);
      const isOutage = error && ['rate_limited', 'offline', 'timeout', 'unavailable'].includes(error.code);
      if (isOutage) return explainAuthError(error);
      setSentTo(email);
      return null;
    },
  });
  return (
    <Stack gap="l">
      <Heading level={1} size="l">
        Forgotten your password?
      </Heading>
      <p>We mail you a link to choose a new one.</p>
      <form noValidate onSubmit={onSubmit}>
        <Stack>
          <EmailField error={errors.email} />
          {sentTo && !busy && !problem && (
            <PressAnswer tone="ok">
              <p>If there is an account with {sentTo}, a link is on its way. It works once, for an hour.</p>
            </PressAnswer>
          )}
          <FormProblem sentence={problem} />
          <Button type="submit" wide variant={sentTo ? 'line' : 'plate'} busy={busy} busyLabel="Sending">
            {sentTo ? 'Send it again' : 'Send the link'}
          </Button>
        </Stack>
      </form>
      <p>
        <Anchor to={signInTo}>Back to sign-in</Anchor>
      </p>
    </Stack>
  );
}
