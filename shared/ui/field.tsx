import { useId, type ReactNode } from 'react';
import { classList } from './class-list.ts';
import { FieldContext } from './field-control.ts';
import { FieldError } from './field-error.tsx';
import styles from './field.module.css';

export interface FieldProps {
  label: ReactNode;
  /**
   * One control: TextInput, TextArea, Select, OtpField. It gets its id and ARIA attributes automatically.
   */
  children: ReactNode;
  /** Under the label, before the control. */
  hint?: ReactNode;
  /** Under the control: "488 characters left". */
  note?: ReactNode;
  /** A sentence that says what to enter, like "Enter a 10-digit Indian mobile number, like 98220 12345". */
  error?: string | null | undefined;
  optional?: boolean;
  /** Set it when an ErrorSummary links here. */
  id?: string;
  className?: string;
}

/** Label, hint, control and error, wired together. */
export function Field({ label, children, hint, note, error, optional, id, className }: FieldProps) {
  const ownId = useId();
  const control = id ?? ownId;
  const ids = { hint: `${control}-hint`, note: `${control}-note`, error: `${control}-error` };
  const describedBy = [error && ids.error, hint && ids.hint, note && ids.note].filter(Boolean).join(' ') || undefined;
  return (
    <div className={classList(styles.field, className)}>
      <label className={styles.label} htmlFor={control}>
        {label}
        {optional && <span className={styles.optional}> (optional)</span>}
      </label>
      {hint && (
        <span className={styles.hint} id={ids.hint}>
          {hint}
        </span>
      )}
      <FieldContext value={{ id: control, describedBy, invalid: Boolean(error) }}>{children}</FieldContext>
      {note && (
        <span className={classList(styles.hint, styles.below)} id={ids.note}>
          {note}
        </span>
      )}
      {error && <FieldError id={ids.error}>{error}</FieldError>}
    </div>
  );
}
