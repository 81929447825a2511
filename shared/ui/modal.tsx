import {
  useId,
  useLayoutEffect,
  useRef,
  useState,
  type MouseEvent,
  type PointerEvent,
  type ReactNode,
  type RefObject,
  type SyntheticEvent,
} from 'react';
import { classList } from './class-list.ts';
import { IconButton } from './icon-button.tsx';
import { close } from './icons.ts';
import styles from './modal.module.css';

export interface ModalProps {
  /** Without this and `onClose`, the browser closes the modal with an `id` too. */
  open?: boolean;
  /** Called by Esc, the scrim and the close button; set `open` to false in it. */
  onClose?: () => void;
  /**
   * The browser opens it by itself, at a press of `opensModal`, or at an early one of `opensModalEarly`: before any script
   * has come too, so its children are in the document while it is closed.
   */
  id?: string;
  title: ReactNode;
  children: ReactNode;
  /** Stays at the bottom while the body scrolls. Marked with `data-modal-foot`, so that toasts keep clear of it. */
  foot?: ReactNode;
  /** Gets the focus on opening; the first control otherwise. */
  initialFocus?: RefObject<HTMLElement | null>;
  /** "Close cart". */
  closeLabel?: string;
}

/** For the button that opens the modal with this id. Browsers without invoker commands open it in onClick. */
export function opensModal(id: string) {
  return {
    command: 'show-modal',
    commandfor: id,
    'aria-haspopup': 'dialog',
    onClick: withoutCommand(() => modalWith(id)?.showModal()),
  } as const;
}

/**
 * For a button whose press opens the modal with this id once the page is hydrated: the script of a prerendered document
 * opens it at an earlier press, which is replayed.
 */
export const opensModalEarly = (id: string) => ({ 'data-opens': id }) as const;

export const closeModal = (id: string): void => modalWith(id)?.close();

export const isModalOpen = (id: string): boolean => modalWith(id)?.open === true;

const modalWith = (id: string) => document.getElementById(id) as HTMLDialogElement | null;

const withoutCommand =
  (act: () => void) =>
  ({ currentTarget }: MouseEvent<HTMLButtonElement>): void => {
    if (!currentTarget.commandForElement) act();
  };

/**
 * The native modal dialog behind Dialog, Drawer and Sheet: focus is trapped and restored, Esc closes, the page behind
 * does not scroll. Children are mounted while it is open and until it has slid out.
 */
export function Modal(props: ModalProps & { kind: 'dialog' | 'drawer' | 'sheet' }) {
  const { kind, open, id, title, children, foot, initialFocus, closeLabel = 'Close' } = props;
  const { onClose = () => dialog.current?.close() } = props;
  const dialog = useRef<HTMLDialogElement>(null);
  const opener = useRef<Element>(null);
  const wasOpen = useRef(false);
  const pressedScrim = useRef(false);
  const headingId = useId();
  const [mounted, setMounted] = useState(open);
  if (open && !mounted) setMounted(true);

  // In the commit itself: one dialog can replace another, and Esc must reach one of them at any moment. Closed by an
  // effect, not by a clean-up, after which React would put the focus back into the dialog.
  useLayoutEffect(() => {
    const element = dialog.current;
    if (!element || open === undefined) return;
    // One that an early press opened stays open until its owner knows of it.
    const closes = wasOpen.current && !open;
    wasOpen.current = open;
    if (closes && element.open) return dismiss(element, opener);
    if (!open || element.open) return;
    opener.current = document.activeElement;
    element.showModal();
    if ('replacing' in document.documentElement.dataset) element.getBoundingClientRect(); // drawn without a transition
    initialFocus?.current?.focus();
  }, [open, initialFocus]);
  useLayoutEffect(() => {
    const element = dialog.current;
    return () => {
      if (!element?.open) return;
      dismiss(element, opener);
      // One that opens in the same commit, of any app, stands where this stood, and does not slide in.
      const { dataset } = document.documentElement;
      dataset['replacing'] = '';
      queueMicrotask(() => delete dataset['replacing']);
    };
  }, []);

  function closed(event: SyntheticEvent<HTMLDialogElement>) {
    // The event arrives late: by then the dialog may be open again (as when React mounts twice in development).
    if (event.target !== dialog.current || dialog.current.open) return;
    // Browsers close a dialog on a second Esc without asking, so the owner must be notified.
    if (open) onClose();
    const sliding = dialog.current.getAnimations?.() ?? [];
    if (sliding.length === 0) setMounted(false);
    else void Promise.allSettled(sliding.map((motion) => motion.finished)).then(() => setMounted(false));
  }

  function cancelled(event: SyntheticEvent<HTMLDialogElement>) {
    if (event.target !== dialog.current) return;
    event.preventDefault();
    onClose();
  }

  // Both ends of the press must be on the scrim: text dragged out of a field must not close the dialog.
  function pressed(event: PointerEvent) {
    pressedScrim.current = event.target === dialog.current;
  }

  function released(event: PointerEvent) {
    if (pressedScrim.current && event.target === dialog.current) onClose();
    pressedScrim.current = false;
  }

  return (
    <dialog
      ref={dialog}
      id={id}
      className={classList(styles.modal, styles[kind])}
      aria-labelledby={headingId}
      onCancel={cancelled}
      onClose={closed}
      onPointerDown={pressed}
      onPointerUp={released}
    >
      {(open || mounted || id) && (
        <div className={styles.frame}>
          <div className={styles.head}>
            <h2 className={styles.title} id={headingId}>
              {title}
            </h2>
            <IconButton
              label={closeLabel}
              icon={close}
              onClick={withoutCommand(onClose)}
              {...(id && { command: 'close', commandfor: id })}
            />
          </div>
          <div className={styles.body}>{children}</div>
          {foot && (
            <div className={styles.foot} data-modal-foot>
              {foot}
            </div>
          )}
        </div>
      )}
    </dialog>
  );
}

function dismiss(dialog: HTMLDialogElement, { current: opener }: RefObject<Element | null>): void {
  dialog.close();
  if (opener instanceof HTMLElement && opener.isConnected) opener.focus();
}
