import type { ComponentProps, ReactNode } from 'react';
import { Anchor, type AnchorProps } from './anchor.tsx';
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

export interface ChipLinkProps extends AnchorProps {
  current?: boolean;
}

/** A chip that leads to a page or a filtered address. */
export function ChipLink({ current, className, ...rest }: ChipLinkProps) {
  return <Anchor {...rest} aria-current={current ? 'true' : undefined} className={classList(styles.chip, className)} />;
}
