import {
  useEffectEvent,
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
  open: boolean;
  /** Called by Esc, the scrim and the close button; set `open` to false in it. */
  onClose: () => void;
  title: ReactNode;
  children: ReactNode;
  /** Stays at the bottom while the body scrolls. Marked with `data-modal-foot`, so that toasts keep clear of it. */
  foot?: ReactNode;
  /** Gets the focus on opening; the first control otherwise. */
  initialFocus?: RefObject<HTMLElement | null>;
  /** "Close cart". */
  closeLabel?: string;
  /** Its children are in the document while it is closed too, so that `opensModal` opens it before any script has run. */
  inDocument?: {
    id: string;
    /** The browser has opened it by itself: set `open` to true. */
    onOpened: () => void;
  };
}

/** For the button that opens a modal which is `inDocument`. @param open for browsers without invoker commands */
export function opensModal(id: string, open: () => void) {
  return { ...commands('show-modal', id, open), 'aria-haspopup': 'dialog' } as const;
}

function commands(command: 'show-modal' | 'close', id: string, without: () => void) {
  return {
    command,
    commandfor: id,
    onClick({ currentTarget }: MouseEvent<HTMLButtonElement>) {
      if (!currentTarget.commandForElement) without();
    },
  };
}

/**
 * The native modal dialog behind Dialog, Drawer and Sheet: focus is trapped and restored, Esc closes, the page behind
 * does not scroll. Children are mounted while it is open and until it has slid out.
 */
export function Modal(props: ModalProps & { kind: 'dialog' | 'drawer' | 'sheet' }) {
  const { kind, open, onClose, title, children, foot, initialFocus, closeLabel = 'Close', inDocument } = props;
  const dialog = useRef<HTMLDialogElement>(null);
  const opener = useRef<Element>(null);
  const pressedScrim = useRef(false);
  const wasOpen = useRef(false);
  const openedByBrowser = useEffectEvent(() => inDocument?.onOpened());
  const isInDocument = inDocument !== undefined;
  const headingId = useId();
  const [mounted, setMounted] = useState(open);
  if (open && !mounted) setMounted(true);

  // In the commit itself: one dialog can replace another, and Esc must reach one of them at any moment. Closed by an
  // effect, not by a clean-up, after which React would put the focus back into the dialog.
  useLayoutEffect(() => {
    const element = dialog.current;
    const opened = wasOpen.current;
    wasOpen.current = open;
    if (!element || element.open === open) return;
    if (!open) return opened ? dismiss(element, opener) : openedByBrowser();
    opener.current = document.activeElement;
    element.showModal();
    initialFocus?.current?.focus();
  }, [open, initialFocus]);
  // Not `onToggle`: React forgets it in a dialog that it hydrates.
  useLayoutEffect(() => {
    if (!isInDocument) return undefined;
    const element = dialog.current;
    const toggled = ({ newState }: ToggleEvent): void => void (newState === 'open' && openedByBrowser());
    element?.addEventListener('toggle', toggled);
    return () => element?.removeEventListener('toggle', toggled);
  }, [isInDocument]);
  useLayoutEffect(() => {
    const element = dialog.current;
    return () => {
      if (element?.open) dismiss(element, opener);
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
      id={inDocument?.id}
      suppressHydrationWarning={isInDocument} // `open`, when the browser has opened it
      className={classList(styles.modal, styles[kind])}
      aria-labelledby={headingId}
      onCancel={cancelled}
      onClose={closed}
      onPointerDown={pressed}
      onPointerUp={released}
    >
      {(open || mounted || isInDocument) && (
        <div className={styles.frame}>
          <div className={styles.head}>
            <h2 className={styles.title} id={headingId}>
              {title}
            </h2>
            <IconButton
              label={closeLabel}
              icon={close}
              {...(inDocument ? commands('close', inDocument.id, onClose) : { onClick: onClose })}
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
