import { toAppError, type AppError } from '@twostroke/shared/client';
import { useEffect, useEffectEvent, useRef, useState } from 'react';

export type Query<T> = QueryState<T> & {
  /** Identifies the query. */
  key: string | null;
  /** Reloads; the current data stays meanwhile. */
  reload: () => void;
  /** Replaces the cached answer with one obtained elsewhere, and ignores the answer of a load under way. */
  replace: (data: T) => void;
};

type QueryState<T> =
  | { status: 'idle' | 'loading' }
  | { status: 'failed'; error: AppError }
  /** `error`: the last reload failed, and the data is from before. */
  | { status: 'ready'; data: T; error: AppError | null; renewing: boolean };

interface Outcome {
  key: string;
  turn: number;
  error: AppError | null;
}

/** Cached answers of this tab, shown on back navigation and after a lost connection. */
const kept = new Map<string, unknown>();
const KEPT_AT_MOST = 40;

function keep(key: string, data: unknown): void {
  kept.delete(key);
  kept.set(key, data);
  const [oldest] = kept.keys();
  if (kept.size > KEPT_AT_MOST && oldest !== undefined) kept.delete(oldest);
}

/** Clears the cached answers, as a new tab does. */
export function forgetQueries(): void {
  kept.clear();
}

/**
 * Reads data of this visitor. Pages read public data in their route loader instead.
 * @param key identifies the query; null reads nothing
 */
export function useQuery<T>(key: string | null, load: () => Promise<T>): Query<T> {
  const [turn, setTurn] = useState(0);
  const [outcome, setOutcome] = useState<Outcome | null>(null);
  /** Counted: the answer of a load that began before one is older than it. */
  const replacements = useRef(0);
  const run = useEffectEvent(load);
  useEffect(() => {
    if (key === null) return undefined;
    let current = true;
    const before = replacements.current;
    const isReplaced = (): boolean => replacements.current !== before;
    run().then(
      (data) => {
        if (!isReplaced()) keep(key, data);
        if (current) setOutcome({ key, turn, error: null });
      },
      (thrown: unknown) => {
        if (current) setOutcome({ key, turn, error: isReplaced() ? null : toAppError(thrown) });
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
      replacements.current += 1;
      keep(key, data);
      setOutcome({ key, turn, error: null });
    },
  };
  return { ...stateOf<T>(key, turn, outcome), ...actions, key };
}

function stateOf<T>(key: string | null, turn: number, outcome: Outcome | null): QueryState<T> {
  if (key === null) return { status: 'idle' };
  const mine = outcome?.key === key ? outcome : null;
  const renewing = mine?.turn !== turn;
  if (kept.has(key)) return { status: 'ready', data: kept.get(key) as T, error: mine?.error ?? null, renewing };
  return mine?.error && !renewing ? { status: 'failed', error: mine.error } : { status: 'loading' };
}
