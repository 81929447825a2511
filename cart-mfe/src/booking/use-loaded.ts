import { toAppError, type AppError } from '@twostroke/shared/data';
import { useEffect, useEffectEvent, useState } from 'react';

export type Loaded<T> = LoadedState<T> & {
  /** Asks again; what is there stays meanwhile. */
  reload: () => void;
  /** Takes over an answer that came another way. */
  replace: (data: T) => void;
};

type LoadedState<T> =
  | { status: 'idle' | 'loading' }
  | { status: 'failed'; error: AppError }
  /** `error`: the last try to renew it failed, this is what we knew before. */
  | { status: 'ready'; data: T; error: AppError | null; renewing: boolean };

interface Outcome {
  key: string;
  turn: number;
  error: AppError | null;
}

/** Answers of this tab, so that a step back or a lost connection shows what was there. */
const kept = new Map<string, unknown>();
const KEPT_AT_MOST = 40;

function keep(key: string, data: unknown): void {
  kept.delete(key);
  kept.set(key, data);
  const [oldest] = kept.keys();
  if (kept.size > KEPT_AT_MOST && oldest !== undefined) kept.delete(oldest);
}

/** Empties the memory, as a new tab does. */
export function forgetLoaded(): void {
  kept.clear();
}

/**
 * Loads what depends on this visitor. Pages load what everybody sees in their route loader instead.
 * @param key says what is loaded; null loads nothing
 */
export function useLoaded<T>(key: string | null, load: () => Promise<T>): Loaded<T> {
  const [turn, setTurn] = useState(0);
  const [outcome, setOutcome] = useState<Outcome | null>(null);
  const run = useEffectEvent(load);
  useEffect(() => {
    if (key === null) return undefined;
    let current = true;
    run().then(
      (data) => {
        keep(key, data);
        if (current) setOutcome({ key, turn, error: null });
      },
      (thrown: unknown) => {
        if (current) setOutcome({ key, turn, error: toAppError(thrown) });
      },
    );
    return () => {
      current = false;
    };
  }, [key, turn]);
  useEffect(() => {
    const again = (): void => setTurn((before) => before + 1);
    window.addEventListener('online', again);
    return () => window.removeEventListener('online', again);
  }, []);
  const actions = {
    reload: () => setTurn(turn + 1),
    replace: (data: T) => {
      if (key === null) return;
      keep(key, data);
      setOutcome({ key, turn, error: null });
    },
  };
  return { ...stateOf<T>(key, turn, outcome), ...actions };
}

function stateOf<T>(key: string | null, turn: number, outcome: Outcome | null): LoadedState<T> {
  if (key === null) return { status: 'idle' };
  const mine = outcome?.key === key ? outcome : null;
  const renewing = mine?.turn !== turn;
  if (kept.has(key)) return { status: 'ready', data: kept.get(key) as T, error: mine?.error ?? null, renewing };
  return mine?.error && !renewing ? { status: 'failed', error: mine.error } : { status: 'loading' };
}
