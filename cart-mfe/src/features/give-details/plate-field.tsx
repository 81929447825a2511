import { classList } from '@twostroke/shared/ui/class-list';
import { useFieldControl } from '@twostroke/shared/ui/field-control';
import { Plate } from '@twostroke/shared/ui/plate';
import type { ComponentProps } from 'react';
import styles from './plate-field.module.css';

export type PlateFieldProps = Omit<ComponentProps<'input'>, 'type'>;

/** The white plate to type a registration number on, inside a Field. Shown in upper case; normalise before storing. */
export function PlateField({ className, ...rest }: PlateFieldProps) {
  const wiring = useFieldControl(rest);
  return (
    <Plate className={classList(styles.field, wiring['aria-invalid'] && styles.invalid, className)}>
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
    </Plate>
  );
}
