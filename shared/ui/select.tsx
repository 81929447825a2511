import type { ComponentProps } from 'react';
import { classList } from './class-list.ts';
import { useFieldControl } from './field-control.ts';
import styles from './input.module.css';

export type SelectProps = ComponentProps<'select'>;

/** The phone's own list, inside a Field. Children are `option`s. */
export function Select({ className, ...rest }: SelectProps) {
  const wiring = useFieldControl(rest);
  return <select {...rest} {...wiring} className={classList(styles.input, styles.select, className)} />;
}
