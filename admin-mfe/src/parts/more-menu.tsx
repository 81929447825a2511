import { classList } from '@twostroke/shared/ui/class-list';
import { useEffect, useId, useRef, useState, type FocusEvent, type KeyboardEvent, type ReactNode } from 'react';
import styles from './more-menu.module.css';

export interface MoreMenuProps {
  /** On the button. */
  label?: string;
  /**
   * `below`: a menu of links that lies over the page and closes behind the one that is pressed. `inline`: buttons under
   * the button, which stay open for a dialog that gives the focus back.
   */
  place: 'below' | 'inline';
  /** The page that is open is among the links. */
  current?: boolean;
  /** The look of the button. */
  className?: string;
  children: ReactNode;
}

/**
 * What is seldom needed: on a phone behind a button, which opens it in place (a disclosure, as links and buttons keep
 * their roles), elsewhere in the line itself. Esc closes it and gives the focus back to the button.
 */
export function MoreMenu({ label = 'More', place, current, className, children }: MoreMenuProps) {
  const [open, setOpen] = useState(false);
  const menu = useRef<HTMLDivElement>(null);
  const button = useRef<HTMLButtonElement>(null);
  const list = useId();
  const floats = place === 'below';
  useEffect(() => {
    if (!open || !floats) return;
    const pressed = ({ target }: PointerEvent): void => {
      if (target instanceof Node && !menu.current?.contains(target)) setOpen(false);
    };
    document.addEventListener('pointerdown', pressed);
    return () => document.removeEventListener('pointerdown', pressed);
  }, [open, floats]);

  function keyed(event: KeyboardEvent): void {
    if (event.key !== 'Escape' || !open) return;
    event.preventDefault(); // the sheet around it stays
    setOpen(false);
    button.current?.focus();
  }

  /** Before the link disappears: the button, where it is shown, has the focus then. */
  function chosen(): void {
    if (!open || !floats) return;
    button.current?.focus();
    setOpen(false);
  }

  function left({ relatedTarget }: FocusEvent): void {
    if (floats && relatedTarget instanceof Node && !menu.current?.contains(relatedTarget)) setOpen(false);
  }

  return (
    // It only hears keys and focus of the controls inside of it.
    // oxlint-disable-next-line a11y/no-static-element-interactions
    <div ref={menu} className={classList(styles.more, styles[place])} onKeyDown={keyed} onBlur={left}>
      <button
        ref={button}
        type="button"
        className={classList(styles.button, current && styles.current, className)}
        aria-expanded={open}
        aria-controls={list}
        onClick={() => setOpen(!open)}
      >
        {label}
        <span className={styles.arrow} aria-hidden="true" />
      </button>
      {/* A press on a link inside bubbles to here. */}
      {/* oxlint-disable-next-line a11y/no-static-element-interactions, a11y/click-events-have-key-events */}
      <div id={list} className={classList(styles.list, open && styles.open)} onClick={chosen}>
        {children}
      </div>
    </div>
  );
}
