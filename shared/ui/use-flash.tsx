import { useEffect, useRef, type RefObject } from 'react';

/** Milliseconds for which a change is tinted. */
export const FLASH_MS = 600;

/** Tints an element for a moment whenever its text changes while it is shown. Nothing moves, and nothing is announced. */
export function useFlash<Element extends HTMLElement>(): RefObject<Element | null> {
  const element = useRef<Element>(null);
  const shown = useRef<string>(null);
  useEffect(() => {
    const before = shown.current;
    const now = element.current?.textContent ?? null;
    shown.current = now;
    if (before === null || before === now) return;
    if (window.matchMedia('(prefers-reduced-motion: reduce)').matches) return;
    element.current?.animate([{ backgroundColor: 'var(--enamel-tint)' }, {}], FLASH_MS);
  });
  return element;
}
