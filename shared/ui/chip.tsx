import type { ComponentProps, ReactNode } from 'react';
import { classList } from './class-list.ts';
import styles from './chip.module.css';

/** A wrapping row of chips with a name: "Body type". */
export function Chips({ label, children }: { label: string; children: ReactNode }) {
  return (
    <div className={styles.chips} role="group" aria-label={label}>
      {children}
    </div>
  );
}

export interface ChipProps extends ComponentProps<'button'> {
  pressed: boolean;
}

/** A chip that chooses something. */
export function Chip({ pressed, className, ...rest }: ChipProps) {
  return <button type="button" {...rest} aria-pressed={pressed} className={classList(styles.chip, className)} />;
}
