import type { ComponentProps, MouseEvent } from 'react';
import { buttonClass, type ButtonLook } from './button-class.ts';
import styles from './button.module.css';
import { Wheel } from './wheel.tsx';

export interface ButtonProps extends ComponentProps<'button'>, ButtonLook {
  /** Work is under way: presses are ignored, focus stays, the width stays. */
  busy?: boolean;
  /** What it does meanwhile: "Booking". */
  busyLabel?: string;
}

/** A button. Prefer leaving it enabled and explaining over disabling it. */
export function Button({ variant, small, wide, busy, busyLabel, className, onClick, children, ...rest }: ButtonProps) {
  // A busy button stays focusable, so the press (or Enter in a field of its form) has to be stopped here.
  function press(event: MouseEvent<HTMLButtonElement>) {
    if (busy) event.preventDefault();
    else onClick?.(event);
  }
  return (
    <button
      type="button"
      {...rest}
      className={buttonClass({ variant, small, wide }, className)}
      onClick={press}
      aria-busy={busy || undefined}
      aria-disabled={busy || rest['aria-disabled']}
    >
      {busy ? (
        <span className={styles.busy}>
          <span className={styles.resting} aria-hidden="true">
            {children}
          </span>
          <span>
            <Wheel small />
            {busyLabel ?? children}
          </span>
        </span>
      ) : (
        children
      )}
    </button>
  );
}
