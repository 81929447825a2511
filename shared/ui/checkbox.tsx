import type { ComponentProps, ReactNode } from 'react';
import { classList } from './class-list.ts';
import { useFieldControl } from './field-control.ts';
import styles from './checkbox.module.css';

export interface CheckboxProps extends Omit<ComponentProps<'input'>, 'type'> {
  label: ReactNode;
  hint?: ReactNode;
}

/** A checkbox with its label; the whole row is clickable. */
export function Checkbox({ label, hint, className, ...rest }: CheckboxProps) {
  const wiring = useFieldControl(rest);
  return (
    <label className={classList(styles.check, className)}>
      <input {...rest} {...wiring} type="checkbox" className={styles.box} />
      <span>
        {label}
        {hint && <span className={styles.hint}>{hint}</span>}
      </span>
    </label>
  );
}
