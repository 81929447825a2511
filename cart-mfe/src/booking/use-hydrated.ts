import { useSyncExternalStore } from 'react';

const never = (): (() => void) => () => undefined;

/** False in prerendered HTML and while the browser takes it over: what only this visitor has shows after that. */
export function useHydrated(): boolean {
  return useSyncExternalStore(
    never,
    () => true,
    () => false,
  );
}
