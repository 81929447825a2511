import { useEffect, useRef, type ReactNode } from 'react';
import { Note, type NoteProps } from './note.tsx';

export interface PressAnswerProps extends Pick<NoteProps, 'icon'> {
  /** `ok`: it was done. `warn`: not yet, or not as asked. `stop`: it was not done. */
  tone: 'ok' | 'warn' | 'stop';
  /** It replaces what had the focus. */
  takesFocus?: boolean;
  /** What happened, what is safe and what to do. */
  children: ReactNode;
}

/**
 * The answer to a press, directly above the control that was pressed: announced, and always in view. Focus and page stay
 * where they are, unless it appears outside the window. Mount a new one for each answer. An action that needs no sentence
 * beside its control is answered by a toast: see notify.
 */
export function PressAnswer({ tone, icon, takesFocus = false, children }: PressAnswerProps) {
  const box = useRef<HTMLDivElement>(null);
  useEffect(() => {
    const element = box.current;
    if (!element) return;
    const shown = isInView(element);
    if (!shown) element.scrollIntoView({ block: 'center' });
    if (takesFocus || !shown) element.focus({ preventScroll: true });
  }, [takesFocus]);
  return (
    <div ref={box} tabIndex={-1} role={tone === 'ok' ? 'status' : 'alert'}>
      <Note tone={tone} icon={icon}>
        {children}
      </Note>
    </div>
  );
}

/** Whether its first and last line can be seen: not outside the window, nor under a header, a foot or a toast. */
function isInView(element: HTMLElement): boolean {
  const { left, width, top, bottom } = element.getBoundingClientRect();
  return [top + 1, bottom - 1].every((y) => element.contains(document.elementFromPoint(left + width / 2, y)));
}
