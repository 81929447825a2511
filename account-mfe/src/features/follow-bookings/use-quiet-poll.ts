import { useEffect, useEffectEvent } from 'react';

/** Between two looks, in milliseconds; after failures twice as long each time, up to the longest. */
const everyMs = 15_000;
const longestMs = 5 * 60_000;

/**
 * Looks again and again while the page is visible, more rarely while it fails; a hidden page looks at nothing.
 * @param isOn false once nothing can change any more
 * @param look rejects when it failed
 */
export function useQuietPoll(isOn: boolean, look: () => Promise<void>): void {
  const turn = useEffectEvent(look);
  useEffect(() => {
    if (!isOn) return undefined;
    let timer: ReturnType<typeof setTimeout> | undefined;
    let failures = 0;
    let stopped = false;
    const wait = (): void => {
      clearTimeout(timer);
      if (stopped || document.visibilityState === 'hidden') return;
      timer = setTimeout(next, Math.min(everyMs * 2 ** failures, longestMs));
    };
    const next = (): void => {
      turn().then(
        () => {
          failures = 0;
          wait();
        },
        () => {
          failures += 1;
          wait();
        },
      );
    };
    wait();
    document.addEventListener('visibilitychange', wait);
    return () => {
      stopped = true;
      clearTimeout(timer);
      document.removeEventListener('visibilitychange', wait);
    };
  }, [isOn]);
}
