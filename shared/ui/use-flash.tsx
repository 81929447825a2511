import { useEffect, useRef, type RefObject } from 'react';

/** Milliseconds for which a change is tinted. */
const FLASH_MS = 600;

/**
 * Tints the children of an element for a moment when their text changes while they are shown: the cells of a booking.
 * Nothing moves, and nothing is announced.
 */
export function useFlash<Parent extends HTMLElement>(): RefObject<Parent | null> {
  const parent = useRef<Parent>(null);
  const shown = useRef<readonly (string | null)[]>([]);
  useEffect(() => {
    const children = [...(parent.current?.children ?? [])];
    const before = shown.current;
    shown.current = children.map(({ textContent }) => textContent);
    // With another number of children, none of them is the one before.
    if (before.length !== children.length || window.matchMedia('(prefers-reduced-motion: reduce)').matches) return;
    children
      .filter(({ textContent }, at) => textContent !== before[at])
      .forEach((child) => child.animate([{ backgroundColor: 'var(--enamel-tint)' }, {}], FLASH_MS));
  });
  return parent;
}
