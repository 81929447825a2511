import { useEffect, useRef, type RefObject } from 'react';

/** The heading gets the focus when the question before it has been answered: its button had it and has been removed. */
export function useHeadingFocus(asks: boolean): RefObject<HTMLHeadingElement | null> {
  const title = useRef<HTMLHeadingElement>(null);
  const asked = useRef(asks);
  useEffect(() => {
    if (asked.current && !asks && document.activeElement === document.body) title.current?.focus();
    asked.current = asks;
  }, [asks]);
  return title;
}
