import { setTimeout as pause } from 'node:timers/promises';

/**
 * Asks again and again until the answer is anything but null, undefined or false.
 * @param what names what is waited for, in the error
 * @param withinMs throws afterwards
 */
export async function until<T>(
  what: string,
  ask: () => Promise<T | null | undefined | false>,
  withinMs = 15_000,
): Promise<T> {
  const end = Date.now() + withinMs;
  for (;;) {
    const answer = await ask();
    if (answer !== null && answer !== undefined && answer !== false) return answer;
    if (Date.now() > end) throw new Error(`Waited ${withinMs} ms in vain: ${what}`);
    await pause(40);
  }
}
