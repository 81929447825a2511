import { useEffect, useRef, type ReactNode } from 'react';

/** Scrolls its content into view when it appears, so that the customer sees the answer to a press. */
export function InView({ children }: { children: ReactNode }) {
  const box = useRef<HTMLDivElement>(null);
  useEffect(() => box.current?.scrollIntoView({ block: 'nearest' }), []);
  return <div ref={box}>{children}</div>;
}
