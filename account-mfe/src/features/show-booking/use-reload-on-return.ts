import { useEffect, useEffectEvent } from 'react';

/** Reloads when the visitor returns to the tab: the shop may have changed the booking meanwhile. */
export function useReloadOnReturn(reload: () => void): void {
  const onReturn = useEffectEvent(() => {
    if (document.visibilityState === 'visible') reload();
  });
  useEffect(() => {
    const listener = (): void => onReturn();
    window.addEventListener('focus', listener);
    document.addEventListener('visibilitychange', listener);
    return () => {
      window.removeEventListener('focus', listener);
      document.removeEventListener('visibilitychange', listener);
    };
  }, []);
}
