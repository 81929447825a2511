/** The fetch of a process that renders many pages at once: waits when the backend rate limits it (429). */
export function createRetryingFetch(options?: {
  fetch?: typeof fetch;
  /** Receives the length of each pause in milliseconds. */
  onWait?: (ms: number) => void;
  wait?: (ms: number) => Promise<unknown>;
}): typeof fetch;

/** A fetch that sends each request once, while its answer was successful. */
export function askOnce(ask: typeof fetch): typeof fetch;
