import type { ComponentProps } from 'react';
import { classList } from './class-list.ts';
import { useFieldControl } from './field-control.ts';
import styles from './input.module.css';

export type TextAreaProps = ComponentProps<'textarea'>;

/** Several lines of text, inside a Field. */
export function TextArea({ className, ...rest }: TextAreaProps) {
  const wiring = useFieldControl(rest);
  return <textarea rows={3} {...rest} {...wiring} className={classList(styles.input, styles.area, className)} />;
}
