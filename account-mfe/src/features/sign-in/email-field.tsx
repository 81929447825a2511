import { Field } from '@twostroke/shared/ui/field';
import { TextInput } from '@twostroke/shared/ui/text-input';

/** The e-mail address of an account. */
export function EmailField({ error }: { error?: string | undefined }) {
  return (
    <Field id="email" label="Email address" error={error}>
      <TextInput name="email" type="email" inputMode="email" autoComplete="email" autoCapitalize="none" required />
    </Field>
  );
}
