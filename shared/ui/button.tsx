import type { ComponentProps, MouseEvent } from 'react';
import { buttonClass, type ButtonLook } from './button-class.ts';
import styles from './button.module.css';
import { Spinner } from './spinner.tsx';

export interface ButtonProps extends ComponentProps<'button'>, ButtonLook {
  /** Work is in progress: clicks are ignored, focus and width stay. */
  busy?: boolean;
  /** What it does meanwhile: "Booking". */
  busyLabel?: string;
}

/** A button. Prefer leaving it enabled and explaining over disabling it. */
export function Button({ variant, small, wide, busy, busyLabel, className, onClick, children, ...rest }: ButtonProps) {
  // A busy button stays focusable, so the click (or Enter in a field of its form) must be stopped here.
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
            <Spinner small />
            {busyLabel ?? children}
          </span>
        </span>
      ) : (
        children
      )}
    </button>
  );
}
