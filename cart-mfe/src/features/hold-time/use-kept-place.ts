import { useLayoutEffect, useRef, type RefObject } from 'react';

/**
 * Keeps the field that the customer types in where it is on the screen when a box above it grows.
 * @returns `box` for the element, `keep` to be called when its content has changed without a render of the caller
 */
export function useKeptPlace(): { box: RefObject<HTMLDivElement | null>; keep: () => void } {
  const box = useRef<HTMLDivElement>(null);
  const height = useRef<number>(null);
  function keep(): void {
    const now = box.current?.offsetHeight ?? 0;
    const grown = now - (height.current ?? now);
    height.current = now;
    const field = document.activeElement;
    if (grown !== 0 && field?.matches('input, textarea') && !box.current?.contains(field)) window.scrollBy(0, grown);
  }
  useLayoutEffect(keep);
  return { box, keep };
}
