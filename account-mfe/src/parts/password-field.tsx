import { Field } from '@twostroke/shared/ui/field';
import { TextInput } from '@twostroke/shared/ui/text-input';
import { useState } from 'react';
import styles from './password-field.module.css';

export const minimumPasswordLength = 8;

export interface PasswordFieldProps {
  /** Also the name of the field. */
  id: string;
  label?: string;
  /** For choosing a new password: the browser may propose one, and the rule is shown. */
  choosing?: boolean;
  error?: string | undefined;
}

/** A password that can be shown: one slip on a phone's keyboard is enough to be locked out. */
export function PasswordField({ id, label = 'Password', choosing, error }: PasswordFieldProps) {
  const [shown, setShown] = useState(false);
  return (
    <Field id={id} label={label} error={error} hint={choosing ? 'At least 8 characters' : undefined}>
      <span className={styles.box}>
        <TextInput
          name={id}
          type={shown ? 'text' : 'password'}
          autoComplete={choosing ? 'new-password' : 'current-password'}
          autoCapitalize="none"
          autoCorrect="off"
          spellCheck={false}
          required
          minLength={choosing ? minimumPasswordLength : undefined}
        />
        <button
          type="button"
          className={styles.toggle}
          aria-controls={id}
          aria-label={shown ? 'Hide password' : 'Show password'}
          onClick={() => setShown(!shown)}
        >
          {shown ? 'Hide' : 'Show'}
        </button>
      </span>
    </Field>
  );
}

/** bcrypt, which auth providers keep passwords with, reads no further. */
const mostBytes = 72;

/** The validation error of a new password, if any. Only its length is checked here, the server knows common ones. */
export function validateNewPassword(password: string): string | undefined {
  if ([...password].length < minimumPasswordLength) return 'Choose a password of at least 8 characters';
  if (new TextEncoder().encode(password).length > mostBytes)
    return 'Choose a shorter password: at most 72 characters, and fewer with Indian scripts or emoji';
  return undefined;
}
