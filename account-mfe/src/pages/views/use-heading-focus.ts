import { useEffect, useRef, type RefObject } from 'react';

export interface HeadingFocus {
  title: RefObject<HTMLHeadingElement | null>;
  /** Call it after a press on this page has changed what is shown, before that is read again. */
  changesHere: () => void;
}

/**
 * The heading gets the focus when a press has removed the control that had it: a button of a question, or of a change that
 * is no longer possible. So too when the last question is answered elsewhere.
 * @param shown what the page shows, as it was read
 */
export function useHeadingFocus(shown: unknown, asks: boolean): HeadingFocus {
  const title = useRef<HTMLHeadingElement>(null);
  const asked = useRef(asks);
  const changed = useRef(false);
  useEffect(() => {
    const answered = asked.current && !asks;
    if ((changed.current || answered) && document.activeElement === document.body) title.current?.focus();
    asked.current = asks;
    changed.current = false;
  }, [shown, asks]);
  return { title, changesHere: () => void (changed.current = true) };
}
