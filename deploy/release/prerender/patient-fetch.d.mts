/** What a process reads with that renders many pages at once: waits when the backend has had enough (429). */
export function createPatientFetch(options?: {
  fetch?: typeof fetch;
  /** Hears how long everybody waits now, milliseconds. */
  onWait?: (ms: number) => void;
  wait?: (ms: number) => Promise<unknown>;
}): typeof fetch;

/** A fetch that asks each question once, as long as it was answered well. */
export function askOnce(ask: typeof fetch): typeof fetch;
