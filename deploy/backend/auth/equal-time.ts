import { setTimeout as waitFor } from 'node:timers/promises';

/**
 * Waits until a whole number of steps has passed, so that the time of an answer does not tell what was done for it. A
 * step is longer than the work takes.
 *
 * @param startedAt of performance.now()
 */
export async function untilFullStep(startedAt: number, stepMs: number): Promise<void> {
  const passed = performance.now() - startedAt;
  await waitFor(Math.ceil(passed / stepMs) * stepMs - passed, undefined, { ref: false });
}
