import type { ComponentProps } from 'react';
import { classList } from './class-list.ts';
import { useFieldControl } from './field-control.ts';
import styles from './plate.module.css';

export type PlateFieldProps = Omit<ComponentProps<'input'>, 'type'>;

/** The white plate to type a registration number on, inside a Field. Shown in upper case; normalise before storing. */
export function PlateField({ className, ...rest }: PlateFieldProps) {
  const wiring = useFieldControl(rest);
  return (
    <span className={classList(styles.plate, styles.field, wiring['aria-invalid'] && styles.invalid, className)}>
      <input
        autoCapitalize="characters"
        autoComplete="off"
        autoCorrect="off"
        spellCheck={false}
        maxLength={14}
        placeholder="MH 12 AB 1234"
        {...rest}
        {...wiring}
        type="text"
        className={styles.input}
      />
    </span>
  );
}
