import { setTimeout as pause } from 'node:timers/promises';

/**
 * Calls `ask` repeatedly until it returns anything but null, undefined or false.
 * @param what describes the condition in the error
 * @param withinMs throws afterwards, also while `ask` has not settled
 */
export async function poll<T>(
  what: string,
  ask: () => Promise<T | null | undefined | false>,
  withinMs = 60_000,
): Promise<T> {
  const ended = new AbortController();
  const tooLate = pause(withinMs, undefined, ended).then(() => {
    throw new Error(`Timed out after ${withinMs} ms: ${what}`);
  });
  tooLate.catch(() => undefined); // also rejected when it is aborted
  try {
    for (;;) {
      const answer = await Promise.race([ask(), tooLate]);
      if (answer !== null && answer !== undefined && answer !== false) return answer;
      await Promise.race([pause(40), tooLate]);
    }
  } finally {
    ended.abort();
  }
}
