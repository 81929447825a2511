import { releaseHold } from '@twostroke/shared/api/slots';
import { useEffect, useEffectEvent, useRef } from 'react';

/** The hold is renewed at most this often, in milliseconds. */
const renewMs = 5 * 60_000;

/**
 * Keeps the held time while staff do something on the page, and releases it when they leave.
 * @param isHeld whether a window is held
 * @param renew holds the same window again
 */
export function useCallHold(requestId: string, isHeld: boolean, renew: () => void): void {
  const renewedAt = useRef(0);
  const act = useEffectEvent(() => {
    if (!isHeld || Date.now() - renewedAt.current < renewMs) return;
    renewedAt.current = Date.now();
    renew();
  });
  useEffect(() => {
    renewedAt.current = Date.now();
  }, [isHeld]);
  useEffect(() => {
    document.addEventListener('keydown', act);
    document.addEventListener('pointerdown', act);
    return () => {
      document.removeEventListener('keydown', act);
      document.removeEventListener('pointerdown', act);
    };
  }, []);
  useEffect(() => {
    if (!isHeld) return undefined;
    // The hold ends by itself after 30 minutes, so a failure costs nothing.
    const release = (): void => void releaseHold(requestId).catch(() => undefined);
    window.addEventListener('pagehide', release);
    return () => {
      window.removeEventListener('pagehide', release);
      release();
    };
  }, [requestId, isHeld]);
}
