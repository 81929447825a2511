import { useEffect } from 'react';

/** How often a queue is tried again that met no network, in milliseconds: the browser does not always report its return. */
const againMs = 15_000;

/** Sends what waits in a queue: at once, when the network is back, and from time to time. */
export function useFlush(queue: { flush: () => Promise<void> }): void {
  useEffect(() => {
    const send = (): void => void queue.flush();
    send();
    const timer = setInterval(send, againMs);
    window.addEventListener('online', send);
    return () => {
      clearInterval(timer);
      window.removeEventListener('online', send);
    };
  }, [queue]);
}
