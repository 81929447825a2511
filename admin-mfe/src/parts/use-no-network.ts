import { useSyncExternalStore } from 'react';

function subscribe(notify: () => void): () => void {
  for (const event of ['online', 'offline']) window.addEventListener(event, notify);
  return () => {
    for (const event of ['online', 'offline']) window.removeEventListener(event, notify);
  };
}

/** Whether the browser says that it has no network. */
export const useNoNetwork = (): boolean => useSyncExternalStore(subscribe, () => !navigator.onLine);
