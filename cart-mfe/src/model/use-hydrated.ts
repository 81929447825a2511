import { useSyncExternalStore } from 'react';

const never = (): (() => void) => () => undefined;

/** False in prerendered HTML and during hydration: data of this visitor is rendered only after that. */
export function useHydrated(): boolean {
  return useSyncExternalStore(
    never,
    () => true,
    () => false,
  );
}
