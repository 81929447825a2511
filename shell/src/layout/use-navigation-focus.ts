import { useEffect, useRef, useState, type RefObject } from 'react';

/**
 * After a navigation the focus moves to the new page and a screen reader hears its title. The first page of a visit
 * keeps the focus where it is.
 */
export function useNavigationFocus(pathname: string): {
  mainRef: RefObject<HTMLElement | null>;
  announcement: string;
} {
  const mainRef = useRef<HTMLElement>(null);
  const shown = useRef(pathname);
  const [announcement, setAnnouncement] = useState('');
  useEffect(() => {
    if (shown.current === pathname) return;
    shown.current = pathname;
    mainRef.current?.focus({ preventScroll: true });
    // React writes the new page's <title> in the same commit; read it after that.
    const frame = requestAnimationFrame(() => setAnnouncement(document.title));
    return () => cancelAnimationFrame(frame);
  }, [pathname]);
  return { mainRef, announcement };
}
