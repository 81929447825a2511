import { signInWithPassword } from '../../model/accounts.ts';
import { emailMessage, parseEmail } from '@twostroke/shared/domain/email';
import { Anchor } from '@twostroke/shared/ui/anchor';
import { Button } from '@twostroke/shared/ui/button';
import { Heading } from '@twostroke/shared/ui/heading';
import { Row } from '@twostroke/shared/ui/row';
import { Stack } from '@twostroke/shared/ui/stack';
import { explainAuthError } from '../../model/explain-auth-error.ts';
import { PasswordField } from '../../parts/password-field.tsx';
import { FormProblem } from '@twostroke/shared/ui/form-problem';
import { textOf, useSubmit } from '@twostroke/shared/ui/use-submit';
import { EmailField } from './email-field.tsx';

/** Sign-in with e-mail address and password. The page redirects when the session changes. */
export function PasswordSignIn({ signUpTo, forgottenTo }: { signUpTo: string; forgottenTo: string }) {
  const { busy, errors, problem, onSubmit } = useSubmit({
    check: (data) => ({
      email: parseEmail(textOf(data, 'email')) ? undefined : emailMessage,
      password: textOf(data, 'password') ? undefined : 'Enter your password',
    }),
    send: async (data) => {
      const error = await signInWithPassword(parseEmail(textOf(data, 'email')) ?? '', textOf(data, 'password'));
      return error && explainAuthError(error);
    },
    staysBusy: true,
  });
  return (
    <Stack gap="l">
      <Heading level={1} size="l">
        Sign in with your email
      </Heading>
      <form noValidate onSubmit={onSubmit}>
        <Stack>
          <EmailField error={errors.email} />
          <PasswordField id="password" error={errors.password} />
          <FormProblem sentence={problem} />
          <Button type="submit" wide busy={busy} busyLabel="Signing in">
            Sign in
          </Button>
        </Stack>
      </form>
      <Row between>
        <Anchor to={signUpTo}>Make an account</Anchor>
        <Anchor to={forgottenTo}>Forgotten your password?</Anchor>
      </Row>
    </Stack>
  );
}
