import { requestPhoneCode } from '@twostroke/shared/api/phone-sign-in';
import { parsePhone, phoneMessage } from '@twostroke/shared/domain/phone';
import { Button } from '@twostroke/shared/ui/button';
import { Field } from '@twostroke/shared/ui/field';
import { Heading } from '@twostroke/shared/ui/heading';
import { Stack } from '@twostroke/shared/ui/stack';
import { TextInput } from '@twostroke/shared/ui/text-input';
import { explainAuthError } from '../../model/explain-auth-error.ts';
import { FormProblem } from '@twostroke/shared/ui/form-problem';
import { textOf, useSubmit } from '@twostroke/shared/ui/use-submit';

export interface PhoneFormProps {
  phone: string;
  /** A code was sent to `phone` (`+91XXXXXXXXXX`); the next one may be requested after so many seconds. */
  onSent: (phone: string, waitSeconds: number) => void;
}

/** First step of signing in by phone: the number. */
export function PhoneForm({ phone, onSent }: PhoneFormProps) {
  const { busy, errors, problem, onSubmit } = useSubmit({
    check: (data) => ({ phone: parsePhone(textOf(data, 'phone')) ? undefined : phoneMessage }),
    send: async (data) => {
      const number = parsePhone(textOf(data, 'phone')) ?? '';
      const answer = await requestPhoneCode(number, explainAuthError);
      if ('problem' in answer) return answer.problem;
      onSent(number, answer.waitSeconds);
      return null;
    },
  });
  return (
    <Stack gap="l">
      <Stack>
        <Heading level={1} size="l">
          Sign in with your phone
        </Heading>
        <p>We send six digits by SMS. A number we don’t know yet gets its account with the first code.</p>
      </Stack>
      <form noValidate onSubmit={onSubmit}>
        <Stack>
          <Field id="phone" label="Mobile number" error={errors.phone}>
            <TextInput name="phone" type="tel" inputMode="tel" autoComplete="tel" defaultValue={phone} required />
          </Field>
          <FormProblem sentence={problem} />
          <Button type="submit" wide busy={busy} busyLabel="Sending">
            Send the code
          </Button>
        </Stack>
      </form>
    </Stack>
  );
}
