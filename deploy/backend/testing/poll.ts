import { setTimeout as pause } from 'node:timers/promises';

/**
 * Calls `ask` repeatedly until it returns anything but null, undefined or false.
 * @param what describes the condition in the error
 * @param withinMs throws afterwards
 */
export async function poll<T>(
  what: string,
  ask: () => Promise<T | null | undefined | false>,
  withinMs = 60_000,
): Promise<T> {
  const end = Date.now() + withinMs;
  for (;;) {
    const answer = await ask();
    if (answer !== null && answer !== undefined && answer !== false) return answer;
    if (Date.now() > end) throw new Error(`Timed out after ${withinMs} ms: ${what}`);
    await pause(40);
  }
}
