import { signUp } from '../../model/accounts.ts';
import { emailMessage, parseEmail } from '@twostroke/shared/domain/email';
import { nameMessage, parseName } from '@twostroke/shared/domain/person-name';
import { parsePhone, phoneMessage } from '@twostroke/shared/domain/phone';
import { Anchor } from '@twostroke/shared/ui/anchor';
import { Button } from '@twostroke/shared/ui/button';
import { Field } from '@twostroke/shared/ui/field';
import { Heading } from '@twostroke/shared/ui/heading';
import { PressAnswer } from '@twostroke/shared/ui/press-answer';
import { Stack } from '@twostroke/shared/ui/stack';
import { TextInput } from '@twostroke/shared/ui/text-input';
import { useState } from 'react';
import { explainAuthError } from '../../model/explain-auth-error.ts';
import { validateNewPassword, PasswordField } from '../../parts/password-field.tsx';
import { FormProblem } from '@twostroke/shared/ui/form-problem';
import { textOf, useSubmit } from '@twostroke/shared/ui/use-submit';
import { EmailField } from './email-field.tsx';

/** A new account with e-mail address and password. The page redirects when the session changes. */
export function SignUp({ signInTo }: { signInTo: string }) {
  const [mailTo, setMailTo] = useState<string | null>(null);
  const { busy, errors, problem, onSubmit } = useSubmit({
    check: (data) => ({
      full_name: parseName(textOf(data, 'full_name')) ? undefined : nameMessage,
      phone: parsePhone(textOf(data, 'phone')) ? undefined : phoneMessage,
      email: parseEmail(textOf(data, 'email')) ? undefined : emailMessage,
      password: validateNewPassword(textOf(data, 'password')),
    }),
    send: async (data) => {
      const email = parseEmail(textOf(data, 'email')) ?? '';
      const { error, mailToConfirm } = await signUp({
        email,
        password: textOf(data, 'password'),
        full_name: parseName(textOf(data, 'full_name')) ?? '',
        phone: parsePhone(textOf(data, 'phone')) ?? '',
      });
      if (error) return explainAuthError(error);
      if (mailToConfirm) setMailTo(email);
      return null;
    },
    staysBusy: true,
  });
  return (
    <Stack gap="l">
      <Heading level={1} size="l">
        Make an account
      </Heading>
      {mailTo ? (
        <PressAnswer tone="ok" takesFocus>
          <p>We sent a mail to {mailTo}. Open its link to confirm your address. It works once, for an hour.</p>
        </PressAnswer>
      ) : (
        <form noValidate onSubmit={onSubmit}>
          <Stack>
            <Field id="full_name" label="Name" error={errors.full_name}>
              <TextInput name="full_name" autoComplete="name" required />
            </Field>
            <Field id="phone" label="Mobile number" error={errors.phone}>
              <TextInput name="phone" type="tel" inputMode="tel" autoComplete="tel" required />
            </Field>
            <EmailField error={errors.email} />
            <PasswordField id="password" choosing error={errors.password} />
            <FormProblem sentence={problem} />
            <Button type="submit" wide busy={busy} busyLabel="Making your account">
              Make an account
            </Button>
          </Stack>
        </form>
      )}
      <p>
        You have one? <Anchor to={signInTo}>Sign in</Anchor>
      </p>
    </Stack>
  );
}
