import type { ComponentProps } from 'react';
import { classList } from './class-list.ts';
import { useFieldControl } from './field-control.ts';
import styles from './otp-field.module.css';

export interface OtpFieldProps extends Omit<ComponentProps<'input'>, 'type' | 'value' | 'onChange' | 'maxLength'> {
  value: string;
  /** Gets digits only, at most `length` of them; spaces of a pasted code are dropped. */
  onChange: (code: string) => void;
  /** Called once the last digit is in. */
  onComplete?: (code: string) => void;
  length?: number;
}

/** One field for the code of an SMS, which the phone can fill in. Inside a Field. */
export function OtpField({ value, onChange, onComplete, length = 6, className, ...rest }: OtpFieldProps) {
  const wiring = useFieldControl(rest);
  function take(text: string) {
    const code = text.replace(/\D/g, '').slice(0, length);
    onChange(code);
    if (code.length === length && code !== value) onComplete?.(code);
  }
  return (
    <input
      inputMode="numeric"
      autoComplete="one-time-code"
      {...rest}
      {...wiring}
      type="text"
      value={value}
      onChange={(event) => take(event.target.value)}
      className={classList(styles.otp, className)}
    />
  );
}
