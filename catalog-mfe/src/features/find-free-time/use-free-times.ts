import { useCallback, useEffect, useState } from 'react';
import type { ServiceMode } from '../../catalog/service-mode.ts';
import { readNextFree, type NextFree } from './read-next-free.ts';

const modes: readonly ServiceMode[] = ['doorstep', 'pickup', 'workshop'];

export type FreeTimes = { status: 'loading' } | { status: 'unknown' } | { status: 'ready'; times: NextFree[] };

/**
 * The next free time of each way of service. Asked in the browser and never in a loader: it must be of this minute, not
 * of the moment the page was rendered.
 */
export function useFreeTimes(): FreeTimes & { retry: () => void } {
  const [state, setState] = useState<FreeTimes>({ status: 'loading' });
  const [attempt, setAttempt] = useState(0);
  useEffect(() => {
    let current = true;
    void Promise.all(modes.map((mode) => readNextFree(mode))).then((times) => {
      if (!current) return;
      setState(times.some(({ time }) => time) ? { status: 'ready', times } : { status: 'unknown' });
    });
    return () => {
      current = false;
    };
  }, [attempt]);
  const retry = useCallback(() => {
    setState({ status: 'loading' });
    setAttempt((count) => count + 1);
  }, []);
  return { ...state, retry };
}
