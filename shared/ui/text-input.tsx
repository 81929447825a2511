import type { ComponentProps } from 'react';
import { classList } from './class-list.ts';
import { useFieldControl } from './field-control.ts';
import styles from './input.module.css';

export type TextInputProps = ComponentProps<'input'>;

/** One line of text, inside a Field. All attributes of `input` pass through. */
export function TextInput({ className, ...rest }: TextInputProps) {
  const wiring = useFieldControl(rest);
  return <input type="text" {...rest} {...wiring} className={classList(styles.input, className)} />;
}
