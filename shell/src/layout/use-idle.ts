import { useEffect, useState } from 'react';

/** True some time after the page is interactive. */
export function useIdle(): boolean {
  const [idle, setIdle] = useState(false);
  useEffect(() => {
    let handle = 0;
    const timer = setTimeout(() => {
      if (typeof window.requestIdleCallback === 'function') handle = window.requestIdleCallback(() => setIdle(true));
      else setIdle(true);
    }, 3000);
    return () => {
      clearTimeout(timer);
      if (handle) window.cancelIdleCallback(handle);
    };
  }, []);
  return idle;
}
