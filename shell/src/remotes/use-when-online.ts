import { useEffect } from 'react';

/** Calls back each time the browser is online again. */
export function useWhenOnline(callback: () => void): void {
  useEffect(() => {
    window.addEventListener('online', callback);
    return () => window.removeEventListener('online', callback);
  }, [callback]);
}
